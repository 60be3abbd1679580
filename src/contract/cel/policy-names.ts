import type { PolicyPlace } from "#contract/modules/policy-actions.ts";
import { distance } from "../nearest.ts";
import { canonical, lower } from "./policy-message.ts";
import { POLICY_VARIABLES, type ValueType } from "./policy-variables.ts";
import type { Expr } from "./parsed.ts";
import { type Names, pathOf, refuse, type Variable } from "./walker.ts";

/** The functions of policies: how many arguments they take, and whether they answer true or false. */
const FUNCTIONS: Readonly<Record<string, { args: number; isBool: boolean }>> = {
  hasReqHeader: { args: 1, isBool: true },
  getReqHeader: { args: 1, isBool: false },
  hasQueryParam: { args: 1, isBool: true },
  getQueryParam: { args: 1, isBool: false },
  hasReqCookie: { args: 1, isBool: true },
  getReqCookie: { args: 1, isBool: false },
  hasResHeader: { args: 1, isBool: true },
  getResHeader: { args: 1, isBool: false },
  hasResCookie: { args: 1, isBool: true },
  getResCookie: { args: 1, isBool: false },
  inCidrRange: { args: 2, isBool: true },
  inCidrRanges: { args: 2, isBool: true },
};

const IS_BOOL = new Map(Object.entries(FUNCTIONS).map(([name, { isBool }]) => [name, isBool]));
/** Fields of a cookie that are true or false. */
const FLAGS = /^(Secure|HttpOnly|secure|http_only)$/;
const COMPARED = new Set(["_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_"]);
/** What has names or places of its own. */
const CONTAINERS: readonly ValueType[] = ["map", "cookies", "list"];

type Call = Parameters<NonNullable<Names["call"]>>[0];

/** The name of the variable that a variable of policies becomes: names are flat, since `req.url` and `req.url.path` both are texts. */
const flat = (name: string): string => `@${name}`;
const asked = (name: string): string => `@?${name}`;

/** What an expression of a policy may name, and what it does. */
export class PolicyNames implements Names {
  /** Variables that it names, by their names in the tree; `has` = only whether they are known. */
  readonly used = new Map<string, { name: string; has: boolean }>();
  readonly functions: ReadonlyMap<string, boolean> = IS_BOOL;
  private readonly place: PolicyPlace;

  constructor(place: PolicyPlace) {
    this.place = place;
  }

  path(path: readonly string[], has: boolean): Variable | null {
    const shown = path.join(".");
    this.known(path[0] ?? "", shown);
    for (let length = path.length; length > 1; length -= 1) {
      const name = path.slice(0, length).join(".");
      const variable = POLICY_VARIABLES.get(name);
      if (!variable) continue;
      const inside = path[length];
      if (inside !== undefined) this.inside(name, variable.type, inside, shown);
      const only = has && inside === undefined;
      const as = (only ? asked : flat)(name);
      this.used.set(as, { name, has: only });
      return { name: as, length };
    }
    if (shown === "conn.end_ts") refuse("can’t use conn.end_ts: the connection has not ended yet");
    const below = [...POLICY_VARIABLES.keys()].filter((name) => name.startsWith(`${shown}.`));
    if (below.length > 0) refuse(`has ${shown}, which is an object. Use one of its fields: ${below[0]}`);
    return refuse(`has an unknown name: ${shown}. ${closest(shown, this.place)}`);
  }

  isBool(expr: Expr): boolean {
    const kind = expr.exprKind;
    if (kind.case === "identExpr") return kind.value.name.startsWith("@?");
    // getReqCookie("a").Secure, req.cookies["a"].secure, c.Secure inside exists().
    return kind.case === "selectExpr" && FLAGS.test(kind.value.field);
  }

  call({ function: name, target, args }: Call): void {
    const own = FUNCTIONS[name];
    if (own) {
      if (target || args.length !== own.args)
        refuse(`has ${name}() with ${args.length} values. It takes ${own.args}`);
      if (name.includes("Res") && this.place !== "outbound")
        refuse(`can’t use ${name}() here: there is no answer yet. Use it in outbound rules`);
      if (!name.startsWith("in") && this.place === "connection")
        refuse(`can’t use ${name}() here: a bare connection has no HTTP`);
    }
    if (COMPARED.has(name)) compared(args);
  }

  private known(side: string, shown: string): void {
    if (!["conn", "req", "res", "time"].includes(side))
      refuse(`has an unknown name: ${shown}. ${closest(shown, this.place)}`);
    if (side === "res" && this.place !== "outbound")
      refuse(`can’t use ${shown} here: there is no answer yet. Use it in outbound rules`);
    if (side === "req" && this.place === "connection")
      refuse(`can’t use ${shown} here: a bare connection has no HTTP`);
  }

  private inside(name: string, type: ValueType, key: string, shown: string): void {
    if (!CONTAINERS.includes(type)) refuse(`has ${shown}, but ${name} has no fields`);
    if (!/(Headers|headers|Trailers|trailers)$/.test(name)) return;
    const wanted = /\.[HT]/.test(name) ? canonical(key) : lower(key);
    if (wanted !== key) refuse(`has ${name} with ${key}, where names are written as ${wanted}`);
  }
}

/** Refuses to compare a text with a number, which always fails or is never true. */
function compared([one, other]: Call["args"]): void {
  for (const [variable, value] of [
    [one, other],
    [other, one],
  ]) {
    const name = variable && pathOf(variable)?.join(".");
    const type = POLICY_VARIABLES.get(name ?? "")?.type;
    const constant = value?.exprKind.case === "constExpr" ? value.exprKind.value.constantKind : undefined;
    if (!type || !constant || (type !== "text" && type !== "number")) continue;
    const said = constant.value;
    if (type === "text" && (typeof said === "bigint" || typeof said === "number"))
      refuse(`compares ${name}, a text, with a number. Write '${said}'`);
    if (type === "number" && constant.case === "stringValue")
      refuse(`compares ${name}, a number, with a text. Leave out the quotes`);
  }
}

/** The name that was probably meant. */
function closest(shown: string, place: PolicyPlace): string {
  const plain = (name: string): string => name.toLowerCase().replaceAll("_", "");
  const sides = { inbound: /^(?!res)/, outbound: /^/, connection: /^(conn|time)/ }[place];
  const last = plain(shown.split(".").at(-1) ?? "");
  const near = [...POLICY_VARIABLES.keys()]
    .filter((name) => sides.test(name))
    .map((name) => {
      const sameEnd = plain(name.split(".").at(-1) ?? "") === last;
      const side = name.split(".", 1)[0] === shown.split(".", 1)[0] ? 0 : 2;
      const era = /[A-Z]/.test(name) === /[A-Z]/.test(shown) ? 0 : 0.5;
      const far = distance(plain(shown).slice(0, 60), plain(name));
      return { name, far: far + side + era - (sameEnd ? 6 : 0) };
    })
    .toSorted((a, b) => a.far - b.far)[0];
  return near && near.far <= 3 ? `Did you mean ${near.name}?` : "Example: req.url.path";
}
