import type { ModulesOf, RouteModule } from "./contracts.ts";
import { KINDS } from "./kind-facts.ts";
import type { KindFacts, ModuleOwner, SecretField } from "./module-contract.ts";

/** Wire names of an owner's modules, in the order it shows them. */
export function kindsOf<O extends ModuleOwner>(owner: O): readonly (keyof ModulesOf<O> & string)[] {
  return KINDS.filter(({ owners }) => owners.includes(owner)).map(({ kind }) => kind as never);
}

/** The modules of an HTTPS edge route, in the order a request meets them. */
export const ROUTE_MODULES: readonly RouteModule[] = kindsOf("route");

/** Wire names of the kinds that something is true of, each once. */
export function kindsWith(isTrue: (facts: KindFacts) => boolean): readonly string[] {
  return [...new Set(KINDS.filter(isTrue).map(({ kind }) => kind))];
}

/** Modules of which a route may have only one that is enabled (protocol-facts.md#login-modules, 7079). */
export const LOGIN_MODULES: readonly RouteModule[] = kindsWith(
  ({ role }) => role === "login",
) as readonly RouteModule[];

/** What is known of a wire name; undefined when no owner has it. */
export function factsOf(kind: string) {
  return KINDS.find((one) => one.kind === kind);
}

/** Whether a kind is a login. */
export const isLogin = (kind: string): boolean => factsOf(kind)?.role === "login";

/** The write-only fields of a kind. */
export const secretFieldsOf = (kind: string): readonly SecretField[] => factsOf(kind)?.secrets ?? [];
