import type { Expr } from "./parsed.ts";
import { re2Fault } from "#contract/modules/re2.ts";
import { nearest } from "../nearest.ts";

export type Call = Extract<NonNullable<Expr["exprKind"]>, { case: "callExpr" }>["value"];

/** Parts of an expression, and calls inside calls: more is refused before anything is run. */
const PARTS_MAX = 400;
const DEPTH_MAX = 40;
/** `exists` inside `exists` is as many steps as the product of the lists. */
const LOOPS_MAX = 2;

const TRUE_OR_FALSE = new Set(
  "_==_ _!=_ _<_ _<=_ _>_ _>=_ _&&_ _||_ !_ @in startsWith endsWith contains matches @not_strictly_false bool".split(
    " ",
  ),
);
const OTHERS =
  "_+_ _-_ -_ _*_ _/_ _%_ _?_:_ _[_] size int uint double string bytes timestamp duration dyn type getFullYear getMonth getDate getDayOfMonth getDayOfWeek getDayOfYear getHours getMinutes getSeconds getMilliseconds";
/** What an expression may call; operators have names like `_+_`. */
export const FUNCTIONS: ReadonlySet<string> = new Set([...TRUE_OR_FALSE, ...OTHERS.split(" ")]);

/** What is wrong with an expression, to follow its name. */
class Fault extends Error {
  readonly part: bigint | undefined;

  constructor(message: string, part?: bigint) {
    super(message);
    this.part = part;
  }
}
/** @param part the number of the part that is wrong, where it is not the one that is looked at. */
export const refuse = (message: string, part?: bigint): never => {
  throw new Fault(message, part);
};

/** A variable of its own in place of the first `length` names of a path. Nobody can write a name that begins with @. */
export type Variable = { name: string; length: number };

/** What the expressions of one kind may name. */
export type Names = {
  /**
   * A path that begins with a variable; `asked` = only whether it is there.
   *
   * @returns what stands in its place from now on; null = it stays.
   * @throws Fault where it is unknown.
   */
  path: (path: readonly string[], asked: boolean) => Variable | null;
  /** Whether a path, as it stands when the walk is over, holds true or false. */
  isBool: (expr: Expr) => boolean;
  /** Functions besides those of CEL: whether each answers true or false. */
  functions?: ReadonlyMap<string, boolean>;
  /** What is wrong where there is no such function, and what to change. */
  functionFault?: (name: string, near: string | undefined) => string;
  /** More to check of a call, before anything in it. */
  call?: (call: Call) => void;
};

/** Everything that an expression is checked against. */
class Walker {
  private parts = 0;
  /** The number of the part that is looked at. */
  at: bigint | undefined;
  /** Loops inside loops. */
  deepest = 0;
  private readonly names: Names;

  constructor(names: Names) {
    this.names = names;
  }

  walk(expr: Expr | undefined, scope: ReadonlySet<string>, depth = 0, loops = 0): void {
    const kind = expr?.exprKind;
    this.parts += 1;
    this.at = expr && (rootOf(expr) ?? expr).id;
    if (this.parts > PARTS_MAX || depth > DEPTH_MAX) refuse("is too long or nested too deeply. Shorten it");
    const down = (inner: Expr | undefined): void => this.walk(inner, scope, depth + 1, loops);
    const path = expr && pathOf(expr);
    if (path && !scope.has(path[0] ?? "")) {
      const variable = this.names.path(path, kind?.case === "selectExpr" && kind.value.testOnly);
      if (variable) put(expr, path.length - variable.length, variable.name);
      return undefined;
    }
    switch (kind?.case) {
      case "selectExpr":
        return down(kind.value.operand);
      case "callExpr":
        return this.call(kind.value, down, scope, loops);
      case "listExpr":
        return kind.value.elements.forEach((element) => down(element));
      case "structExpr":
        return kind.value.entries.forEach(({ keyKind, value }) => {
          if (keyKind.case === "mapKey") down(keyKind.value);
          down(value);
        });
      case "comprehensionExpr": {
        if (loops >= LOOPS_MAX) refuse("has exists, all, map or filter nested more than twice");
        this.deepest = Math.max(this.deepest, loops + 1);
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
    call: Call,
    down: (inner: Expr | undefined) => void,
    scope: ReadonlySet<string>,
    loops: number,
  ): void {
    const { function: name, target, args } = call;
    if (!FUNCTIONS.has(name) && !this.names.functions?.has(name)) {
      const near = nearest(name, [...FUNCTIONS, ...(this.names.functions?.keys() ?? [])].filter(isWord));
      refuse(
        this.names.functionFault?.(name, near) ??
          `has a function that does not exist: ${name}()${near ? `. Did you mean ${near}()?` : ""}`,
      );
    }
    this.names.call?.(call);
    if (name === "matches") {
      const pattern = textOf(args.at(-1));
      if (pattern === null) return refuse("needs a text in quotes as the pattern of matches()");
      const fault = re2Fault(pattern);
      if (fault !== null) refuse(`has a pattern that can’t be used: ${fault}`);
    }
    // `.map(x, x + x)` in a row doubles a text with each: 20 of them are a million times as much.
    if (name === "_+_" && loops > 0 && !isCollected(args[0], scope))
      refuse("has + inside exists, all, map or filter. Compare the parts one by one");
    if (target) down(target);
    args.forEach((arg) => down(arg));
  }

  /** Whether it can only be true or false. */
  decides(expr: Expr | undefined): boolean {
    const kind = expr?.exprKind;
    switch (kind?.case) {
      case "constExpr":
        return kind.value.constantKind.case === "boolValue";
      case "identExpr":
        return this.names.isBool(expr as Expr);
      case "selectExpr":
        return kind.value.testOnly || this.names.isBool(expr as Expr);
      case "callExpr": {
        const { function: name, args } = kind.value;
        if (name === "_?_:_") return this.decides(args[1]) && this.decides(args[2]);
        return (
          TRUE_OR_FALSE.has(name) ||
          this.names.functions?.get(name) === true ||
          this.names.isBool(expr as Expr)
        );
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
}

/** Operators have names like `_+_`. */
const isWord = (name: string): boolean => /^[a-z]/i.test(name);

/** What `map` and `filter` collect their results in: nobody can write such a name. */
const isCollected = (expr: Expr | undefined, scope: ReadonlySet<string>): boolean =>
  expr?.exprKind.case === "identExpr" &&
  expr.exprKind.value.name.startsWith("@") &&
  scope.has(expr.exprKind.value.name);

const IDENT = "cel.expr.Expr.Ident";

/** Puts a variable in place of what is `up` names above the end of a path. */
function put(expr: Expr | undefined, up: number, name: string): void {
  const kind = expr?.exprKind;
  if (up === 0) {
    if (kind) Object.assign(kind, { case: "identExpr", value: { $typeName: IDENT, name } });
  } else if (kind?.case === "selectExpr") put(kind.value.operand, up - 1, name);
  else if (kind?.case === "callExpr") put(kind.value.args[0], up - 1, name);
}

/** `ev.conn["client_ip"]` → its names; null of anything that is no path of names. */
export function pathOf(expr: Expr): string[] | null {
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

/** The part that a path of names begins with; null of anything else. */
export function rootOf(expr: Expr): Expr | null {
  const kind = expr.exprKind;
  if (kind.case === "identExpr") return expr;
  if (kind.case === "selectExpr") return kind.value.operand ? rootOf(kind.value.operand) : null;
  if (kind.case !== "callExpr" || kind.value.function !== "_[_]") return null;
  return kind.value.args[0] ? rootOf(kind.value.args[0]) : null;
}

export function textOf(expr: Expr | undefined): string | null {
  const constant = expr?.exprKind.case === "constExpr" ? expr.exprKind.value.constantKind : undefined;
  return constant?.case === "stringValue" ? constant.value : null;
}

/** What is wrong, to follow the name of what it is about, and the number of the part that is wrong. */
export type FaultAt = { fault: string; part: bigint | undefined };

/**
 * Why an expression can’t be used, to follow its name; else how deep its loops are. Nothing is run. `example` = one that is
 * true or false, which it must be; null = any value will do. `more` = what else is checked once names and functions are known.
 */
export function walked(
  expr: Expr,
  names: Names,
  example: string | null,
  more?: () => void,
): FaultAt | { loops: number } {
  const walker = new Walker(names);
  try {
    walker.walk(expr, new Set());
    walker.at = undefined;
    more?.();
    if (example !== null && !walker.decides(expr)) refuse(`must be true or false. Example: ${example}`);
    return { loops: walker.deepest };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message, part: error.part ?? walker.at };
    throw error;
  }
}
