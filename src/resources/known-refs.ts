import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import type { RefKind } from "#contract/modules/module-contract.ts";
import { isAbsent } from "#api/errors.ts";
import { fetchList } from "#api/list.ts";

const Listed = z.looseObject({
  id: z.string(),
  description: z.nullish(z.string()),
  labels: z.nullish(z.record(z.string(), z.string())),
  subject_common_name: z.nullish(z.string()),
});

/** A resource that a field can name. */
export type KnownRef = { id: string; name: string };

const LISTS: Record<RefKind, { path: string; key: string }> = {
  ipPolicy: { path: "/ip_policies", key: "ip_policies" },
  certificateAuthority: { path: "/certificate_authorities", key: "certificate_authorities" },
  tunnelGroupBackend: { path: "/backends/tunnel_group", key: "backends" },
};

function nameOf({ description, labels, subject_common_name }: z.infer<typeof Listed>): string {
  const pairs = Object.entries(labels ?? {}).map((pair) => pair.join("="));
  return description || subject_common_name || pairs.join(", ");
}

/**
 * The resources of a kind, for a field that names one. Where the service has no such list, IP policies are those that rules
 * name, and of the others none is known: null (decisions/api/extensions.md).
 */
export function knownRefsQuery(kind: RefKind) {
  return queryOptions({
    queryKey: ["known_refs", kind],
    queryFn: async ({ signal }): Promise<KnownRef[] | null> => {
      try {
        const items = await fetchList({ ...LISTS[kind], item: Listed, signal });
        return items.map((item) => ({ id: item.id, name: nameOf(item) }));
      } catch (error) {
        if (!isAbsent(error)) throw error;
        return kind === "ipPolicy" ? policiesOfRules(signal) : null;
      }
    },
  });
}

async function policiesOfRules(signal: AbortSignal): Promise<KnownRef[] | null> {
  try {
    const rules = await fetchList({
      path: "/ip_policy_rules",
      key: "ip_policy_rules",
      item: IpPolicyRule,
      signal,
    });
    return [...new Set(rules.map(({ ip_policy }) => ip_policy.id))].map((id) => ({ id, name: "" }));
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
