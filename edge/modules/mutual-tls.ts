import { mutualTlsContract } from "#contract/modules/mutual-tls.ts";
import type { Snapshot } from "../account.ts";
import { compiled, NotApplicable } from "./compiled.ts";
import type { Guard } from "./guard.ts";

const authorityIds = compiled(
  mutualTlsContract,
  ({ certificate_authority_ids }) => certificate_authority_ids,
);

/**
 * The authorities whose certificates let a visitor in, in PEM.
 *
 * @throws NotApplicable where one is missing.
 */
export function authoritiesOf(stored: object, { authorities }: Snapshot): string {
  const pems = authorityIds(stored).map((id) => {
    const pem = authorities.get(id);
    if (pem === undefined) throw new NotApplicable(`Certificate authority ${id} is missing`);
    return pem;
  });
  return pems.join("\n");
}

/**
 * Lets in who has shown a certificate of one of its authorities. What matters is what the connection was asked for: it may be
 * older than the module, opened for another name, or without TLS.
 */
export const mutualTls: Guard = (stored, { connection, snapshot }) => {
  const { client, test } = connection;
  const authorities = authoritiesOf(stored, snapshot);
  if (test)
    return {
      verdict: "block",
      reason: "A test request has no client certificate",
      refusal: "certificateRefused",
    };
  if (client?.askedFor !== authorities)
    return {
      verdict: "block",
      reason: "This connection was not asked for a certificate of these authorities",
      refusal: "certificateNotAsked",
    };
  const refs = authorityIds(stored).map((id) => ({ id }));
  if (client.fault !== null)
    return { verdict: "block", reason: client.fault, refs, refusal: "certificateRefused" };
  return { refs, verdict: "allow", reason: `Certificate ${client.serial} of ${client.name || "no name"}` };
};
