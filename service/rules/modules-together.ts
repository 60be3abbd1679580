import type { ErrorName, Issue } from "#contract/error.ts";
import { isOn } from "#contract/modules/closed-by.ts";
import { factsOf, kindsWith, LOGIN_MODULES } from "#contract/modules/kinds.ts";
import { besideWords } from "#contract/route-request.ts";

/** The modules of one edge or route by kind, as accepted requests. */
export type ModuleSet = Readonly<Record<string, unknown>>;

/** Why some modules can't be set together. `path` begins with the kind of the module at fault. */
export type Clash = { problem: ErrorName; path: Issue["path"]; message: string };

type Fields = { enabled?: boolean; terminate_at?: string | null };
const fieldsOf = (modules: ModuleSet, kind: string): Fields | null => modules[kind] ?? null;

const isOnAt = (modules: ModuleSet, kind: string): boolean => isOn(fieldsOf(modules, kind));

/** Only one login module of a route may be enabled (protocol-facts.md#login-modules, 7079). `changed` = the kinds being written. */
export function loginClash(modules: ModuleSet, changed: readonly string[]): Clash | null {
  const on = LOGIN_MODULES.filter((kind) => isOnAt(modules, kind));
  const at = on.find((kind) => changed.includes(kind));
  const beside = on.find((kind) => kind !== at);
  if (at === undefined || beside === undefined) return null;
  return {
    problem: "loginClash",
    path: [at, "enabled"],
    message: besideWords(beside),
  };
}

/** A login module of another route of the edge, as it was accepted. */
export type RouteLogin = { match: string; kind: string; request: { enabled?: boolean } };

/** Only one route of an edge may have a login module that is on (protocol-facts.md#login-modules, 7155). */
export function loginElsewhere(
  modules: ModuleSet,
  changed: readonly string[],
  others: readonly RouteLogin[],
): Clash | null {
  const at = LOGIN_MODULES.find((kind) => changed.includes(kind) && isOnAt(modules, kind));
  const other = others.find(({ request }) => request.enabled !== false);
  if (at === undefined || other === undefined) return null;
  return {
    problem: "loginElsewhere",
    path: [at, "enabled"],
    message: `can’t be on while route ${other.match} has ${factsOf(other.kind)?.title}. Turn that off first: only one route of an edge can have a login`,
  };
}

/** Modules that need the traffic can't be on while TLS ends upstream (protocol-facts.md#tls-termination, 1694 and 7062). */
export function terminationClash(modules: ModuleSet, changed: readonly string[]): Clash | null {
  const upstream =
    isOnAt(modules, "tls_termination") && fieldsOf(modules, "tls_termination")?.terminate_at === "upstream";
  const on = kindsWith((kind) => kind.readsTraffic).filter((kind) => isOnAt(modules, kind));
  const [first] = on;
  if (!upstream || first === undefined) return null;
  const at = on.find((kind) => changed.includes(kind));
  if (at !== undefined) {
    const message =
      "needs TLS to end at the edge, because it reads the traffic. Set terminate_at of tls_termination to edge first";
    return { problem: "terminationNeeded", path: [at, "enabled"], message };
  }
  const [are, need, them] = on.length > 1 ? ["are", "need", "them"] : ["is", "needs", "it"];
  const message = `must be edge because ${on.join(" and ")} ${are} on and ${need} to read the traffic. Turn ${them} off first`;
  return { problem: "terminationNeeded", path: ["tls_termination", "terminate_at"], message };
}
