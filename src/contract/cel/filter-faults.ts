import type { FieldFacts, FieldType } from "#contract/traffic/fields.ts";
import { nearest } from "../nearest.ts";
import { functionFault } from "./filter-words.ts";
import { typeOf } from "./filter-types.ts";
import type { Expr } from "./parsed.ts";
import { type FaultAt, type Names, pathOf, refuse, textOf, type Variable, walked } from "./walker.ts";

/** Fields that filters may name, by their dotted names. */
export type FilterFields = Readonly<Record<string, Pick<FieldFacts, "type">>>;

/** What an event is called in a filter. */
export const VARIABLE = "ev";

/** What has names or places of its own. */
const CONTAINERS: readonly FieldType[] = ["headers", "maps", "names", "decisions"];

/** So many fields are named where another can’t be used. */
const SHOWN_MAX = 8;

const ASKED = "@has";
/** The variable of an answer of has(): nobody can write such a name. */
export const askedName = (index: number): string => `${ASKED}${index}`;

/** What a filter may name, and what it does. */
class FilterNames implements Names {
  /** The fields that it names. */
  readonly named = new Set<string>();
  /** The paths that has() asks for. Each is a variable of its own now: the library's fails where an object on the way is not there. */
  readonly asked: (readonly string[])[] = [];
  private readonly fields: FilterFields;
  private readonly unusable: FilterFields;

  constructor(fields: FilterFields, unusable: FilterFields) {
    this.fields = fields;
    this.unusable = unusable;
  }

  functionFault = functionFault;

  path(path: readonly string[], asked: boolean): Variable | null {
    this.field(path, asked);
    if (!asked) return null;
    this.asked.push(path.slice(1));
    return { name: askedName(this.asked.length - 1), length: path.length };
  }

  isBool(expr: Expr): boolean {
    const path = pathOf(expr);
    if (path?.[0]?.startsWith(ASKED)) return true;
    return path?.[0] === VARIABLE && this.fields[path.slice(1).join(".")]?.type === "bool";
  }

  /** A path that begins with a variable. `asked` = only whether it is there. */
  private field(path: readonly string[], asked: boolean): void {
    const shown = path.join(".");
    if (path[0] !== VARIABLE)
      refuse(`knows only ${VARIABLE}, not ${path[0]}. Example: ${VARIABLE}.conn.client_ip`);
    for (let length = path.length; length > 1; length -= 1) {
      const name = path.slice(1, length).join(".");
      if (Object.hasOwn(this.unusable, name)) this.refuseUnusable(name);
      const type = Object.hasOwn(this.fields, name) ? this.fields[name]?.type : undefined;
      if (type === undefined) continue;
      if (length < path.length && !CONTAINERS.includes(type))
        refuse(
          `has ${shown}, but ${VARIABLE}.${name} has no fields. ${/^(?:size|len|length)$/.test(path[length] ?? "") ? `Write size(${VARIABLE}.${name})` : `Compare ${VARIABLE}.${name}`}`,
        );
      this.named.add(name);
      return;
    }
    const below = this.below(path.slice(1));
    if (below === "") {
      const wanted = path.slice(1).join(".");
      const parent = Object.keys(this.unusable).find((name) => name.startsWith(`${wanted}.`));
      if (wanted !== "" && parent !== undefined) this.refuseUnusable(wanted);
      const near = nearest(wanted, [...Object.keys(this.fields), ...Object.keys(this.unusable)]);
      if (near !== undefined) refuse(`has an unknown field: ${shown}. Did you mean ${VARIABLE}.${near}?`);
      const beside = this.below(path.slice(1, -1));
      refuse(`has an unknown field: ${shown}${beside && `. ${path.slice(0, -1).join(".")} has ${beside}`}`);
    }
    if (!asked) refuse(`has ${shown}, which is an object. Compare one of its fields: ${below}`);
  }

  private refuseUnusable(name: string): never {
    const usable = Object.keys(this.fields);
    const instead =
      usable.length > SHOWN_MAX
        ? "Choose another field"
        : `Use one of ${usable.map((one) => `${VARIABLE}.${one}`).join(", ")}`;
    return refuse(`can’t use ${VARIABLE}.${name}. ${instead}`);
  }

  /** The type of a field, and of none below it. */
  typeOf(path: readonly string[]): FieldType | undefined {
    const name = path.join(".");
    return Object.hasOwn(this.fields, name) ? this.fields[name]?.type : undefined;
  }

  /** The next names below a path, in words. */
  private below(path: readonly string[]): string {
    const start = path.map((name) => `${name}.`).join("");
    const names = Object.keys(this.fields).filter((name) => name.startsWith(start));
    return [...new Set(names.map((name) => name.slice(start.length).split(".")[0] ?? ""))].join(", ");
  }
}

/**
 * The texts that an event must have for an expression to hold: `a == "x" && …` needs "x". What is not found in the JSON of
 * an event need not be read any further.
 */
function neededBy(expr: Expr | undefined): string[] {
  if (expr?.exprKind.case !== "callExpr") return [];
  const { function: name, args } = expr.exprKind.value;
  if (name === "_&&_") return args.flatMap(neededBy);
  if (name !== "_==_" || !args.some((arg) => pathOf(arg)?.[0] === VARIABLE)) return [];
  return args.flatMap((arg) => textOf(arg) ?? []);
}

export type Checked =
  | FaultAt
  | { named: ReadonlySet<string>; asked: readonly (readonly string[])[]; needs: readonly string[] };

/**
 * Why an expression can’t be a filter, to follow "The filter"; else what it names. Nothing is run. Fields of `unusable` are
 * there, but not for this kind of filter. `typed` = operators and functions must be able to take what they are given.
 */
export function checkFilter(
  expr: Expr,
  fields: FilterFields,
  unusable: FilterFields,
  typed: boolean,
): Checked {
  const names = new FilterNames(fields, unusable);
  const needs = neededBy(expr);
  const seen = walked(expr, names, `${VARIABLE}.conn.server_port == 443`, () => {
    if (typed) typeOf(expr, (path) => names.typeOf(path));
  });
  return "fault" in seen ? seen : { named: names.named, asked: names.asked, needs };
}
