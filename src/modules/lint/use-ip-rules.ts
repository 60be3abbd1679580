import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { isJsonObject, own, type JsonObject } from "#forms/json.ts";
import { useOwnAddress } from "#policy-lab/own-address.ts";
import { policyNamer } from "#policy-lab/policy-names.ts";
import { ipPolicies } from "#resources/ip-policies.ts";
import { ipRules } from "#resources/ip-rules.ts";
import type { KnownIpRules } from "./facts.ts";
import { RESTRICTION } from "./open-restriction.ts";

const poll = ipRules.every(15_000);

/** Whether what an owner, or a route of an edge, protects hangs on IP rules, or would once its IP restriction is turned on. */
export function asksRules(owner: JsonObject | undefined): boolean {
  const routes = owner ? own(owner, "routes") : null;
  const all = [owner, ...(Array.isArray(routes) ? routes.filter(isJsonObject) : [])];
  return all.some((one) => one && isJsonObject(own(one, RESTRICTION)));
}

/** The rules that what these owners protect hangs on, read only where it does. */
export function useIpRules(...owners: (JsonObject | undefined)[]): KnownIpRules | undefined {
  const enabled = owners.some(asksRules);
  const { data: rules } = useQuery({ ...ipRules.query, enabled, staleTime: 10_000, refetchInterval: poll });
  const { data: policies } = useQuery({ ...ipPolicies.query, enabled, staleTime: 15_000 });
  const own = useOwnAddress(enabled);
  return useMemo(
    () => (enabled && rules ? { rules, nameOf: policyNamer(policies), own } : undefined),
    [enabled, rules, policies, own],
  );
}
