import { kindsWith, LOGIN_MODULES } from "#contract/modules/kinds.ts";
import { hostOf } from "#resources/edge-names.ts";
import { isJsonObject, own, type JsonObject } from "#forms/json.ts";
import { unlessOff, type LintTarget } from "./facts.ts";

/** Modules that block requests. */
export const GUARDS: readonly string[] = kindsWith(({ role }) => role === "login" || role === "guard");

const isOn = (modules: LintTarget["modules"] | undefined, kind: string) => {
  const value = modules ? own(modules, kind) : null;
  return isJsonObject(value) && unlessOff(value) !== null;
};

/** The query parameter that names what a module was chosen instead of. */
export const INSTEAD_OF = "instead_of";

/** What tells who may enter, and so what can take the place of another. A token may also be asked for beside a login. */
export const EXCHANGEABLE: readonly string[] = [...LOGIN_MODULES, "jwt_validation"];

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
  const logins = LOGIN_MODULES.some((one) => one === kind) ? LOGIN_MODULES : [];
  const asked = EXCHANGEABLE.filter((one) => one === insteadOf);
  return [...logins, ...asked].find((one) => one !== kind && isOn(modules, one));
}

/** What a guard guards, and what still does without it. */
export type GuardLoss = { addresses: readonly string[]; left: readonly string[] };

/** What is open once a guard is off or removed; null for what blocks nothing now. */
export function guardLoss({ modules, edge, owner }: LintTarget, kind: string): GuardLoss | null {
  if (!GUARDS.includes(kind) || !isOn(modules, kind)) return null;
  const hostports = own(edge ?? modules, "hostports");
  const path = owner === "route" ? own(modules, "match") : "";
  return {
    addresses: (Array.isArray(hostports) ? hostports : []).map(
      (one) => `${hostOf(String(one))}${typeof path === "string" ? path : ""}`,
    ),
    left: GUARDS.filter((one) => (one !== kind && isOn(modules, one)) || isOn(edge, one)),
  };
}

/** A target as it would be with a module of its owner like this; null = not set. */
export function withModule(target: LintTarget, kind: string, value: JsonObject | null): LintTarget {
  return { ...target, modules: { ...target.modules, [kind]: value } };
}
