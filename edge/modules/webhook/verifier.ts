import { NotApplicable } from "../compiled.ts";
import type { Message } from "./parts.ts";
import { basicOf, keyOf, proveBasic, proveEcdsa, proveHmac, proveToken, publicKeyOf } from "./proofs.ts";
import type { Proof, Scheme } from "./scheme.ts";
import { SCHEMES } from "./schemes.ts";
import { proveSns, SnsCertificates } from "./sns.ts";

/** Whether a message is a provider's, `now` in milliseconds since 1970. */
export type Verify = (message: Message, now: number) => Proof | Promise<Proof>;

const CERTIFICATES = new SnsCertificates();

/**
 * How messages of a provider are verified with a secret.
 *
 * @throws NotApplicable where there is no way, or where this can't be its secret.
 */
export function verifierOf(provider: string, secret: string, certificates = CERTIFICATES): Verify {
  const ways = (SCHEMES[provider] ?? []).map((scheme) => wayOf(scheme, secret, certificates));
  const [first, ...others] = ways.filter((way) => way !== null);
  if (!first) {
    const known = ways.length > 0;
    throw new NotApplicable(
      known ? `The stored secret can’t be one of ${provider}` : `${provider} publishes no way to verify it`,
    );
  }
  return async (message, now) => {
    let proof = await first(message, now);
    for (const way of others) {
      if (proof.why === null) return proof;
      const other = await way(message, now);
      if (!("absent" in other)) proof = other;
    }
    return proof;
  };
}

/** Null where the secret is none for this scheme. */
function wayOf(scheme: Scheme, secret: string, certificates: SnsCertificates): Verify | null {
  if (scheme.by === "token") return (message) => proveToken(scheme, secret, message);
  if (scheme.by === "certificate") return (message, now) => proveSns(scheme, certificates, message, now);
  if (scheme.by === "basic") {
    const right = basicOf(secret);
    return right === null ? null : (message) => proveBasic(right, message);
  }
  if (scheme.by === "ecdsa") {
    const key = publicKeyOf(secret);
    return key && ((message, now) => proveEcdsa(scheme, key, message, now));
  }
  const key = keyOf(secret, scheme);
  return key && ((message, now) => proveHmac(scheme, key, message, now));
}
