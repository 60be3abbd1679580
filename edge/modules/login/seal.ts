import { createHash, hkdfSync } from "node:crypto";
import { compactDecrypt, CompactEncrypt } from "jose";

/** Makes texts that only an edge of the account can read or write. */
export type Seal = {
  seal: (value: object) => Promise<string>;
  /** What was sealed; null where the text is not one of its own to the last bit. */
  open: (text: string) => Promise<unknown>;
};

const HEADER = { alg: "dir", enc: "A256GCM" };

const digests = new WeakMap<object, string>();

/** What a key is derived by has 1024 bytes at most; a stored module may have more, and stays the same object. */
function digestOf(value: object): string {
  const known = digests.get(value);
  if (known !== undefined) return known;
  const digest = createHash("sha256").update(JSON.stringify(value)).digest("base64url");
  digests.set(value, digest);
  return digest;
}

/** Seals with a key of its own for what it is `bound` to: what was sealed for anything else can't be opened. */
export function sealFor(secret: Uint8Array, bound: readonly (string | object)[]): Seal {
  const parts = bound.map((part) => (typeof part === "string" ? part : digestOf(part)));
  const key = new Uint8Array(hkdfSync("sha256", secret, "", JSON.stringify(parts), 32));
  return {
    seal: (value) =>
      new CompactEncrypt(Buffer.from(JSON.stringify(value))).setProtectedHeader(HEADER).encrypt(key),
    open: async (text) => {
      if (!text.split(".").every(isCanonical)) return null;
      try {
        const { plaintext } = await compactDecrypt(text, key, {
          keyManagementAlgorithms: [HEADER.alg],
          contentEncryptionAlgorithms: [HEADER.enc],
        });
        return JSON.parse(Buffer.from(plaintext).toString()) as unknown;
      } catch {
        return null;
      }
    },
  };
}

/** The last character of base64url has bits that say nothing. */
const isCanonical = (part: string): boolean => Buffer.from(part, "base64url").toString("base64url") === part;
