import { quoted } from "./json-text.ts";
import { isSecretName, REDACTED } from "./redact.ts";
import { redactPairs } from "./redact-pairs.ts";
import type { SentHeaders } from "./trail.ts";

/** Where an event tells what it has not: paths of what was redacted, and of what was cut; null = nothing. */
export type LeftOut = { redacted: string[] | null; truncated: string[] | null };

/** Characters of all headers of a request, or of an answer, that are kept. */
const KEPT_MAX = 16_384;

/** What a header of this name is: the name as events have it, whether it is a secret, and what its values are like. */
type NameFacts = {
  shown: string;
  secret: boolean;
  values: "address" | "text" | "challenge" | "protocols";
  /** Values that hold no secret, as events have them in JSON. Visitors repeat theirs with each request. */
  open: Map<string, string>;
};
const ADDRESSES = new Set(["referer", "location", "content-location"]);

/** Visitors choose names and values, so only so many are kept, and no long ones. */
const names = new Map<string, NameFacts>();
const NAMES_MAX = 2_000;
const VALUES_MAX = 4_000;
const VALUE_LENGTH = 200;
let values = 0;

function forget(): void {
  names.clear();
  values = 0;
}

function factsOf(name: string): NameFacts {
  const kept = names.get(name);
  if (kept) return kept;
  const lower = name.toLowerCase();
  // Also behind underscores: __proto__ is no name for a field.
  const shown = lower.replaceAll(/(?:^|-)_*[a-z]/g, (start) => start.toUpperCase());
  const facts = { shown, secret: isSecretName(name), values: valuesOf(lower), open: new Map() };
  if (names.size >= NAMES_MAX) forget();
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
function cleanValue({ secret, values }: NameFacts, given: string): string {
  if (secret || (values === "protocols" && TOKEN_AMONG_PROTOCOLS.test(given))) return REDACTED;
  const found = values === "challenge" ? -1 : given.search(CREDENTIALS);
  const open = found < 0 ? given : given.slice(0, found);
  const clean = redactPairs(open, values === "address" ? "address" : "text", ignore);
  return found < 0 ? clean : clean + REDACTED;
}

/** A value that is in no list of headers, in JSON. */
export function valueText(name: string, given: string): string {
  const facts = factsOf(name);
  return quoted(facts.open.has(given) ? given : cleanValue(facts, given));
}

/** Puts headers together as events have them: names capitalized, values in lower case, a list each. */
class Collected {
  private readonly names: string[] = [];
  /** Of each name, in JSON. */
  private readonly lists: string[] = [];
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
    const facts = factsOf(name);
    const { shown } = facts;
    this.room -= shown.length;
    if (this.room <= 0) {
      (this.left.truncated ??= []).push(this.at);
      return false;
    }
    const known = this.asSent ? undefined : facts.open.get(given);
    if (known !== undefined && given.length <= this.room) {
      this.room -= given.length;
      this.put(shown, known);
      return true;
    }
    let value = cleanValue(facts, given);
    const open = value === given;
    if (!open) (this.left.redacted ??= []).push(`${this.at}.${shown}`);
    if (value.length > this.room) {
      value = value.slice(0, this.room);
      (this.left.truncated ??= []).push(`${this.at}.${shown}`);
    }
    this.room -= value.length;
    const text = quoted(this.asSent ? value : value.toLowerCase());
    if (open && !this.asSent && given.length <= VALUE_LENGTH && value.length === given.length) {
      if (values >= VALUES_MAX) forget();
      values += 1;
      facts.open.set(given, text);
    }
    this.put(shown, text);
    return true;
  }

  private put(shown: string, value: string): void {
    const index = this.names.indexOf(shown);
    if (index < 0) {
      this.names.push(shown);
      this.lists.push(value);
    } else this.lists[index] += `,${value}`;
  }

  text(): string {
    let text = "";
    for (let i = 0; i < this.names.length; i += 1)
      text += `${i === 0 ? "{" : ","}${quoted(this.names[i] ?? "")}:[${this.lists[i]}]`;
    return text === "" ? "{}" : `${text}}`;
  }
}

function ignore(): void {
  // That the header holds one is told, not which.
}

/** Of a request, in JSON: `[name, value, name, value …]`. `asSent` leaves values in their case. */
export function requestHeaders(pairs: readonly string[], at: string, left: LeftOut, asSent = false): string {
  const collected = new Collected(at, left, asSent);
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const name = pairs[i] ?? "";
    if (!name.startsWith(":") && !collected.add(name, pairs[i + 1] ?? "")) break;
  }
  return collected.text();
}

/** Of an answer, in JSON: as they are handed to Node. */
export function answerHeaders(headers: SentHeaders, at: string, left: LeftOut): string {
  const collected = new Collected(at, left, false);
  for (const name in headers) {
    const value = headers[name] ?? "";
    const more = Array.isArray(value)
      ? value.every((one) => collected.add(name, one))
      : collected.add(name, String(value));
    if (!more) break;
  }
  return collected.text();
}
