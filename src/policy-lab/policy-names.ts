import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ApiError } from "#api/errors.ts";
import { idOf } from "#contract/common.ts";
import { ipPolicies, type PolicyRow } from "#resources/ip-policies.ts";
import { shortenId } from "#ui/format.ts";

/** What a policy is called: its description, else its id. */
export function policyName({ id, description }: PolicyRow): string {
  return description || shortenId(id);
}

/** What each of these policies is called, by its id. */
export function policyNamer(policies: readonly PolicyRow[] | undefined): (id: string) => string {
  const names = new Map(policies?.map((row) => [row.id, policyName(row)]));
  return (id) => names.get(id) ?? shortenId(id);
}

const policyId = idOf("ipPolicy");

/** What keeps a text from being the ID of a policy, in words; null when nothing does. */
export function policyFault(id: string): string | null {
  if (id === "") return "Choose a policy first";
  if (id === "ipp_") return "Enter a policy ID";
  return policyId.safeParse(id).success ? null : "Must be an ID that starts with ipp_";
}

/** What is said at the field of a policy that was deleted, and of one that was never there. */
export const DELETED_POLICY = "This policy was deleted. Choose another.";
export const UNKNOWN_POLICY = "This policy doesn’t exist";

/** Was a rule refused since its policy is not there? */
export const isPolicyUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.issues.some(({ path }) => path[0] === "ip_policy_id");

/** The name of a policy by its id, as far as the service tells; else the shortened id. `none` is known to exist. */
export function usePolicyNames(): {
  policies: readonly PolicyRow[];
  nameOf: (id: string) => string;
  none: boolean;
} {
  const { data } = useQuery({ ...ipPolicies.query, staleTime: 15_000 });
  return useMemo(() => {
    const none = data?.length === 0;
    return { none, policies: data ?? [], nameOf: policyNamer(data) };
  }, [data]);
}

/** The name of the policy that is chosen, once the list no longer has it; else null. `made`: the ID of one that was there before. */
export function useDeletedPolicy(id: string, made = ""): string | null {
  const { policies, none, nameOf } = usePolicyNames();
  const [seen, setSeen] = useState({ id: made, name: shortenId(made) });
  const isListed = policies.some((policy) => policy.id === id);
  const name = nameOf(id);
  if (isListed && (seen.id !== id || seen.name !== name)) setSeen({ id, name });
  const isLoaded = none || policies.length > 0;
  return id !== "" && seen.id === id && isLoaded && !isListed ? seen.name : null;
}
