import { own, type JsonObject } from "#forms/json.ts";
import { routePlace } from "#resources/edge-names.ts";
import type { LintTarget } from "./facts.ts";
import { GUARDS, hasAddresses, protects, type Loss } from "./guards.ts";
import { blocks } from "./open-restriction.ts";
import { asksRules } from "./use-ip-rules.ts";

/**
 * What is lost once a route is deleted and its requests go on to `next`; null where that asks for all that it did, and locks the
 * operator out no more.
 */
export function lossOfRoute(
  route: JsonObject & { match: string },
  next: JsonObject,
  edge: JsonObject,
  ipRules?: LintTarget["ipRules"],
): Loss | null {
  const guardsOf = (modules: JsonObject) =>
    GUARDS.filter((kind) => [modules, edge].some((of) => protects(of, kind, ipRules)));
  const left = guardsOf(next);
  const stays = guardsOf(route).every((kind) => left.includes(kind));
  const blocked = blocks({ modules: next, ipRules }) && !blocks({ modules: route, ipRules });
  const hostports = own(edge, "hostports");
  const addresses = (Array.isArray(hostports) ? hostports : []).map((one) =>
    routePlace({ id: "", hostports: [String(one)] }, route.match),
  );
  // Where no address leads yet, nobody is locked out.
  const address = blocked && addresses.length > 0 ? ipRules?.own : null;
  if (stays && !address) return null;
  return { addresses, left: stays ? undefined : left, ...(address && { own: address }) };
}

/** Whether all is read that tells what is lost; without `next` nothing is, once that is known. */
export const isRouteLossKnown = (
  route: JsonObject,
  next: JsonObject | undefined,
  edge: JsonObject,
  ipRules: LintTarget["ipRules"],
): boolean =>
  hasAddresses({ owner: "route", id: "", modules: route, edge }) &&
  (!next || ![route, next].some(asksRules) || ipRules?.own !== undefined);
