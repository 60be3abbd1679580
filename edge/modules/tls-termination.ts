import { httpsTlsTerminationContract, tlsTerminationContract } from "#contract/modules/tls-termination.ts";
import type { Edge } from "../account.ts";
import { compiled } from "./compiled.ts";
import type { Guard } from "./guard.ts";

/** `minVersion` as Node names it. */
export type Termination = { atApp: boolean; minVersion: "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3" };

export const TERMINATION: Termination = { atApp: false, minVersion: "TLSv1.2" };

type Fields = { terminate_at?: string | null | undefined; min_version?: string | null | undefined };

const made = ({ terminate_at, min_version }: Fields): Termination => ({
  atApp: terminate_at === "upstream",
  minVersion: `TLSv${min_version === "1.0" ? "1" : (min_version ?? "1.2")}` as Termination["minVersion"],
});

const ofHttps = compiled(httpsTlsTerminationContract, made);
const ofTls = compiled(tlsTerminationContract, made);

/**
 * Where TLS of an edge ends, and from which version on.
 *
 * @throws NotApplicable where it can't be read.
 */
export function terminationOf({ kind, modules }: Pick<Edge, "kind" | "modules">): Termination {
  const stored = modules["tls_termination"];
  if (!stored) return TERMINATION;
  return kind === "https" ? ofHttps(stored) : ofTls(stored);
}

/**
 * Refuses a connection of an older version than the edge takes. The handshake did so already, unless the connection was opened
 * before the module was changed, or for another name, as HTTP/2 allows.
 */
export const tlsTermination: Guard = (_stored, { connection: { tls }, place: { edge } }) => {
  const { minVersion } = edge ? terminationOf(edge) : TERMINATION;
  if (!tls) return { verdict: "allow", reason: "TLS does not end here", idle: true };
  const { version } = tls;
  // "TLSv1" < "TLSv1.1" < "TLSv1.2" < "TLSv1.3", as texts too.
  if (version < minVersion)
    return { verdict: "block", reason: `${version} is older than ${minVersion}`, refusal: "tlsTooOld" };
  return { verdict: "allow", reason: version };
};
