import { isJsonObject, own, type JsonObject } from "#forms/json.ts";
import { readJson } from "#forms/raw.ts";
import { fromBase64 } from "../kit/base64.ts";

/** A public key to check a signature with. `spki` is a PEM's; a JWK is as it was published. */
export type PublicKey = { kid: string | null } & ({ jwk: JsonObject } | { spki: Uint8Array<ArrayBuffer> });

export type KeySet = {
  keys: PublicKey[];
  /** What the reader should know of the set: entries that were passed over, private keys. */
  notes: string[];
};

const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];
const PRIVATE_KEY = "This is a private key. Paste the public key instead (BEGIN PUBLIC KEY).";
const PASTE_PUBLIC = "Paste a public key (BEGIN PUBLIC KEY)";
const PEM = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g;

/** Reads a JWKS, a single JWK, or public keys in PEM. What can't be a public key is refused or noted; nothing is repeated. */
export function readKeys(pasted: string): KeySet | { problem: string } {
  const text = pasted.trim();
  if (text.includes("-----BEGIN ")) return readPem(text);
  const read = readJson(text);
  if ("problem" in read) {
    return {
      problem: "Not a JWKS, a JWK or a public key in PEM. Example: {“keys”: […]}",
    };
  }
  const { value } = read;
  if (!isJsonObject(value)) return { problem: "A JWKS must be an object with a list of “keys”." };
  const listed = own(value, "keys");
  const entries = listed === undefined && typeof own(value, "kty") === "string" ? [value] : listed;
  if (!Array.isArray(entries)) return { problem: "The “keys” list is missing." };
  return sortKeys(entries);
}

function sortKeys(entries: unknown[]): KeySet {
  const keys: PublicKey[] = [];
  const notes: string[] = [];
  entries.forEach((entry, index) => {
    const jwk = isJsonObject(entry) ? entry : {};
    const [kty, id] = [own(jwk, "kty"), own(jwk, "kid")];
    const kid = typeof id === "string" ? id : null;
    const note = (says: string) => notes.push(`Key ${kid ?? index + 1} ${says}`);
    if (kty === "oct") note("is a shared secret (oct), which must not be in a public key set.");
    else if (kty !== "RSA" && kty !== "EC" && kty !== "OKP") note("has an unknown key type.");
    else {
      if (PRIVATE_MEMBERS.some((member) => Object.hasOwn(jwk, member)))
        note("includes its private part. Only the public part is used.");
      keys.push({ kid, jwk });
    }
  });
  return { keys, notes };
}

function readPem(text: string): KeySet | { problem: string } {
  const keys: PublicKey[] = [];
  for (const [, label = "", body = ""] of text.matchAll(PEM)) {
    if (label.includes("PRIVATE")) return { problem: PRIVATE_KEY };
    if (label !== "PUBLIC KEY")
      return { problem: `A ${label.toLowerCase()} can’t be used here. ${PASTE_PUBLIC} or a JWKS.` };
    const spki = fromBase64(body);
    if (!spki) return { problem: "The public key is damaged: it is not base64." };
    keys.push({ kid: null, spki });
  }
  return keys.length > 0 ? { keys, notes: [] } : { problem: "The PEM has no END line. Was it cut off?" };
}
