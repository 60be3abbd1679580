import { isSecretName, REDACTED } from "./redact.ts";
import { redactPairs } from "./redact-pairs.ts";
import type { SentHeaders } from "./trail.ts";

export type HeaderMap = Record<string, string[]>;
/** Where an event tells what it has not: paths of what was redacted, and of what was cut; null = nothing. */
export type LeftOut = { redacted: string[] | null; truncated: string[] | null };

/** Characters of all headers of a request, or of an answer, that are kept. */
const KEPT_MAX = 16_384;

/** What a header of this name is: the name as events have it, whether it is a secret, and what its values are like. */
type NameFacts = { shown: string; secret: boolean; values: "address" | "text" | "challenge" | "protocols" };
const ADDRESSES = new Set(["referer", "location", "content-location"]);

/** Visitors choose names, so only so many are kept. */
const names = new Map<string, NameFacts>();
const NAMES_MAX = 2_000;

function factsOf(name: string): NameFacts {
  const kept = names.get(name);
  if (kept) return kept;
  const lower = name.toLowerCase();
  // Also behind underscores: __proto__ is no name for a field.
  const shown = lower.replaceAll(/(?:^|-)_*[a-z]/g, (start) => start.toUpperCase());
  const facts = { shown, secret: isSecretName(name), values: valuesOf(lower) };
  if (names.size >= NAMES_MAX) names.clear();
  if (name.length <= 100) names.set(name, facts);
  return facts;
}

function valuesOf(name: string): NameFacts["values"] {
  if (name === "sec-websocket-protocol") return "protocols";
  if (name === "www-authenticate" || name === "proxy-authenticate") return "challenge";
  return ADDRESSES.has(name) ? "address" : "text";
}

/** Credentials, whatever the header is called. */
const CREDENTIALS =
  /(?:^|\b(?=b))(?:bearer|basic|digest|negotiate|ntlm|dpop|token|apikey|aws4-hmac-sha256)[ \t]+[^\s]/i;
/** A browser can send no header with a WebSocket, so tokens come as the names of protocols: `bearer, TOKEN`. */
const TOKEN_AMONG_PROTOCOLS = /bearer|basic|auth|token|secret|jwt|key|[^\s,]{33}/i;

/** A header's value without secrets. */
export function cleanValue(name: string, given: string): string {
  const { secret, values } = factsOf(name);
  if (secret || (values === "protocols" && TOKEN_AMONG_PROTOCOLS.test(given))) return REDACTED;
  const found = values === "challenge" ? -1 : given.search(CREDENTIALS);
  const open = found < 0 ? given : given.slice(0, found);
  const clean = redactPairs(open, values === "address" ? "address" : "text", ignore);
  return found < 0 ? clean : clean + REDACTED;
}

/** Puts headers together as events have them: names capitalized, values in lower case, a list each. */
class Collected {
  readonly map: HeaderMap = {};
  private room = KEPT_MAX;
  private readonly at: string;
  private readonly left: LeftOut;
  private readonly asSent: boolean;

  constructor(at: string, left: LeftOut, asSent: boolean) {
    this.at = at;
    this.left = left;
    this.asSent = asSent;
  }

  /** False once there is no room for more. */
  add(name: string, given: string): boolean {
    const { shown } = factsOf(name);
    this.room -= shown.length;
    if (this.room <= 0) {
      (this.left.truncated ??= []).push(this.at);
      return false;
    }
    let value = cleanValue(name, given);
    if (value !== given) (this.left.redacted ??= []).push(`${this.at}.${shown}`);
    if (value.length > this.room) {
      value = value.slice(0, this.room);
      (this.left.truncated ??= []).push(`${this.at}.${shown}`);
    }
    this.room -= value.length;
    if (!this.asSent) value = value.toLowerCase();
    const list = this.map[shown];
    if (list) list.push(value);
    else this.map[shown] = [value];
    return true;
  }
}

function ignore(): void {
  // That the header holds one is told, not which.
}

/** Of a request: `[name, value, name, value …]`. `asSent` leaves values in their case. */
export function requestHeaders(
  pairs: readonly string[],
  at: string,
  left: LeftOut,
  asSent = false,
): HeaderMap {
  const collected = new Collected(at, left, asSent);
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const name = pairs[i] ?? "";
    if (!name.startsWith(":") && !collected.add(name, pairs[i + 1] ?? "")) break;
  }
  return collected.map;
}

/** Of an answer, as they are handed to Node. */
export function answerHeaders(headers: SentHeaders, at: string, left: LeftOut): HeaderMap {
  const collected = new Collected(at, left, false);
  for (const name in headers) {
    const value = headers[name] ?? "";
    const more = Array.isArray(value)
      ? value.every((one) => collected.add(name, one))
      : collected.add(name, String(value));
    if (!more) break;
  }
  return collected.map;
}
