import { VARIABLE } from "./filter-faults.ts";
import type { Expr } from "./parsed.ts";
import { pathOf, textOf } from "./walker.ts";

/** What an expression is, given what its fields hold, or undefined: ask the library. */
export type Quick = (read: Read) => boolean | undefined;
/** What a field holds in an event, by its name without `ev.`; undefined where it has none. */
export type Read = (name: string) => unknown;

/** Of fields whose values are compared as JSON has them, and a pattern ready to use; null where there is none. */
export type Shortcuts = { isPlain: (name: string) => boolean; patternOf: (pattern: string) => Test | null };
type Test = (text: string) => boolean;

type Call = Extract<NonNullable<Expr["exprKind"]>, { case: "callExpr" }>["value"];

const ORDER: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "_<_": (a, b) => a < b,
  "_<=_": (a, b) => a <= b,
  "_>_": (a, b) => a > b,
  "_>=_": (a, b) => a >= b,
};
/** The same comparison, with its sides the other way round. */
const TURNED: Readonly<Record<string, string>> = {
  "_<_": "_>_",
  "_<=_": "_>=_",
  "_>_": "_<_",
  "_>=_": "_<=_",
};

/**
 * A shortcut for an expression over fields that are texts or whole numbers, null where there is none. The library takes
 * microseconds for each step; this takes them away from what nearly every filter consists of, and leaves the rest to it. What it
 * answers is what the library answers (filter-parts.test.ts).
 */
export function quickVerdict(expr: Expr | undefined, by: Shortcuts): Quick | null {
  if (expr?.exprKind.case !== "callExpr") return null;
  const call = expr.exprKind.value;
  const [one, other] = call.args;
  switch (call.function) {
    case "_&&_":
      return joined(quickVerdict(one, by), quickVerdict(other, by), false);
    case "_||_":
      return joined(quickVerdict(one, by), quickVerdict(other, by), true);
    case "!_":
      return negated(quickVerdict(one, by));
    case "_==_":
    case "_!=_":
      return equal(call, call.function === "_==_", by);
    case "@in":
      return among(one, other, by);
    default:
      return ORDER[call.function] ? ordered(call, by) : tested(call, by);
  }
}

function negated(inner: Quick | null): Quick | null {
  return (
    inner &&
    ((read) => {
      const is = inner(read);
      return is === undefined ? undefined : !is;
    })
  );
}

/** `decisive` = what one side alone decides: false of &&, true of ||. */
function joined(a: Quick | null, b: Quick | null, decisive: boolean): Quick | null {
  if (!a || !b) return null;
  return (read) => {
    const first = a(read);
    if (first === decisive) return decisive;
    const second = b(read);
    if (second === decisive) return decisive;
    return first === undefined || second === undefined ? undefined : !decisive;
  };
}

/** A constant that is compared: a text or a whole number; null of anything else. */
function constant(expr: Expr | undefined): string | number | null {
  const kind = expr?.exprKind.case === "constExpr" ? expr.exprKind.value.constantKind : undefined;
  if (kind?.case === "stringValue") return kind.value;
  if (kind?.case !== "int64Value") return null;
  const number = Number(kind.value);
  return Number.isSafeInteger(number) ? number : null;
}

/** Of the same kind, so that the library compares them as they are. */
const isLike = (value: unknown, than: string | number): value is string | number =>
  typeof value === typeof than && (typeof value === "string" || Number.isSafeInteger(value));

function equal({ args: [one, other] }: Call, wanted: boolean, by: Shortcuts): Quick | null {
  const [first, second] = [fieldOf(one, by), fieldOf(other, by)];
  const field = first ?? second;
  const than = constant(first === null ? one : other);
  if (field === null || than === null) return null;
  return (read) => {
    const value = read(field);
    return isLike(value, than) ? (value === than) === wanted : undefined;
  };
}

function ordered({ function: name, args: [one, other] }: Call, by: Shortcuts): Quick | null {
  const first = fieldOf(one, by);
  const field = first ?? fieldOf(other, by);
  const than = constant(first === null ? one : other);
  const compare = ORDER[first === null ? (TURNED[name] ?? "") : name];
  if (field === null || typeof than !== "number" || !compare) return null;
  return (read) => {
    const value = read(field);
    return typeof value === "number" && isLike(value, than) ? compare(value, than) : undefined;
  };
}

function among(one: Expr | undefined, list: Expr | undefined, by: Shortcuts): Quick | null {
  const field = fieldOf(one, by);
  if (field === null || list?.exprKind.case !== "listExpr") return null;
  const all = list.exprKind.value.elements.map(constant);
  const [first] = all;
  if (first === undefined || first === null || all.some((one) => typeof one !== typeof first)) return null;
  const set = new Set<unknown>(all);
  return (read) => {
    const value = read(field);
    return isLike(value, first) ? set.has(value) : undefined;
  };
}

const TESTS: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  startsWith: (text, part) => text.startsWith(part),
  endsWith: (text, part) => text.endsWith(part),
  contains: (text, part) => text.includes(part),
};

function tested({ function: name, target, args }: Call, by: Shortcuts): Quick | null {
  const part = textOf(args[0]);
  const field = fieldOf(target, by);
  if (field === null || args.length !== 1 || part === null) return null;
  const own = TESTS[name];
  const test = own ? (text: string) => own(text, part) : name === "matches" ? by.patternOf(part) : null;
  return (
    test &&
    ((read) => {
      const value = read(field);
      return typeof value === "string" ? test(value) : undefined;
    })
  );
}

/** The field that an expression is, and nothing else. */
function fieldOf(expr: Expr | undefined, { isPlain }: Shortcuts): string | null {
  const path = expr && pathOf(expr);
  if (path?.[0] !== VARIABLE) return null;
  const name = path.slice(1).join(".");
  return isPlain(name) ? name : null;
}
