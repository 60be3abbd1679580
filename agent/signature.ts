import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { type Release, type ReleaseFacts, signedText } from "#contract/agent-release.ts";

/** A new key pair that signs releases: the private key as PKCS#8 PEM. */
export function newSigningKey(): string {
  return generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/**
 * The public key of a private one, as agents are given it (UpdateKey).
 *
 * @throws Error when it is no Ed25519 key.
 */
export function updateKeyOf(privateKeyPem: string): string {
  const { x } = createPublicKey(signingKey(privateKeyPem)).export({ format: "jwk" });
  return String(x);
}

/** The facts of a bundle and its release, signed. */
export function signRelease(
  bundle: Uint8Array,
  { version, notes }: Pick<ReleaseFacts, "version" | "notes">,
  privateKeyPem: string,
): Release {
  const sha256 = createHash("sha256").update(bundle).digest("hex");
  const facts = { version, size: bundle.length, sha256, notes };
  const signature = sign(null, Buffer.from(signedText(facts)), signingKey(privateKeyPem));
  return { ...facts, signature: signature.toString("base64url") };
}

/** True where a release was signed by the holder of this key. */
export function isSigned(release: Release, updateKey: string): boolean {
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: updateKey }, format: "jwk" });
  return verify(null, Buffer.from(signedText(release)), key, Buffer.from(release.signature, "base64url"));
}

function signingKey(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== "ed25519") throw new Error("This key must be an Ed25519 key.");
  return key;
}
