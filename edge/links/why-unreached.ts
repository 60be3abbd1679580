import type { Trail } from "../events/trail.ts";
import { agentGone } from "./link.ts";

/** How Node and OpenSSL call a certificate that is not trusted. */
export const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;

/** How OpenSSL calls an answer that is no TLS at all; it has many names for TLS that fails. */
export const NO_TLS = /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/;
export const TLS_FAILED = /^(?:EPROTO$|ERR_SSL_)/;

const WHY: readonly (readonly [code: RegExp, why: string])[] = [
  [/^ECONNREFUSED$/, "Nothing listens at the app’s address"],
  [/^(?:ENOTFOUND|EAI_)/, "The agent doesn’t know the app’s host name"],
  [/^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, "The app’s host can’t be reached from the agent"],
  [NO_TLS, "The tunnel forwards to https, but the app speaks no TLS"],
  [TLS_FAILED, "The app can’t be reached over TLS"],
  [UNTRUSTED, "The agent doesn’t trust the app’s certificate"],
  [/^HPE_/, "The app doesn’t answer in HTTP. If it speaks HTTPS, forward to https"],
  [/^(?:UND_ERR_SOCKET|ECONNRESET)$/, "The app closed the connection without an answer"],
];

/** Why an app was not reached, in words; undefined where the error, as an agent or this process names it, says nothing of use. */
function whyUnreached(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return WHY.find(([named]) => named.test(code))?.[1];
}

/** Notes why a tunnel failed; answers whether it was its agent, not the app, that could not be reached. */
export function wasGone(error: unknown, trail: Trail): boolean {
  trail.unreached = whyUnreached(error);
  const gone = agentGone(error);
  if (!gone && trail.tunnel)
    (trail.failed ??= []).push({
      tunnelId: trail.tunnel.id,
      way: trail.tunnel.way,
      reason: trail.unreached,
    });
  return gone;
}
