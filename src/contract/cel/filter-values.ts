import type { Type } from "./filter-type-words.ts";
import type { Expr } from "./parsed.ts";
import { type Call, refuse, textOf } from "./walker.ts";

const LARGEST = 2n ** 63n - 1n;

/** Texts that a conversion takes, and one of them. */
const TEXTS: Readonly<Record<string, readonly [takes: RegExp, example: string]>> = {
  bool: [/^(?:1|0|[tf]|true|false|True|False|TRUE|FALSE)$/, "true"],
  double: [/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$|^(?:nan|[-+]?inf(?:inity)?)$/i, "0.5"],
  duration: [/^[-+]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:h|m|s|ms|us|µs|ns))+)$/, "90s"],
  int: [/^[-+]?\d+$/, "443"],
  timestamp: [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)$/, "2026-11-22T10:00:00Z"],
  uint: [/^\d+$/, "443"],
};

const constantOf = (expr: Expr | undefined) =>
  expr?.exprKind.case === "constExpr" ? expr.exprKind.value.constantKind : undefined;

/** @throws Fault where a function has too few or too many values, or one that it can never take. */
export function checkValues({ function: name, target, args }: Call): void {
  const given = target ? [target, ...args] : args;
  const count = `${given.length} ${given.length === 1 ? "value" : "values"}`;
  if (name === "size" && given.length !== 1)
    refuse(`has size() with ${count}. Example: size(ev.conn.server_name) > 3`);
  if (name.startsWith("get") && (!target || args.length > 1))
    refuse(`has ${name}() with ${count}. Example: timestamp("2026-11-22T10:00:00Z").${name}() == 1`);
  const takes = TEXTS[name];
  if (!takes) return;
  const [wanted, example] = takes;
  if (target || args.length !== 1) refuse(`has ${name}() with ${count}. Example: ${name}("${example}")`);
  const text = textOf(args[0]);
  if (text !== null && !wanted.test(text))
    refuse(`has ${name}() of a text that is none. Example: ${name}("${example}")`, args[0]?.id);
}

/** @throws Fault where a calculation fails for every event. */
export function checkDivision({ function: name, args: [, by] }: Call): void {
  const kind = constantOf(by);
  const whole = kind?.case === "int64Value" || kind?.case === "uint64Value";
  if ((name === "_/_" || name === "_%_") && whole && kind.value === 0n)
    refuse("divides by 0. Divide by another number", by?.id);
}

/** @throws Fault where a number is larger than any that is compared. */
export function checkConstant(expr: Expr): void {
  const kind = constantOf(expr);
  if (kind?.case === "int64Value" && (kind.value > LARGEST || kind.value < -LARGEST - 1n))
    refuse(`has a number that is too large: ${kind.value}. Use at most ${LARGEST}`, expr.id);
}

/** @throws Fault where nothing can be at a place of it. */
export function checkPlace({ args: [of] }: Call, type: Type, said: string): void {
  if (!["any", "list", "map"].includes(type))
    refuse(`has a place of ${said}. Only lists and maps have places: compare it as a whole`, of?.id);
}

type Map = {
  messageName: string;
  entries: readonly { keyKind: { case?: string | undefined; value?: unknown } }[];
};

/** @throws Fault where a map that is written out can’t be created. */
export function checkMap({ messageName, entries }: Map): void {
  if (messageName !== "") refuse(`has ${messageName}{…}. Write lists as [1, 2] and maps as {"a": 1}`);
  const seen = new Set<unknown>();
  for (const { keyKind } of entries) {
    const key = keyKind.case === "mapKey" ? (keyKind.value as Expr) : undefined;
    const kind = constantOf(key);
    if (kind?.case === "doubleValue")
      refuse("has a map with a decimal key. Use a text or a whole number", key?.id);
    if (kind && seen.has(kind.value)) refuse("has a map with a key twice. Remove one", key?.id);
    seen.add(kind?.value);
  }
}
