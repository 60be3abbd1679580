import type { parse } from "@bufbuild/cel";
import { re2Fault } from "#contract/modules/re2.ts";
import type { FieldFacts, FieldType } from "#contract/traffic/fields.ts";

/** The tree of an expression. */
export type Expr = ReturnType<typeof parse>["expr"];

/** Fields that filters may name, by their dotted names. */
export type FilterFields = Readonly<Record<string, Pick<FieldFacts, "type">>>;

/** What an event is called in a filter. */
export const VARIABLE = "ev";

/** Parts of an expression, and calls inside calls: more is refused before anything is run. */
const PARTS_MAX = 400;
const DEPTH_MAX = 40;
/** What has names or places of its own. */
const CONTAINERS: readonly FieldType[] = ["headers", "maps", "names", "decisions"];
/** `exists` inside `exists` is as many steps as the product of the lists. */
const LOOPS_MAX = 2;

const TRUE_OR_FALSE = new Set(
  "_==_ _!=_ _<_ _<=_ _>_ _>=_ _&&_ _||_ !_ @in startsWith endsWith contains matches @not_strictly_false bool".split(
    " ",
  ),
);
const OTHERS =
  "_+_ _-_ -_ _*_ _/_ _%_ _?_:_ _[_] size int uint double string bytes timestamp duration dyn type getFullYear getMonth getDate getDayOfMonth getDayOfWeek getDayOfYear getHours getMinutes getSeconds getMilliseconds";
const FUNCTIONS = new Set([...TRUE_OR_FALSE, ...OTHERS.split(" ")]);

const IDENT = "cel.expr.Expr.Ident";
const ASKED = "@has";
/** The variable of an answer of has(): nobody can write such a name. */
export const askedName = (index: number): string => `${ASKED}${index}`;

class Fault extends Error {}
const refuse = (message: string): never => {
  throw new Fault(message);
};

/** Everything that an expression is checked against. */
class Walker {
  /** The fields that it names. */
  readonly named = new Set<string>();
  /** The paths that has() asks for. Each is a variable of its own now: the library's fails where an object on the way is not there. */
  readonly asked: (readonly string[])[] = [];
  private parts = 0;
  private readonly fields: FilterFields;
  private readonly unusable: FilterFields;

  constructor(fields: FilterFields, unusable: FilterFields) {
    this.fields = fields;
    this.unusable = unusable;
  }

  walk(expr: Expr | undefined, scope: ReadonlySet<string>, depth = 0, loops = 0): void {
    const kind = expr?.exprKind;
    this.parts += 1;
    if (this.parts > PARTS_MAX || depth > DEPTH_MAX) refuse("is too long or nested too deeply. Shorten it");
    const down = (inner: Expr | undefined): void => this.walk(inner, scope, depth + 1, loops);
    const path = expr && pathOf(expr);
    if (path && !scope.has(path[0] ?? "")) {
      const asked = kind?.case === "selectExpr" && kind.value.testOnly;
      this.field(path, asked);
      if (!asked) return undefined;
      const name = askedName(this.asked.length);
      Object.assign(kind, { case: "identExpr", value: { $typeName: IDENT, name } });
      this.asked.push(path.slice(1));
      return undefined;
    }
    switch (kind?.case) {
      case "selectExpr":
        return down(kind.value.operand);
      case "callExpr":
        return this.call(kind.value, down);
      case "listExpr":
        return kind.value.elements.forEach((element) => down(element));
      case "structExpr":
        return kind.value.entries.forEach(({ keyKind, value }) => {
          if (keyKind.case === "mapKey") down(keyKind.value);
          down(value);
        });
      case "comprehensionExpr": {
        if (loops >= LOOPS_MAX) refuse("has exists, all, map or filter nested more than twice");
        const { iterVar, iterVar2, accuVar, iterRange, accuInit, loopCondition, loopStep, result } =
          kind.value;
        const inner = new Set([...scope, iterVar, iterVar2, accuVar]);
        down(iterRange);
        for (const part of [accuInit, loopCondition, loopStep, result])
          this.walk(part, inner, depth + 1, loops + 1);
        return undefined;
      }
      default:
        return undefined;
    }
  }

  private call(
    { function: name, target, args }: Extract<NonNullable<Expr["exprKind"]>, { case: "callExpr" }>["value"],
    down: (inner: Expr | undefined) => void,
  ): void {
    if (!FUNCTIONS.has(name)) refuse(`has a function that does not exist: ${name}()`);
    if (name === "matches") {
      const pattern = textOf(args.at(-1));
      if (pattern === null) return refuse("needs a text in quotes as the pattern of matches()");
      const fault = re2Fault(pattern);
      if (fault !== null) refuse(`has a pattern that can’t be used: ${fault}`);
    }
    if (target) down(target);
    args.forEach((arg) => down(arg));
  }

  /** A path that begins with a variable. `asked` = only whether it is there. */
  private field(path: readonly string[], asked: boolean): void {
    const shown = path.join(".");
    if (path[0] !== VARIABLE)
      refuse(`knows only ${VARIABLE}, not ${path[0]}. Example: ${VARIABLE}.conn.client_ip`);
    for (let length = path.length; length > 1; length -= 1) {
      const name = path.slice(1, length).join(".");
      if (Object.hasOwn(this.unusable, name)) refuse(`can’t use ${VARIABLE}.${name}. Choose another field`);
      const type = Object.hasOwn(this.fields, name) ? this.fields[name]?.type : undefined;
      if (type === undefined) continue;
      if (length < path.length && !CONTAINERS.includes(type))
        refuse(`has ${shown}, but ${VARIABLE}.${name} has no fields`);
      this.named.add(name);
      return;
    }
    const below = this.below(path.slice(1));
    if (below === "") {
      const near = this.below(path.slice(1, -1));
      refuse(`has an unknown field: ${shown}${near && `. ${path.slice(0, -1).join(".")} has ${near}`}`);
    }
    if (!asked) refuse(`has ${shown}, which is an object. Compare one of its fields: ${below}`);
  }

  /** The next names below a path, in words. */
  private below(path: readonly string[]): string {
    const start = path.map((name) => `${name}.`).join("");
    const names = Object.keys(this.fields).filter((name) => name.startsWith(start));
    return [...new Set(names.map((name) => name.slice(start.length).split(".")[0] ?? ""))].join(", ");
  }

  /** Whether it can only be true or false. */
  decides(expr: Expr | undefined): boolean {
    const kind = expr?.exprKind;
    switch (kind?.case) {
      case "constExpr":
        return kind.value.constantKind.case === "boolValue";
      case "identExpr":
        return kind.value.name.startsWith(ASKED);
      case "selectExpr":
        return kind.value.testOnly || this.isBool(expr);
      case "callExpr": {
        const { function: name, args } = kind.value;
        if (name === "_?_:_") return this.decides(args[1]) && this.decides(args[2]);
        return TRUE_OR_FALSE.has(name) || this.isBool(expr);
      }
      case "comprehensionExpr": {
        const { accuInit, result, accuVar } = kind.value;
        const isAccu = result?.exprKind.case === "identExpr" && result.exprKind.value.name === accuVar;
        return this.decides(isAccu ? accuInit : result);
      }
      default:
        return false;
    }
  }

  private isBool(expr: Expr | undefined): boolean {
    const path = expr && pathOf(expr);
    return path?.[0] === VARIABLE && this.fields[path.slice(1).join(".")]?.type === "bool";
  }
}

/** `ev.conn["client_ip"]` → its names; null of anything that is no path of names. */
function pathOf(expr: Expr): string[] | null {
  const kind = expr.exprKind;
  if (kind.case === "identExpr") return [kind.value.name];
  if (kind.case === "selectExpr") {
    const path = kind.value.operand && pathOf(kind.value.operand);
    return path ? [...path, kind.value.field] : null;
  }
  if (kind.case !== "callExpr" || kind.value.function !== "_[_]") return null;
  const [of, key] = kind.value.args;
  const path = of && pathOf(of);
  const name = textOf(key);
  return path && name !== null ? [...path, name] : null;
}

function textOf(expr: Expr | undefined): string | null {
  const constant = expr?.exprKind.case === "constExpr" ? expr.exprKind.value.constantKind : undefined;
  return constant?.case === "stringValue" ? constant.value : null;
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
  | { fault: string }
  | { named: ReadonlySet<string>; asked: readonly (readonly string[])[]; needs: readonly string[] };

/**
 * Why an expression can’t be a filter, to follow "The filter"; else what it names. Nothing is run. Fields of `unusable` are
 * there, but not for this kind of filter.
 */
export function checkFilter(expr: Expr, fields: FilterFields, unusable: FilterFields): Checked {
  const walker = new Walker(fields, unusable);
  try {
    const needs = neededBy(expr);
    walker.walk(expr, new Set());
    if (!walker.decides(expr)) refuse(`must be true or false. Example: ${VARIABLE}.conn.server_port == 443`);
    return { named: walker.named, asked: walker.asked, needs };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}
