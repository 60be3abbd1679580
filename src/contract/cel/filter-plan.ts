import { type CelInput, type CelResult, isCelError, parse, plan } from "@bufbuild/cel";
import { type FilterFields, VARIABLE } from "./filter-faults.ts";
import type { Expr } from "./parsed.ts";
import { quickEnv } from "./quick-env.ts";
import type { Read } from "./quick-verdict.ts";
import { type Variable, walked } from "./walker.ts";

export { parse };

/** What changes a value on its way into an expression. */
type Convert = (value: unknown) => CelInput;

/** Nobody can write such names. */
const FIELD = "@field";
const CONSTANT = "@constant";

/** A filter that was checked: the fields that it names, and what it only asks for, as the variables that stand for that. */
type Given = { named: ReadonlySet<string>; asked: ReadonlyMap<string, string> };

/** Of one filter. */
export type Planner = {
  /** A part, ready to run. */
  planned: (part: Expr) => (read: Read) => CelResult;
  compile: ReturnType<typeof quickEnv>["compile"];
};

/**
 * Makes parts of a filter ready to run. Each field is a variable of its own, since the library copies an object at each step into
 * it, and what is the same for all events is worked out once.
 */
export function planner(fields: FilterFields, { named, asked }: Given): Planner {
  const { env, compile } = quickEnv();
  const toTime = plan(env, parse("timestamp(text)"));
  const conversions: Partial<Record<string, Convert>> = {
    int32: toInt,
    int64: toInt,
    timestamp: (value) => toTime({ text: value as string }) as CelInput,
  };
  const names = [...named];
  const used = names.map((name, i) => ({
    name,
    as: `${FIELD}${i}`,
    convert: conversions[fields[name]?.type ?? ""],
  }));
  const planned = (part: Expr) => {
    const expr = structuredClone(part);
    walked(expr, { path: (path) => fieldOf(path, names), isBool: () => true }, null);
    const bound: Record<string, CelInput> = {};
    fold(expr, (constant) => {
      const value = plan(env, constant)();
      if (isCelError(value)) return null;
      const as = `${CONSTANT}${Object.keys(bound).length}`;
      bound[as] = value;
      return as;
    });
    const evaluate = plan(env, expr);
    return (read: Read) => {
      for (const { name, as, convert } of used) {
        const value = read(name);
        bound[as] = value === undefined || !convert ? (value as CelInput) : convert(value);
      }
      for (const [as, path] of asked) bound[as] = read(path) !== undefined;
      return evaluate(bound);
    };
  };
  return { planned, compile };
}

/** The variable of the field that a path leads to, or into. */
function fieldOf(path: readonly string[], names: readonly string[]): Variable | null {
  if (path[0] !== VARIABLE) return null;
  for (let length = path.length; length > 1; length -= 1) {
    const index = names.indexOf(path.slice(1, length).join("."));
    if (index >= 0) return { name: `${FIELD}${index}`, length };
  }
  return null;
}

/** Puts a variable in place of each part that names nothing, and is no constant already; `as` = its name, null = it stays. */
function fold(expr: Expr, as: (constant: Expr) => string | null): void {
  const kind = expr.exprKind;
  if (kind.case === "constExpr" || kind.case === "identExpr") return;
  const name = namesNothing(expr) ? as(expr) : null;
  if (name !== null) {
    Object.assign(kind, { case: "identExpr", value: { $typeName: "cel.expr.Expr.Ident", name } });
    return;
  }
  for (const inner of below(kind.value)) fold(inner, as);
}

function namesNothing(expr: Expr): boolean {
  return (
    expr.exprKind.case !== "identExpr" &&
    expr.exprKind.case !== "comprehensionExpr" &&
    below(expr.exprKind.value).every(namesNothing)
  );
}

/** The expressions right below a part. */
function below(part: unknown): Expr[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.values(part).flatMap((one: unknown) =>
    typeof one === "object" && one !== null && "exprKind" in one ? [one as Expr] : below(one),
  );
}

function toInt(value: unknown): CelInput {
  return Number.isInteger(value) ? BigInt(value as number) : (value as CelInput);
}
