import { useQueryClient } from "@tanstack/react-query";
import type { Event } from "#contract/event.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import type { Route } from "#contract/route.ts";
import { fetchEvents } from "#api/events.ts";
import { isAbsent } from "#api/errors.ts";
import { useRestore } from "#edges/restore.ts";
import { restoring } from "#policy-lab/replacement.ts";
import { useRestorePolicy } from "#policy-lab/restore-policy.ts";
import { useRuleWrites } from "#policy-lab/rule-writes.ts";
import { backends } from "#resources/backends.ts";
import { certificateAuthorities } from "#resources/certificate-authorities.ts";
import { EDGE_KINDS, EDGE_PROTOCOLS } from "#resources/edge-names.ts";
import { edges, type AnyEdge } from "#resources/edges.ts";
import type { PolicyRow } from "#resources/ip-policies.ts";
import { kindOf } from "#resources/ref-target.ts";
import { writtenTexts } from "#resources/texts.ts";
import { writesOf } from "#resources/writes.ts";
import { useToast } from "#ui/toast.tsx";

/** What went with an edge or a policy has events of its own, in the same transaction: written just before its own. */
const TOGETHER_MS = 1000;
const PARTS = {
  httpsEdge: { type: "https_edge_route_deleted.v0", of: ({ edge_id }: Event["object"]) => edge_id },
  ipPolicy: {
    type: "ip_policy_rule_deleted.v0",
    of: ({ ip_policy: policy }: Event["object"]) => (policy as { id?: unknown } | null)?.id,
  },
} as const;

/** The objects that were deleted with the object of an event: the routes of an edge, the rules of a policy. */
export async function deletedWith(event: Event): Promise<Event["object"][]> {
  const kind = kindOf(String(event.object["id"]));
  const parts = kind === "httpsEdge" || kind === "ipPolicy" ? PARTS[kind] : undefined;
  if (!parts) return [];
  const since = new Date(Date.parse(event.event_timestamp) - TOGETHER_MS).toISOString();
  const found: Event["object"][] = [];
  for (let before: string | null = event.event_id; before !== null;) {
    const page = await fetchEvents({ type: parts.type, since }, before);
    found.push(
      ...(page?.events ?? [])
        .map(({ object }) => object)
        .filter((one) => parts.of(one) === event.object["id"]),
    );
    before = page?.next ?? null;
  }
  return found;
}

/** What of a deletion can be created again; authtokens and keys are gone with their tokens. */
const RESTORABLE: ReadonlySet<string> = new Set([
  ...Object.values(EDGE_KINDS),
  "route",
  "ipPolicy",
  "ipPolicyRule",
  "tunnelGroupBackend",
  "certificateAuthority",
]);
export const isRestorable = (object: Event["object"]) => RESTORABLE.has(kindOf(String(object["id"])) ?? "");

/** Creates again what an event says was deleted, as its undo does; each way says itself what came of it. */
export function useRestoreDeleted(): (event: Event, parts: readonly Event["object"][]) => Promise<void> {
  const client = useQueryClient();
  const toast = useToast();
  const restore = useRestore(false);
  const restorePolicy = useRestorePolicy(false);
  const rules = useRuleWrites();
  const said = (text: string) => toast({ tone: "ok", text: `${text} restored with a new ID` });
  return async ({ object }, parts) => {
    const kind = kindOf(String(object["id"]));
    const protocol = EDGE_PROTOCOLS.find((one) => EDGE_KINDS[one] === kind);
    if (protocol)
      return restore.edge(protocol, { ...object, routes: parts as unknown as Route[] } as unknown as AnyEdge);
    if (kind === "route") {
      const route = object as unknown as Route;
      return restore.route(await edgeOf(route.edge_id), route);
    }
    if (kind === "ipPolicy")
      return restorePolicy(object as unknown as PolicyRow, parts as unknown as IpPolicyRule[]);
    if (kind === "ipPolicyRule") {
      const rule = await rules.create(restoring(object as unknown as IpPolicyRule));
      return said(`Rule ${rule.action} ${rule.cidr}`);
    }
    const texts = writtenTexts(object);
    if (kind === "tunnelGroupBackend") {
      const labels = (object["labels"] ?? {}) as Record<string, string>;
      const made = await writesOf(client, backends).create({ ...texts, labels });
      return said(`Backend “${backends.nameOf(made)}”`);
    }
    const body = { ...texts, ca_pem: String(object["ca_pem"]) };
    const made = await writesOf(client, certificateAuthorities).create(body);
    return said(`Certificate authority “${certificateAuthorities.nameOf(made)}”`);
  };

  async function edgeOf(id: string): Promise<AnyEdge> {
    try {
      return await edges.https.fetchOne(id, { client });
    } catch (error) {
      if (isAbsent(error))
        throw new Error("Its edge was deleted too. Restore the edge; its routes come with it.", {
          cause: error,
        });
      throw error;
    }
  }
}
