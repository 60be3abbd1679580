import { JWT_CLOCK_TOLERANCE } from "#contract/modules/jwt-validation.ts";
import { own } from "#forms/json.ts";
import { formatDuration } from "#ui/duration.ts";
import { counted } from "#ui/format.ts";
import { fail, open, pass, type Finding } from "./finding.ts";
import type { Token } from "./token.ts";

/** A time above this is in milliseconds: as seconds it would be after the year 5000. */
const MILLISECONDS = 1e11;

/** `iss` must be one of the allow list, to the character. */
export function issuer(token: Token, allowed: readonly string[]): Finding {
  const iss = own(token.claims, "iss");
  if (typeof iss !== "string") return fail("The token has no iss.");
  return allowed.includes(iss) ? pass(`iss is ${iss}.`) : fail(`iss is ${iss}. ${nearest(iss, allowed)}`);
}

/** At least one `aud` must be in the allow list. */
export function audience(token: Token, allowed: readonly string[]): Finding {
  const aud = own(token.claims, "aud");
  const given = (Array.isArray(aud) ? (aud as unknown[]) : [aud]).filter((one) => typeof one === "string");
  const [first] = given;
  if (first === undefined) return fail("The token has no aud.");
  const hit = given.find((one) => allowed.includes(one));
  if (hit !== undefined) return pass(`aud has ${hit}.`);
  return fail(`aud is ${given.join(", ")}. ${nearest(first, allowed)}`);
}

/** What the allow list has instead; a value that differs in a slash, its case or its scheme is pointed out. */
function nearest(value: string, allowed: readonly string[]): string {
  if (allowed.length === 0) return "The form has none.";
  const differences: [string, (text: string) => string][] = [
    ["a trailing slash", (text) => text.replace(/\/+$/, "")],
    ["upper and lower case", (text) => text.toLowerCase()],
    ["http and https", (text) => text.replace(/^https?:/, "")],
    ["surrounding spaces", (text) => text.trim()],
  ];
  for (const [what, plain] of differences) {
    const near = allowed.find((one) => plain(one) === plain(value));
    if (near !== undefined) return `Allowed is ${near}. They differ in ${what}.`;
  }
  const more = allowed.length > 3 ? ` and ${allowed.length - 3} more` : "";
  return `Allowed: ${allowed.slice(0, 3).join(", ")}${more}.`;
}

/** `exp` must be after now (RFC 7519 §4.1.4). */
export function expiry(token: Token, now: number): Finding {
  const time = timeOf(token, "exp");
  if (time === undefined)
    return open("The token has no exp, so it never expires. The service may refuse it.");
  if (typeof time !== "number") return time;
  const left = time - now / 1000;
  if (left > 0) return pass(`exp is in ${about(left)}, ${stamp(time)}.`);
  return late(-left, `exp was ${about(-left)} ago, ${stamp(time)}.`);
}

/** `nbf` must not be after now (RFC 7519 §4.1.5). */
export function notBefore(token: Token, now: number): Finding {
  const time = timeOf(token, "nbf");
  if (time === undefined) return pass("The token has no nbf.");
  if (typeof time !== "number") return time;
  const wait = time - now / 1000;
  if (wait <= 0) return pass(`nbf was ${stamp(time)}.`);
  return late(wait, `nbf is in ${about(wait)}, ${stamp(time)}.`);
}

/** The API names no leeway: a service may have another one (decisions/modules/jwt-tester.md). */
function late(seconds: number, why: string): Finding {
  return seconds > JWT_CLOCK_TOLERANCE ? fail(why) : open(`${why} Clocks may differ a little.`);
}

function timeOf(token: Token, name: "exp" | "nbf"): number | Finding | undefined {
  const value = own(token.claims, name);
  if (value === undefined) return undefined;
  if (typeof value !== "number" || !Number.isFinite(value))
    return fail(`${name} is not a number of seconds since 1970.`);
  return Math.abs(value) > MILLISECONDS
    ? fail(`${name} is ${value}, which looks like milliseconds. It must be seconds since 1970.`)
    : value;
}

const DAY = 86_400;
const YEAR = 365.2425 * DAY;

/** A length to its second, to its minute once it is long, to its day once that is far, then in years. */
function about(seconds: number): string {
  if (seconds >= 2 * YEAR) return `about ${counted(Math.round(seconds / YEAR), "year")}`;
  if (seconds >= 14 * DAY) return formatDuration(Math.round(seconds / DAY) * DAY);
  return formatDuration(seconds < 3600 ? Math.max(1, Math.round(seconds)) : Math.round(seconds / 60) * 60);
}

function stamp(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
