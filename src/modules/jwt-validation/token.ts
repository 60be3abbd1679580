import { isJsonObject, type JsonObject } from "#forms/json.ts";
import { counted } from "#ui/format.ts";
import { fromBase64 } from "../kit/base64.ts";

/** A token taken apart. Nothing in it has been checked yet. */
export type Token = {
  header: JsonObject;
  claims: JsonObject;
  /** What was signed: the first two parts as they were sent. */
  signed: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
};

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Decodes base64url without padding, strictly: null when a character or the length is wrong. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  return fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
}

const ENCRYPTED = "This is an encrypted token (JWE, five parts). Paste a signed token (JWS, three parts).";
const THREE_PARTS = "A token has three: header.claims.signature";

/** Takes a compact JWS apart, or says which part can't be read and why. Never repeats what it was given. */
export function readToken(text: string): Token | { problem: string } {
  const parts = text.split(".");
  if (parts.length === 5) return { problem: ENCRYPTED };
  const [first = "", second = "", third = ""] = parts;
  if (parts.length !== 3) return { problem: `It has ${counted(parts.length, "part")}. ${THREE_PARTS}` };
  const header = readPart(first, "header");
  if ("problem" in header) return header;
  const claims = readPart(second, "claims");
  if ("problem" in claims) return claims;
  const signature = fromBase64Url(third);
  if (!signature) return { problem: "The signature is not base64url. Was it cut off?" };
  return {
    header: header.value,
    claims: claims.value,
    signed: encoder.encode(`${first}.${second}`),
    signature,
  };
}

function readPart(part: string, name: string): { value: JsonObject } | { problem: string } {
  const bytes = fromBase64Url(part);
  if (!bytes) return { problem: `The ${name} part is not base64url. Was it cut off or wrapped?` };
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes));
    if (isJsonObject(value)) return { value };
  } catch {
    // Told below: the parser's own words repeat the text.
  }
  return { problem: `The ${name} part is not a JSON object.` };
}
