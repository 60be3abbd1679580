import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { whoami } from "#resources/whoami.ts";

type Owner = string | null | undefined;

/** Whether the key in use may create what an owner owns: only an admin may for others. So may anyone where nobody says who is one. */
export function useOwnerRule(): (owner: Owner) => boolean {
  const { data } = useQuery(whoami);
  return useCallback((owner) => data?.admin !== false || !owner || owner === data.principal.id, [data]);
}

/** Whether an owner is an admin, as far as the service says; undefined where it does not. */
export function useIsAdmin(): (owner: Owner) => boolean | undefined {
  const { data } = useQuery(whoami);
  return useCallback((owner) => (owner ? data?.admin_ids?.includes(owner) : undefined), [data]);
}

/** Why a key can't be rotated: the new one would be of another owner. */
export function useRotateRule(): (owner: Owner) => string | undefined {
  const may = useOwnerRule();
  return useCallback((owner) => (may(owner) ? undefined : "Only its owner or an admin can rotate it"), [may]);
}
