import { hash } from "node:crypto";
import { errors, type JWTVerifyOptions, jwtVerify } from "jose";
import { JWT_CLOCK_TOLERANCE } from "#contract/modules/jwt-validation.ts";
import type { KeyRing, KeySet } from "./key-ring.ts";

/** What a module asks of its tokens. */
export type TokenRules = {
  /** Names these rules, beside which tokens have passed them. */
  id: number;
  issuers: readonly string[];
  audiences: readonly string[];
  algorithms: readonly string[];
  ring: KeyRing;
};

/** Kinds of tokens (api.md#jwt_validation), each with what `typ` may say where it says something else than JWT. */
export type TokenType = "jwt" | "at+jwt" | "it+jwt";

/** `until` in seconds since 1970. */
type Passed = { reason: string; until: number };

export type TokenVerdict = { passed: boolean; reason: string } | { unknown: string };

/** Tokens that have passed, by their rules, keys, type and SHA-256 (docs/decisions/edge/jwt-cache.md). The oldest leave. */
const passed = new Map<string, Passed>();
const PASSED_MAX = 20_000;

const seconds = (): number => Date.now() / 1_000;

/** As `verified`, where that is known without waiting; else null. */
export function passedBefore(token: string, type: TokenType, rules: TokenRules): TokenVerdict | null {
  const set = rules.ring.known();
  const found = set && passed.get(keyOf(token, type, rules, set));
  return found && seconds() < found.until + JWT_CLOCK_TOLERANCE
    ? { passed: true, reason: found.reason }
    : null;
}

/** Whether a token passes the rules, and why. It is never repeated in the reason. Known within some seconds. */
export async function verified(token: string, type: TokenType, rules: TokenRules): Promise<TokenVerdict> {
  const set = rules.ring.known() ?? (await rules.ring.ready());
  const first = await verifiedBy(set, token, type, rules);
  if (first !== "no key") return first;
  const newer = await rules.ring.rotated();
  const second = newer === set ? first : await verifiedBy(newer, token, type, rules);
  if (second !== "no key") return second;
  const fault = rules.ring.fault();
  // The key may be one of a source that says nothing.
  return fault === null ? { passed: false, reason: "No key is published for it" } : { unknown: fault };
}

/** What it would have been at a time, in milliseconds since 1970, by the keys that are kept; null where they don’t say. */
export async function verifiedAt(
  token: string,
  type: TokenType,
  rules: TokenRules,
  at: number,
): Promise<TokenVerdict | null> {
  const set = rules.ring.kept();
  const said = set && (await verifiedBy(set, token, type, rules, new Date(at)));
  return said === "no key" ? null : said;
}

const keyOf = (token: string, type: TokenType, rules: TokenRules, set: KeySet): string =>
  `${rules.id} ${set.id} ${type} ${hash("sha256", token, "base64")}`;

async function verifiedBy(
  set: KeySet,
  token: string,
  type: TokenType,
  rules: TokenRules,
  currentDate?: Date,
): Promise<TokenVerdict | "no key"> {
  const options: JWTVerifyOptions = {
    algorithms: [...rules.algorithms],
    issuer: [...rules.issuers],
    audience: [...rules.audiences],
    clockTolerance: JWT_CLOCK_TOLERANCE,
    // Required of access tokens (RFC 9068 §2.2) and ID tokens; a plain JWT may be good forever (RFC 7519 §4.1.4).
    requiredClaims: type === "jwt" ? [] : ["exp"],
    ...(currentDate && { currentDate }),
  };
  try {
    const { payload, protectedHeader } = await verifiedByOne(set, token, options);
    const typ = mistyped(protectedHeader.typ, type);
    if (typ !== null) return { passed: false, reason: typ };
    const reason = `Issued by ${shown(payload.iss)}${protectedHeader.kid ? `, key ${shown(protectedHeader.kid)}` : ""}`;
    // What has passed long ago is no news.
    if (!currentDate) passed.set(keyOf(token, type, rules, set), { reason, until: payload.exp ?? Infinity });
    if (passed.size > PASSED_MAX) passed.delete(passed.keys().next().value ?? "");
    return { passed: true, reason };
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return "no key";
    return { passed: false, reason: reasonOf(error) };
  }
}

/** Of a token that does not say its key, so many are tried. */
const TRIED_MAX = 20;

async function verifiedByOne(set: KeySet, token: string, options: JWTVerifyOptions) {
  try {
    return await jwtVerify(token, set.find, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    let tried = 0;
    for await (const key of error) {
      tried += 1;
      if (tried > TRIED_MAX) break;
      try {
        return await jwtVerify(token, key, options);
      } catch (fault) {
        if (!(fault instanceof errors.JWSSignatureVerificationFailed)) throw fault;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/**
 * Why a token of this `typ` is no token of this type. The type is a hint (api.md#jwt_validation): many issuers say JWT, or
 * nothing, in all of theirs; what says that it is of another kind is refused (RFC 8725 §3.11).
 */
function mistyped(typ: string | undefined, type: TokenType): string | null {
  if (type === "jwt" || typ === undefined) return null;
  const said = typ.toLowerCase().replace(/^application\//, "");
  return said === "jwt" || said === type ? null : `Its type is ${shown(typ)}, not ${type}`;
}

/** Only what is known to the issuer’s key, or one of few words, and never more than a line. */
const shown = (text: unknown): string =>
  String(text)
    .replace(/[^\t -~]/g, "?")
    .slice(0, 200);

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return `It expired at ${timeOf(error.payload.exp)}`;
  if (error instanceof errors.JWTClaimValidationFailed) return claimReason(error);
  if (error instanceof errors.JOSEAlgNotAllowed) return "Its algorithm is not allowed";
  if (error instanceof errors.JWSSignatureVerificationFailed) return "Its signature is not valid";
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid)
    return "It is not a signed JWT";
  // A key that is damaged or too weak, or a header that asks for what nobody knows (RFC 7515 §4.1.11).
  return "Its key or header can’t be used";
}

function claimReason({ claim, payload, reason }: errors.JWTClaimValidationFailed): string {
  if (reason === "missing") return `It has no ${claim}`;
  if (claim === "nbf" && reason === "check_failed") return `It is not valid before ${timeOf(payload.nbf)}`;
  if (claim === "iss") return `Issuer ${shown(payload.iss)} is not allowed`;
  if (claim === "aud") return `Audience ${shown([payload.aud].flat().join(", "))} is not allowed`;
  return `Its ${claim} can’t be read`;
}

/** A time in seconds since 1970, whatever a token says there. */
function timeOf(at: number | undefined): string {
  const time = new Date((at ?? 0) * 1_000);
  return Number.isNaN(time.getTime()) ? "no time" : time.toISOString();
}
