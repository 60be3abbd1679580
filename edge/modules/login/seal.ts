import { hkdfSync } from "node:crypto";
import { compactDecrypt, CompactEncrypt } from "jose";

/** Makes texts that only an edge of the account can read or write. */
export type Seal = {
  seal: (value: object) => Promise<string>;
  /** What was sealed; null where the text is not one of its own to the last bit. */
  open: (text: string) => Promise<unknown>;
};

const HEADER = { alg: "dir", enc: "A256GCM" };

/** Seals with a key of its own for what it is `bound` to: what was sealed for anything else can't be opened. */
export function sealFor(secret: Uint8Array, bound: readonly string[]): Seal {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", JSON.stringify(bound), 32));
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
