import { isSecretName, REDACTED, redactPairs } from "./redact.ts";

export type HeaderMap = Record<string, string[]>;
/** Where events tell what they left out: paths of what was redacted, and of what was cut. */
export type LeftOut = { redacted: string[]; truncated: string[] };

/** Characters of all headers of a request, or of an answer, that are kept. */
const KEPT_MAX = 16_384;

type NameFacts = { shown: string; secret: boolean; address: boolean };
const names = new Map<string, NameFacts>();
const NAMES_MAX = 2_000;

function factsOf(name: string): NameFacts {
  const kept = names.get(name);
  if (kept) return kept;
  const shown = name.toLowerCase().replaceAll(/(^|-)[a-z]/g, (first) => first.toUpperCase());
  const facts = { shown, secret: isSecretName(name), address: ADDRESSES.has(name.toLowerCase()) };
  if (names.size >= NAMES_MAX) names.clear();
  if (name.length <= 100) names.set(name, facts);
  return facts;
}

/** Headers that are one address as a whole. */
const ADDRESSES = new Set(["referer", "location", "content-location"]);

/** `[name, value, name, value …]` as events have headers: names capitalized, values in lower case, a list each. */
export function headerMap(pairs: readonly string[], at: string, left: LeftOut, asSent = false): HeaderMap {
  // Visitors choose names: none may mean something else.
  const map = Object.create(null) as HeaderMap;
  let room = KEPT_MAX;
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const name = pairs[i] ?? "";
    if (name.startsWith(":")) continue;
    const { shown, secret, address } = factsOf(name);
    room -= shown.length;
    if (room <= 0) {
      left.truncated.push(at);
      break;
    }
    let value = pairs[i + 1] ?? "";
    const where = `${at}.${shown}`;
    const redacted = secret ? REDACTED : redactPairs(value, address ? "address" : "text", () => undefined);
    if (redacted !== value) left.redacted.push(where);
    value = redacted;
    if (value.length > room) {
      value = value.slice(0, room);
      left.truncated.push(where);
    }
    room -= value.length;
    (map[shown] ??= []).push(asSent ? value : value.toLowerCase());
  }
  return map;
}

/** Headers as they are handed to Node. */
export function headerPairs(
  headers: Readonly<Record<string, string | number | readonly string[]>>,
): string[] {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => [name, String(value)]),
  );
}
