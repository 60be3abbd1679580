import {
  createHash,
  createHmac,
  createPublicKey,
  type KeyObject,
  timingSafeEqual,
  verify,
} from "node:crypto";
import { filled, type Message, partOf } from "./parts.ts";
import { type Ecdsa, type Hmac, type Proof, type Token, TOLERANCE } from "./scheme.ts";

/** How many signatures of one message are looked at: more than any provider sends. */
const SIGNATURES_MAX = 100;

/** In constant time, whatever their lengths. */
function same(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => createHash("sha256").update(text).digest());
  return timingSafeEqual(one as Buffer, other as Buffer);
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The key that a secret stands for; null where it can't be one. */
export function keyOf(secret: string, { key = "text" }: Hmac): Buffer | null {
  if (key === "text") return Buffer.from(secret);
  const text = key === "standard" ? secret.replace(/^whsec_/, "") : secret;
  return text !== "" && BASE64.test(text) ? Buffer.from(text, "base64") : null;
}

/** `now` in milliseconds since 1970. */
export function proveHmac(scheme: Hmac, key: Buffer, message: Message, now: number): Proof {
  const { after = "", between = ",", hash = "sha256", as = "hex", signed = "{body}" } = scheme;
  const given = scheme.in
    .flatMap((part) => String(partOf(message, part) ?? "").split(between))
    .map((text) => text.trim())
    .filter((text) => text.startsWith(after) && text !== after)
    .slice(0, SIGNATURES_MAX);
  if (given.length === 0) return { why: `No signature in ${placesOf(scheme)}`, absent: true };
  const content = filled(message, signed);
  if (!content) return { why: "Something that should be signed is missing" };
  const right = after + createHmac(hash, key).update(content).digest(as);
  if (!given.some((one) => same(one, right))) return { why: `No signature in ${placesOf(scheme)} matches` };
  return inTime(scheme, message, now, right);
}

const placesOf = (scheme: Hmac): string => {
  const [first = "", ...others] = scheme.in.map((part) => part.slice(part.indexOf(":") + 1));
  return others.length > 0 ? `${first} and the like` : first;
};

/** Whether it was signed about now. Without a time only a nonce tells it from an older one. */
function inTime(
  scheme: Pick<Hmac, "time" | "tolerance" | "nonce">,
  message: Message,
  now: number,
  id: string,
): Proof {
  const { time, tolerance = TOLERANCE, nonce } = scheme;
  if (time === undefined) {
    const kept = tolerance * 1_000;
    return nonce ? { why: null, until: now + kept, since: now - kept, id } : TAKEN;
  }
  const at = timeOf(String(partOf(message, time) ?? ""));
  if (at === null) return { why: "The time when it was signed can’t be read" };
  return inWindow(at, tolerance, now, id);
}

/** `at` and `now` in milliseconds since 1970, `tolerance` in seconds. */
export function inWindow(at: number, tolerance: number, now: number, id: string): Proof {
  const off = Math.round(Math.abs(now - at) / 1_000);
  if (Math.abs(now - at) > tolerance * 1_000) {
    return { why: `Signed ${off} s ${at < now ? "ago" : "ahead"}. The limit is ${tolerance} s` };
  }
  return { why: null, until: at + tolerance * 1_000, since: at - tolerance * 1_000, id };
}

const SECONDS_MAX = 100_000_000_000;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/;

/** In milliseconds since 1970; null of what is no time. */
export function timeOf(text: string): number | null {
  if (/^\d{1,15}$/.test(text)) return Number(text) * (Number(text) < SECONDS_MAX ? 1_000 : 1);
  const date = ISO.exec(text);
  // Without a zone it is UTC.
  const at = date ? Date.parse(date[1] === undefined ? `${text}Z` : text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

export function proveToken({ header }: Token, secret: string, message: Message): Proof {
  const given = partOf(message, `header:${header}`);
  if (typeof given !== "string" || given === "") return { why: `No ${header}` };
  return same(given, secret) ? TAKEN : { why: `${header} is not the secret` };
}

const TAKEN: Proof = { why: null, until: null, since: null, id: null };

/** What Authorization has to be; null where the secret is no user and password. */
export function basicOf(secret: string): string | null {
  const at = secret.search(/::?/);
  if (at < 1) return null;
  const pair = secret.slice(0, at) + secret.slice(at).replace(/^::?/, ":");
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

export function proveBasic(right: string, message: Message): Proof {
  const given = partOf(message, "header:authorization");
  if (typeof given !== "string" || given === "") return { why: "No user and password" };
  return same(given, right) ? TAKEN : { why: "User or password is wrong" };
}

/** Null where the secret is no public key. */
export function publicKeyOf(secret: string): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(secret, "base64"), format: "der", type: "spki" });
  } catch {
    return null;
  }
}

export function proveEcdsa(scheme: Ecdsa, key: KeyObject, message: Message, now: number): Proof {
  const given = partOf(message, `header:${scheme.header}`);
  if (typeof given !== "string" || given === "") return { why: `No signature in ${scheme.header}` };
  const content = filled(message, scheme.signed);
  if (!content) return { why: "Something that should be signed is missing" };
  const valid = BASE64.test(given) && verify("sha256", content, key, Buffer.from(given, "base64"));
  if (!valid) return { why: `The signature in ${scheme.header} does not match` };
  // One message can have several valid signatures, so that it is known by what was signed.
  return inTime(scheme, message, now, createHash("sha256").update(content).digest("base64"));
}
