import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { ID_PREFIXES } from "#contract/common.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_BYTES = 32;
/** 62^43 is the first power above 2^256. */
const SECRET_LENGTH = 43;

const PREFIXES = { apiKey: "gh2_", credential: "gha_" } as const;

export type TokenKind = keyof typeof PREFIXES;

/** A new token: its kind, the 27 characters of the id it belongs to (not secret), and 256 random bits in base 62. */
export function newToken(kind: TokenKind, id: string): string {
  let rest = BigInt(`0x${randomBytes(SECRET_BYTES).toString("hex")}`);
  let secret = "";
  while (secret.length < SECRET_LENGTH) {
    secret = `${ALPHABET[Number(rest % 62n)]}${secret}`;
    rest /= 62n;
  }
  return `${PREFIXES[kind]}${id.slice(id.indexOf("_") + 1)}_${secret}`;
}

/** The id of the API key whose token this is; undefined for one that an operator chose. */
export function keyIdOf(token: string): string | undefined {
  const id = /^gh2_([0-9A-Za-z]{27})_/.exec(token)?.[1];
  return id && `${ID_PREFIXES.apiKey}_${id}`;
}

/** SHA-256 in hex: all the store keeps of a token (decisions/store/tokens.md). */
export function hashToken(token: string): string {
  return hash("sha256", token, "hex");
}

/** Compares two hashes of {@link hashToken} in constant time. */
export function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** What a text that was sent as an API key looks like. */
export function looksLike(text: string): "authtoken" | "keyId" | "token" | "garbage" {
  if (text.startsWith(PREFIXES.credential)) return "authtoken";
  if (new RegExp(`^${ID_PREFIXES.apiKey}_[0-9A-Za-z]+$`).test(text)) return "keyId";
  return BEARER_TOKEN.test(text) ? "token" : "garbage";
}

/** The characters a bearer token may have (RFC 6750 §2.1). */
export const BEARER_TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;
