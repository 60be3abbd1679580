import { isOn } from "#contract/modules/closed-by.ts";
import { isLogin, kindsWith, LOGIN_MODULES } from "#contract/modules/kinds.ts";
import { TLS_VERSION_DEFAULT } from "#contract/modules/tls-termination.ts";
import { hostOf } from "#resources/edge-names.ts";
import { isJsonObject, own, type JsonObject } from "#forms/json.ts";
import type { OwnAddress } from "#policy-lab/own-address.ts";
import { anyoneMaySignIn } from "./anyone.ts";
import type { Finding, LintTarget, RouteLogin } from "./facts.ts";
import { blocks, opensPast, RESTRICTION } from "./open-restriction.ts";

/** Modules that block requests. */
export const GUARDS: readonly string[] = kindsWith(({ role }) => role === "login" || role === "guard");

/** Whether a module of an owner is there and on. */
export const isOnAt = (modules: LintTarget["modules"] | undefined, kind: string) => {
  const value = modules ? own(modules, kind) : null;
  return isJsonObject(value) && isOn(value);
};

/** Whether a module of an owner is on and does not let everyone past. */
export const protects = (
  modules: LintTarget["modules"] | undefined,
  kind: string,
  ipRules: LintTarget["ipRules"],
) => isOnAt(modules, kind) && (kind !== RESTRICTION || opensPast(modules, ipRules).length === 0);

/** The query parameter that names what a module was chosen instead of. */
export const INSTEAD_OF = "instead_of";

/** What tells who may enter, and so what can take the place of another. A token may also be asked for beside a login. */
export const EXCHANGEABLE: readonly string[] = [...LOGIN_MODULES, "jwt_validation"];

/** Whom a login shuts out, and whom asking for tokens does. */
export const SHUT_OUT = { login: "programs can’t sign in", token: "browsers send no token" };

/**
 * What goes off when `kind` goes on: another login, for a route has one that is on, or what it was chosen `insteadOf`, where
 * that is on.
 */
export function loginBeside(
  modules: LintTarget["modules"] | undefined,
  kind: string,
  insteadOf: string | null = null,
): string | undefined {
  if (!EXCHANGEABLE.includes(kind)) return undefined;
  const logins = isLogin(kind) ? LOGIN_MODULES : [];
  const asked = EXCHANGEABLE.filter((one) => one === insteadOf);
  return [...logins, ...asked].find((one) => one !== kind && isOnAt(modules, one));
}

/** What a module that says who may enter is added in place of, where both are hardly meant: asked for by its page’s URL unless it goes off anyway. */
export const exchangedFor = (modules: LintTarget["modules"], kind: string): string | undefined =>
  loginBeside(modules, kind) ?? EXCHANGEABLE.find((one) => loginBeside(modules, kind, one) !== undefined);

/** The login that another route of an edge has: an edge can have one. */
export function loginElsewhere(edge: JsonObject | undefined, routeId: unknown): RouteLogin | undefined {
  for (const route of listIn(edge ?? {}, "routes").filter(isJsonObject)) {
    const module = LOGIN_MODULES.find((kind) => isOnAt(route, kind));
    const id = own(route, "id");
    if (module !== undefined && id !== routeId)
      return { routeId: String(id), match: String(own(route, "match") ?? id), module };
  }
  return undefined;
}

/**
 * The addresses that a module is on for, and the guards that stay without it; null where every request fails without it. `tls`
 * = of TLS termination, what is not as the default that applies without it: "upstream", or the minimum version.
 */
export type Loss = {
  addresses: readonly string[];
  left: readonly string[] | null | undefined;
  tls?: string | undefined;
  /** Of an edge, the addresses of its routes that have guards of their own, and those guards. */
  kept?: { addresses: readonly string[]; left: readonly string[] };
  /** The edge answers plain http too from then on. */
  plain?: true;
  /** It stays on, and lets in whoever has an account. */
  anyone?: Finding;
  /** The operator's own address, which it blocks from then on; `left` is undefined where that is all. */
  own?: OwnAddress;
};

/** What a TLS termination changes of the default; undefined when nothing. */
function changedTls(value: unknown): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const { terminate_at: at, min_version: version } = value;
  if (at === "upstream") return at;
  return typeof version === "string" && version !== TLS_VERSION_DEFAULT ? version : undefined;
}

const TLS = "tls_termination";

/** Whether something may be lost once a module of a kind is off or removed. */
export const mayLose = (kind: string): boolean => ["backend", TLS, ...GUARDS].includes(kind);

/** Whether the addresses that lead to an owner are read: those of its edge. */
export const hasAddresses = (target: LintTarget | undefined): target is LintTarget => {
  const edge = target?.owner === "route" ? target.edge : target?.modules;
  return edge !== undefined && own(edge, "created_at") !== undefined;
};

/** Whether all is read that tells whether a module locks the operator out. */
export const isLockoutKnown = (target: LintTarget | undefined, kind: string): boolean =>
  kind !== RESTRICTION || (hasAddresses(target) && target.ipRules?.own !== undefined);

/** What is lost once a guard, the backend or the TLS termination is off or removed; null for what changes nothing now. */
export function lossOf({ modules, edge, owner, ipRules }: LintTarget, kind: string): Loss | null {
  const serves = kind === "backend";
  const tls = kind === TLS ? changedTls(own(modules, kind)) : undefined;
  if (!mayLose(kind) || (kind === TLS && !tls) || !isOnAt(modules, kind)) return null;
  const hostports = listIn(edge ?? modules, "hostports");
  const stays = (of: JsonObject | undefined, one: string) => protects(of, one, ipRules);
  const left = GUARDS.filter((one) => (one !== kind && stays(modules, one)) || stays(edge, one));
  const routes =
    owner === "route" ? [modules] : serves || tls ? [] : listIn(modules, "routes").filter(isJsonObject);
  const guarded = (route: JsonObject) => GUARDS.some((one) => stays(route, one));
  // Of an edge, the routes that nothing else protects; where each has its own guard, all of them, by those.
  const bare = owner === "route" ? routes : routes.filter((route) => !guarded(route));
  const lost = bare.length > 0 ? bare : routes;
  const kept = routes.filter((route) => !lost.includes(route));
  const addressesOf = (paths: readonly unknown[]) =>
    hostports.flatMap((one) =>
      paths.map((path) => `${hostOf(String(one))}${typeof path === "string" ? path : ""}`),
    );
  const pathsOf = (some: readonly JsonObject[]) => some.map((route) => own(route, "match"));
  const guardsOf = (some: readonly JsonObject[]) =>
    GUARDS.filter((one) => some.some((route) => stays(route, one)));
  return {
    addresses: addressesOf(lost.length > 0 ? pathsOf(lost) : [""]),
    left: serves ? null : [...left, ...(bare.length > 0 ? [] : guardsOf(routes))],
    tls,
    ...(kept.length > 0 && {
      kept: { addresses: addressesOf(pathsOf(kept)), left: [...left, ...guardsOf(kept)] },
    }),
    ...(owner === "httpsEdge" && kind === "mutual_tls" && { plain: true }),
  };
}

/** What is lost by a module that was one thing and is another, null = not set: it goes off, lets everyone past or anyone sign in, or locks the operator out. */
export function lossBySave(
  target: LintTarget | undefined,
  kind: string,
  was: JsonObject | null,
  is: JsonObject | null,
): Loss | null {
  if (!target) return null;
  const before = withModule(target, kind, was);
  const after = withModule(target, kind, is);
  const opened = openedBy(before, after, kind);
  const address = kind === RESTRICTION && blocks(after) && !blocks(before) ? target.ipRules?.own : null;
  const on = address && !opened && lossOf(after, kind);
  const addresses = on ? [...on.addresses, ...(on.kept?.addresses ?? [])] : opened?.addresses;
  // Where no address leads yet, nobody is locked out.
  return address && addresses?.length ? { ...opened, addresses, left: opened?.left, own: address } : opened;
}

/** What is open to more people than before. */
function openedBy(before: LintTarget, after: LintTarget, kind: string): Loss | null {
  const stays = ({ modules, ipRules }: LintTarget) => protects(modules, kind, ipRules);
  const anyone = anyoneBy(after, kind);
  // One login is on: another one goes off with it.
  const limited = LOGIN_MODULES.find((one) => isOnAt(before.modules, one) && !anyoneBy(before, one));
  const loss = anyone && limited ? lossOf(before, limited) : null;
  if (loss) return { ...loss, anyone };
  return isOnAt(after.modules, kind) && (stays(after) || !stays(before)) ? null : lossOf(before, kind);
}

/** What is said of a login that is on and lets in whoever has an account. */
export const anyoneBy = ({ modules }: LintTarget, kind: string): Finding | undefined =>
  anyoneMaySignIn({ on: (one) => (isOnAt(modules, one) ? (own(modules, one) as JsonObject) : null) }).find(
    ({ module }) => module === kind,
  );

function listIn(object: JsonObject, field: string): readonly unknown[] {
  const list = own(object, field);
  return Array.isArray(list) ? list : [];
}

/** A target as it would be with a module of its owner like this; null = not set. */
export function withModule(target: LintTarget, kind: string, value: JsonObject | null): LintTarget {
  return { ...target, modules: { ...target.modules, [kind]: value } };
}
