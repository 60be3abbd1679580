import { isSecretName, REDACTED, redactPairs } from "./redact.ts";
import type { SentHeaders } from "./trail.ts";

export type HeaderMap = Record<string, string[]>;
/** Where an event tells what it has not: paths of what was redacted, and of what was cut; null = nothing. */
export type LeftOut = { redacted: string[] | null; truncated: string[] | null };

/** Characters of all headers of a request, or of an answer, that are kept. */
const KEPT_MAX = 16_384;

/** What a header of this name is: the name as events have it, whether it is a secret or one address as a whole. */
type NameFacts = { shown: string; secret: boolean; address: boolean };
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
  const facts = { shown, secret: isSecretName(name), address: ADDRESSES.has(lower) };
  if (names.size >= NAMES_MAX) names.clear();
  if (name.length <= 100) names.set(name, facts);
  return facts;
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
    const { shown, secret, address } = factsOf(name);
    this.room -= shown.length;
    if (this.room <= 0) {
      (this.left.truncated ??= []).push(this.at);
      return false;
    }
    let value = secret ? REDACTED : redactPairs(given, address ? "address" : "text", ignore);
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
