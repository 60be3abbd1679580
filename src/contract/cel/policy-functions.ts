import { celEnv, celFunc, type CelFunc, celMap, CelScalar, listType } from "@bufbuild/cel";
import ipaddr from "ipaddr.js";
import type { RE2JS } from "re2js";
import { builtPattern } from "#contract/modules/re2-steps.ts";
import {
  type Cookie,
  cookiesOf,
  NO_COOKIE,
  paramsOf,
  type PolicyMessage,
  valuesOf,
} from "./policy-message.ts";

const { STRING, BOOL, DYN } = CelScalar;

/** What the functions look at: evaluation never waits, so there is one at a time. */
let current: PolicyMessage | null = null;

/** Runs with the message that the functions look at. */
export function within<T>(message: PolicyMessage, run: () => T): T {
  current = message;
  try {
    return run();
  } finally {
    current = null;
  }
}

function looked(): PolicyMessage {
  if (!current) throw new Error("Policies are evaluated with their message.");
  return current;
}

type Half = "request" | "response";
const headerOf = (half: Half, name: string): string[] => valuesOf(looked()[half]?.headers, name);
const paramOf = (name: string): string[] => paramsOf(looked().request?.target ?? "").get(name) ?? [];
const cookieOf = (half: Half, name: string): Cookie | undefined =>
  cookiesOf(looked(), half).find((one) => one.get("Name") === name);

const has = (name: string, of: (name: string) => boolean): CelFunc => celFunc(name, [STRING], BOOL, of);
const lists = (name: string, of: (name: string) => string[]): CelFunc =>
  celFunc(name, [STRING], listType(STRING), of);
const cookie = (name: string, half: Half): CelFunc =>
  celFunc(name, [STRING], DYN, (wanted) => celMap(cookieOf(half, wanted) ?? NO_COOKIE));

/** Ranges may be written with host bits here, as in the family's examples. One that is none holds nobody. */
function inRange(ip: string, cidr: string): boolean {
  try {
    const address = ipaddr.process(ip.replace(/%.*$/, ""));
    const [range, bits] = ipaddr.parseCIDR(cidr);
    return address.kind() === range.kind() && address.match(range, bits);
  } catch {
    return false;
  }
}

const FUNCTIONS = [
  has("hasReqHeader", (name) => headerOf("request", name).length > 0),
  lists("getReqHeader", (name) => headerOf("request", name)),
  has("hasQueryParam", (name) => paramOf(name).length > 0),
  lists("getQueryParam", paramOf),
  has("hasReqCookie", (name) => cookieOf("request", name) !== undefined),
  cookie("getReqCookie", "request"),
  has("hasResHeader", (name) => headerOf("response", name).length > 0),
  lists("getResHeader", (name) => headerOf("response", name)),
  has("hasResCookie", (name) => cookieOf("response", name) !== undefined),
  cookie("getResCookie", "response"),
  celFunc("inCidrRange", [STRING, STRING], BOOL, inRange),
  celFunc("inCidrRanges", [STRING, listType(STRING)], BOOL, (ip, ranges) =>
    [...ranges].some((range) => typeof range === "string" && inRange(ip, range)),
  ),
];

/** Steps of a pattern over a text: the pattern is the operator's, the text a visitor's. */
const PATTERN_STEPS_MAX = 4_000_000;
const PATTERNS_MAX = 2_000;
const patterns = new Map<string, RE2JS>();

/**
 * A pattern in RE2, made once.
 *
 * @throws Error where it can’t be.
 */
function patternOf(text: string): RE2JS {
  const known = patterns.get(text) ?? builtPattern(text);
  if (patterns.size >= PATTERNS_MAX) patterns.clear();
  patterns.set(text, known);
  return known;
}

/** @throws Error where a pattern would take too long over a text. */
export function bounded(pattern: RE2JS, text: string): void {
  if (pattern.programSize() * text.length > PATTERN_STEPS_MAX)
    throw new Error("the text is too long for this pattern");
}

/** The library with the functions of policies. */
export const POLICY_ENV = celEnv({
  funcs: FUNCTIONS,
  re2: {
    compile: (text) => {
      const pattern = patternOf(text);
      return {
        test: (value) => {
          bounded(pattern, value);
          return pattern.matcher(value).find();
        },
      };
    },
  },
});
