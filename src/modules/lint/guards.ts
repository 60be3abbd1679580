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

/** The login of a route that goes off when another one of `kind` goes on: a route has one that is on. */
export function loginBeside(modules: LintTarget["modules"] | undefined, kind: string): string | undefined {
  if (!LOGIN_MODULES.some((one) => one === kind)) return undefined;
  return LOGIN_MODULES.find((one) => one !== kind && isOn(modules, one));
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
