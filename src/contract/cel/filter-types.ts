import type { FieldType } from "#contract/traffic/fields.ts";
import { OF_CONSTANTS, OF_FIELDS, type Type, WORDS } from "./filter-type-words.ts";
import { checkConstant, checkDivision, checkMap, checkPlace, checkValues } from "./filter-values.ts";
import type { Expr } from "./parsed.ts";
import { type Call, pathOf, refuse, rootOf, textOf } from "./walker.ts";

const SIGNS: Readonly<Record<string, string>> = {
  "_==_": "==",
  "_!=_": "!=",
  "_<_": "<",
  "_<=_": "<=",
  "_>_": ">",
  "_>=_": ">=",
  "_&&_": "&&",
  "_||_": "||",
  "!_": "!",
  "_+_": "+",
  "_-_": "-",
  "_*_": "*",
  "_/_": "/",
  "_%_": "%",
  "-_": "-",
  "@in": "in",
};
const EQUALS = new Set(["_==_", "_!=_"]);
const ORDERS = new Set(["_<_", "_<=_", "_>_", "_>=_"]);
const LOGIC = new Set(["_&&_", "_||_", "!_", "@not_strictly_false"]);
const UNORDERED: ReadonlySet<Type> = new Set(["list", "map", "null", "type"]);
const SUMS = new Set(["_+_", "_-_", "_*_", "_/_", "_%_", "-_"]);
const OF_TEXTS = new Set(["contains", "endsWith", "matches", "startsWith"]);
const CONVERSIONS: Readonly<Record<string, Type>> = {
  bool: "bool",
  bytes: "bytes",
  double: "double",
  duration: "duration",
  dyn: "any",
  int: "int",
  size: "int",
  string: "string",
  timestamp: "timestamp",
  type: "type",
  uint: "uint",
};

const NUMBERS: readonly Type[] = ["int", "uint", "double"];
const TIMES: readonly Type[] = ["timestamp", "duration"];
const KEYS: readonly Type[] = ["string", "bool", ...NUMBERS];
const SIZED: readonly Type[] = ["string", "bytes", "list", "map"];
const isNumber = (type: Type): boolean => NUMBERS.includes(type);
const isAny = (type: Type): boolean => type === "any";
const isList = (type: Type): boolean => ["any", "list", "map"].includes(type);

/** Whether two values can be compared, or be one of each other. */
const alike = (one: Type, other: Type): boolean =>
  one === other || isAny(one) || isAny(other) || (isNumber(one) && isNumber(other));

/** The number of the part that a part begins with. */
const begin = (expr: Expr | undefined): bigint | undefined => (expr && (rootOf(expr) ?? expr))?.id;

/** A part by its name and what it holds. */
function shown(expr: Expr | undefined, type: Type): string {
  const path = expr && pathOf(expr);
  return path ? `${path.join(".")} (${WORDS[type]})` : WORDS[type];
}

/**
 * What a part of a filter holds. Its names and functions were checked before.
 *
 * @param fieldType the type of a field by its path, without the variable.
 * @throws Fault where an operator or function can never take what it is given.
 */
export function typeOf(
  expr: Expr | undefined,
  fieldType: (path: readonly string[]) => FieldType | undefined,
  scope: ReadonlyMap<string, Type> = new Map(),
): Type {
  const of = (inner: Expr | undefined): Type => typeOf(inner, fieldType, scope);
  const kind = expr?.exprKind;
  const path = expr && pathOf(expr);
  if (path && !scope.has(path[0] ?? "")) {
    if (path[0]?.startsWith("@")) return "bool";
    return OF_FIELDS[fieldType(path.slice(1)) ?? "headers"] ?? "any";
  }
  switch (kind?.case) {
    case "identExpr":
      return scope.get(kind.value.name) ?? "any";
    case "constExpr":
      checkConstant(expr as Expr);
      return OF_CONSTANTS[kind.value.constantKind.case ?? ""] ?? "any";
    case "selectExpr":
      of(kind.value.operand);
      return kind.value.testOnly ? "bool" : "any";
    case "callExpr":
      return called(kind.value, of);
    case "listExpr":
      kind.value.elements.forEach(of);
      return "list";
    case "structExpr":
      checkMap(kind.value);
      for (const { keyKind, value } of kind.value.entries) {
        if (keyKind.case === "mapKey") of(keyKind.value);
        of(value);
      }
      return "map";
    case "comprehensionExpr": {
      const { iterVar, iterVar2, accuVar, iterRange, accuInit, loopStep, loopCondition, result } = kind.value;
      const range = of(iterRange);
      if (!isList(range)) refuse(`loops over ${shown(iterRange, range)}. Loop over a list`, begin(iterRange));
      const inner = new Map<string, Type>([
        ...scope,
        [iterVar, elementOf(iterRange, of)],
        [iterVar2, "any"],
        [accuVar, "any"],
      ]);
      for (const part of [loopCondition, loopStep]) typeOf(part, fieldType, inner);
      const answer = typeOf(result, fieldType, inner);
      return isAny(answer) ? of(accuInit) : answer;
    }
    default:
      return "any";
  }
}

/** What all elements of a list are that is written out. */
function elementOf(list: Expr | undefined, of: Of): Type {
  const [first, ...others] =
    list?.exprKind.case === "listExpr" ? list.exprKind.value.elements.map(of) : ["any" as const];
  return first !== undefined && others.every((one) => one === first) ? first : "any";
}

type Of = (inner: Expr | undefined) => Type;

function called(call: Call, of: Of): Type {
  const { function: name, target, args } = call;
  const types = args.map(of);
  const [one = "any", other = "any"] = types;
  const sign = SIGNS[name] ?? `${name}()`;
  if (LOGIC.has(name)) {
    for (const [index, type] of types.entries()) mustBeBool(args[index], type, `beside ${sign}`);
    return "bool";
  }
  if (EQUALS.has(name) || ORDERS.has(name)) {
    compared(args, [one, other]);
    if (ORDERS.has(name))
      for (const [index, type] of types.entries())
        if (UNORDERED.has(type))
          refuse(`compares ${shown(args[index], type)} by ${sign}. Use == or !=`, begin(args[index]));
    return "bool";
  }
  if (name === "@in") {
    if (!isList(other))
      refuse(
        `has ${shown(args[1], other)} after in. Example: ev.conn.server_port in [80, 443]`,
        begin(args[1]),
      );
    if (other === "map" && !isAny(one) && !KEYS.includes(one))
      refuse(`looks for ${shown(args[0], one)} in a map, whose keys are texts or numbers`, begin(args[0]));
    const list = args[1]?.exprKind;
    if (list?.case === "listExpr")
      for (const element of list.value.elements) compared([args[0], element], [one, of(element)]);
    return "bool";
  }
  if (OF_TEXTS.has(name)) return ofTexts(call, of);
  if (name === "_?_:_") {
    const [, then = "any", otherwise = "any"] = types;
    mustBeBool(args[0], one, "before ?");
    return then === otherwise ? then : "any";
  }
  if (SUMS.has(name)) {
    checkDivision(call);
    return summed(sign, types);
  }
  if (name === "_[_]") {
    checkPlace(call, one, shown(args[0], one));
    return "any";
  }
  const whose = target ? of(target) : one;
  const takes = name.startsWith("get") ? TIMES : name === "size" ? SIZED : undefined;
  if (takes && !isAny(whose) && !takes.includes(whose))
    refuse(
      `has ${name}() of ${shown(target ?? args[0], whose)}. It takes ${takes.map((type) => WORDS[type]).join(" or ")}`,
      begin(target ?? args[0]),
    );
  checkValues(call);
  return CONVERSIONS[name] ?? (name.startsWith("get") ? "int" : "any");
}

function mustBeBool(expr: Expr | undefined, type: Type, where: string): void {
  if (type === "bool" || isAny(type)) return;
  refuse(`has ${shown(expr, type)} ${where}. Compare it with a value first`, begin(expr));
}

/** What compares texts, as `a.contains(b)`. */
function ofTexts({ function: name, target, args }: Call, of: Of): Type {
  const given = target ? [target, ...args] : args;
  if (!target && args.length > 0)
    refuse(`has ${name}() without a text before it. Example: ev.conn.server_name.${name}("shop")`);
  if (given.length !== 2)
    refuse(`has ${name}() with ${counted(args.length)}. Example: ev.conn.server_name.${name}("shop")`);
  for (const part of given) {
    const type = of(part);
    if (type === "string" || isAny(type)) continue;
    refuse(`has ${name}() with ${shown(part, type)}. It takes texts only`, begin(part));
  }
  return "bool";
}

const counted = (count: number): string => `${count} ${count === 1 ? "value" : "values"}`;

function compared([a, b]: readonly (Expr | undefined)[], [one, other]: readonly [Type, Type]): void {
  if (alike(one, other)) return;
  const turned = !(a && pathOf(a)) && b !== undefined && pathOf(b) !== null;
  const [field, value] = turned ? [b, a] : [a, b];
  const [fieldType, type] = turned ? [other, one] : [one, other];
  const hint =
    isNumber(fieldType) && textOf(value) !== null
      ? "Leave out the quotes"
      : value && pathOf(value) && [fieldType, type].includes("string")
        ? "Convert the other one by string()"
        : fieldType === "string" && isNumber(type)
          ? "Write it in quotes"
          : `Compare it with ${WORDS[fieldType]}`;
  refuse(`compares ${shown(field, fieldType)} with ${shown(value, type)}. ${hint}`, begin(field));
}

/** What a calculation answers. CEL never changes a number into one of another type by itself. */
function summed(sign: string, types: readonly Type[]): Type {
  const [one = "any", other = one] = types;
  if (isAny(one) || isAny(other)) return "any";
  if (one === other && isNumber(one)) return one;
  if (sign === "+" && one === other && ["bytes", "list", "string", "duration"].includes(one)) return one;
  if (TIMES.includes(one) && TIMES.includes(other) && "+-".includes(sign))
    return one === other ? "duration" : "timestamp";
  const both = `${WORDS[one]}${one === other ? "" : ` and ${WORDS[other]}`}`;
  return refuse(`can’t use ${sign} with ${both}. ${sumHint(one, other)}`);
}

/** What to change where two values can’t be calculated with. */
function sumHint(one: Type, other: Type): string {
  if (one === other) return "Calculate with numbers";
  const to = [one, other].includes("string") ? "string" : "double";
  return `Convert one by ${to}()`;
}
