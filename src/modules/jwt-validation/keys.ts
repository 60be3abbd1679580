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
const PRIVATE_KEY =
  "This is a private key. Paste the public one (BEGIN PUBLIC KEY), and keep this to yourself.";
const PASTE_PUBLIC = "paste a public key (BEGIN PUBLIC KEY)";
const PEM = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g;

/** Reads a JWKS, a single JWK, or public keys in PEM. What can't be a public key is refused or noted; nothing is repeated. */
export function readKeys(pasted: string): KeySet | { problem: string } {
  const text = pasted.trim();
  if (text.includes("-----BEGIN ")) return readPem(text);
  const read = readJson(text);
  if ("problem" in read) {
    return {
      problem: "Paste a JWKS ({“keys”: […]}), one JWK, or a public key in PEM. This is none of them.",
    };
  }
  const { value } = read;
  if (!isJsonObject(value)) return { problem: "A JWKS is an object with “keys”, a list." };
  const listed = own(value, "keys");
  const entries = listed === undefined && typeof own(value, "kty") === "string" ? [value] : listed;
  if (!Array.isArray(entries)) return { problem: "A JWKS is an object with “keys”, a list. This has none." };
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
    if (kty === "oct") note("is a shared secret (oct). A public key set must not hold one.");
    else if (kty !== "RSA" && kty !== "EC" && kty !== "OKP") note("has no key type known here.");
    else {
      if (PRIVATE_MEMBERS.some((member) => Object.hasOwn(jwk, member)))
        note("holds its private half. Only its public half is used; keep the other to yourself.");
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
      return { problem: `A ${label.toLowerCase()} can’t be read here: ${PASTE_PUBLIC} or a JWKS.` };
    const spki = fromBase64(body);
    if (!spki) return { problem: "The public key is not base64 between its BEGIN and END lines." };
    keys.push({ kid: null, spki });
  }
  return keys.length > 0 ? { keys, notes: [] } : { problem: "The PEM has no END line. Was it cut off?" };
}
