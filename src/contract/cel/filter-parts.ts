import type { CelResult } from "@bufbuild/cel";
import { conjunctSpans, type Span } from "./conjuncts.ts";
import { askedName, type FilterFields, VARIABLE } from "./filter-faults.ts";
import type { FilterFault, FilterRules } from "./filter-check.ts";
import type { Planner } from "./filter-plan.ts";
import { readFilter } from "./filter.ts";
import { type Quick, quickVerdict, type Read, type Shortcuts } from "./quick-verdict.ts";
import type { Expr } from "./parsed.ts";
import { pathOf } from "./walker.ts";

/** Whether a part holds for an event; a text says why that can’t be said, to follow the name of the part. */
export type Verdict = boolean | string;

/** One of the conditions that `&&` joins. An event passes the filter exactly if all parts are true of it. */
export type FilterPart = Span & {
  text: string;
  /** Fields that it compares, without `ev.`. */
  names: readonly string[];
  /** What it only asks whether it is there, without `ev.`. */
  asked: readonly string[];
  judge: (read: Read) => Verdict;
  /** Judges by the values of its fields, where there is a shortcut. */
  quick: Quick | null;
};

/** Types whose values the library compares as JSON has them. */
const PLAIN: readonly unknown[] = ["string", "int32", "int64"];

/** A filter by its parts, or why the text is none, to follow "The filter". */
export async function compileParts(
  text: string,
  fields: FilterFields,
  unusable: FilterFields = {},
  rules: FilterRules = {},
): Promise<readonly FilterPart[] | FilterFault> {
  const filter = await readFilter(text, fields, unusable, rules);
  if ("fault" in filter) return filter;
  const found = conjunctsOf(filter.expr);
  const spans = conjunctSpans(text);
  const pieces =
    found.length === spans.length
      ? spans.map((span, index) => ({ span, expr: found[index] as Expr }))
      : [{ span: { from: 0, to: text.length }, expr: filter.expr }];
  const shortcuts = shortcutsFor(filter, fields);
  return pieces.map(({ span, expr }) => {
    const used = usedBy(expr, filter);
    const evaluate = filter.planned(expr);
    return {
      ...span,
      ...used,
      text: text.slice(span.from, span.to),
      judge: (read) => verdictOf(evaluate(read), used.names, read),
      quick: quickVerdict(expr, shortcuts),
    };
  });
}

/** Patterns are built once, by what the library builds them with. */
const shortcutsFor = ({ compile }: Planner, fields: FilterFields): Shortcuts => ({
  isPlain: (name) => PLAIN.includes(fields[name]?.type),
  patternOf: (pattern) => {
    try {
      const found = compile(pattern);
      return (text) => found.test(text);
    } catch {
      // The library says what is wrong with it.
      return null;
    }
  },
});

/** The expressions that `&&` joins, in their order. */
function conjunctsOf(expr: Expr): Expr[] {
  const call = expr.exprKind.case === "callExpr" ? expr.exprKind.value : undefined;
  return call?.function === "_&&_" ? call.args.flatMap(conjunctsOf) : [expr];
}

type Asked = { named: ReadonlySet<string>; asked: readonly (readonly string[])[] };

function usedBy(expr: Expr, { named, asked }: Asked): { names: string[]; asked: string[] } {
  const paths = pathsIn(expr).map((path) => path.join("."));
  const isUsed = (name: string) => paths.some((path) => `${path}.`.startsWith(`${VARIABLE}.${name}.`));
  return {
    names: [...named].filter(isUsed),
    asked: asked.flatMap((path, index) => (paths.includes(askedName(index)) ? path.join(".") : [])),
  };
}

/** Every path of names in a tree, whatever is around it. */
function pathsIn(part: unknown): string[][] {
  if (typeof part !== "object" || part === null) return [];
  const own = "exprKind" in part ? pathOf(part as Expr) : null;
  return [...(own ? [own] : []), ...Object.values(part).flatMap(pathsIn)];
}

function verdictOf(result: CelResult, names: readonly string[], read: Read): Verdict {
  if (typeof result === "boolean") return result;
  const missing = names.find((name) => read(name) === undefined);
  if (missing !== undefined) return `the event has no ${missing}`;
  return result instanceof Error ? `it fails: ${result.message}` : "it is neither true nor false";
}
