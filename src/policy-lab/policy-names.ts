import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { idOf } from "#contract/common.ts";
import { ipPolicies, type PolicyRow } from "#resources/ip-policies.ts";
import { shortenId } from "#ui/format.ts";

/** What a policy is called: its description, else its id. */
export function policyName({ id, description }: PolicyRow): string {
  return description || shortenId(id);
}

const policyId = idOf("ipPolicy");

/** What keeps a text from being the ID of a policy, in words; null when nothing does. */
export function policyFault(id: string): string | null {
  if (id === "") return "Choose a policy first";
  if (id === "ipp_") return "Enter a policy ID";
  return policyId.safeParse(id).success ? null : "Must be an ID that starts with ipp_";
}

/** The name of a policy by its id, as far as the service tells; else the shortened id. `none` is known to exist. */
export function usePolicyNames(): {
  policies: readonly PolicyRow[];
  nameOf: (id: string) => string;
  none: boolean;
} {
  const { data } = useQuery({ ...ipPolicies.query, staleTime: 15_000 });
  return useMemo(() => {
    const names = new Map(data?.map((row) => [row.id, policyName(row)]));
    const none = data?.length === 0;
    return { none, policies: data ?? [], nameOf: (id: string) => names.get(id) ?? shortenId(id) };
  }, [data]);
}
