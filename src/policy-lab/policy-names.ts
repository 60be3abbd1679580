import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ipPolicies, type PolicyRow } from "#resources/ip-policies.ts";
import { shortenId } from "#ui/format.ts";

/** What a policy is called: its description, else its id. */
export function policyName({ id, description }: PolicyRow): string {
  return description || shortenId(id);
}

/** The name of a policy by its id, as far as the service tells; else the shortened id. */
export function usePolicyNames(): { policies: readonly PolicyRow[]; nameOf: (id: string) => string } {
  const { data } = useQuery({ ...ipPolicies.query, staleTime: 15_000 });
  return useMemo(() => {
    const names = new Map(data?.map((row) => [row.id, policyName(row)]));
    return { policies: data ?? [], nameOf: (id: string) => names.get(id) ?? shortenId(id) };
  }, [data]);
}
