import { useQuery } from "@tanstack/react-query";
import { useFieldValue } from "#forms/use-field.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { textsIn } from "../kit/sample-text.tsx";

/** The policies of the draft around it, and all rules as the service has them. */
export function useChosenPolicies() {
  const rules = useQuery({ ...ipRules.query, staleTime: 10_000 });
  return { ids: textsIn(useFieldValue("ip_policy_ids")) ?? [], rules };
}
