import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import type { Event } from "#contract/event.ts";
import { canonicalCidr } from "#contract/cidr.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import type { Route } from "#contract/route.ts";
import { fetchEvents } from "#api/events.ts";
import { isAbsent, Refusal } from "#api/errors.ts";
import { goneRefs, type GoneRef } from "#edges/gone-refs.ts";
import { remadeEdge, remadeRoute } from "#edges/remake.ts";
import { useRestore } from "#edges/restore.ts";
import { restoring } from "#policy-lab/replacement.ts";
import { useRestorePolicy } from "#policy-lab/restore-policy.ts";
import { useRuleWrites } from "#policy-lab/rule-writes.ts";
import { sameJson } from "#forms/json.ts";
import { resourceOf, type Row } from "#resources/all.ts";
import { backends } from "#resources/backends.ts";
import { certificateAuthorities } from "#resources/certificate-authorities.ts";
import type { EdgeRow } from "#resources/edge-discovery.ts";
import { EDGE_KINDS, protocolOf } from "#resources/edge-names.ts";
import { readEdges } from "#resources/edge-users.ts";
import { edges, type AnyEdge } from "#resources/edges.ts";
import { ownerOfEdge } from "#resources/module-owner.ts";
import { ipPolicies, type PolicyRow } from "#resources/ip-policies.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { kindOf } from "#resources/ref-target.ts";
import { unlessGone } from "#resources/settle.ts";
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
async function deletedWith(event: Event): Promise<Event["object"][]> {
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

/** Where a deleted route goes back: into its edge, else into the one that has an address of that edge now. */
async function edgeFor(client: QueryClient, id: string): Promise<EdgeRow | null> {
  try {
    return await edges.https.fetchOne(id, { client });
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  const where = { type: "https_edge_deleted.v0", object_id: id };
  const deletion = (await fetchEvents(where, null, { limit: 1 }))?.events[0]?.object;
  const all = await client.fetchQuery({ ...edges.https.query, staleTime: 0 });
  const [heir, other] = holdersOf(deletion ?? {}, all);
  return heir && !other ? heir : null;
}

const NO_EDGE = "Its edge was deleted too. Restore the edge; its routes come with it.";

const NO_POLICY = "Its IP policy was deleted too. Restore the policy; the rules deleted with it come back.";

type Fields = Event["object"];
/** The request that creates again what was deleted, of the kinds that nothing keeps from being there twice. */
const BODIES = {
  ipPolicy: (object: Fields) => writtenTexts(object),
  tunnelGroupBackend: (object: Fields) => ({
    ...writtenTexts(object),
    labels: (object["labels"] ?? {}) as Record<string, string>,
  }),
  certificateAuthority: (object: Fields) => ({ ...writtenTexts(object), ca_pem: String(object["ca_pem"]) }),
};

/** What is there already as a deleted object was: it was restored before, or created again by hand. */
async function twinOf(client: QueryClient, object: Fields): Promise<Row | undefined> {
  const of = resourceOf(String(object["id"]));
  if (!of || !Object.hasOwn(BODIES, of.kind)) return undefined;
  const bodyOf = BODIES[of.kind as keyof typeof BODIES];
  const body = bodyOf(object);
  if (Object.keys(body).length === 0) return undefined;
  const all = await client.fetchQuery({ ...of.query, staleTime: 0 });
  return all.find((one) => sameJson(bodyOf(one as Row & Fields), body));
}

/**
 * What stands between a deletion and its way back. `parts` went with the object, `heir` is the edge that a route goes into
 * in place of its own, `twin` is the same already, `refusal` says why nothing can be sent.
 */
type RestoreCheck = {
  parts: Event["object"][];
  asksSecret: boolean;
  heir?: EdgeRow;
  twin?: Row | undefined;
  /** What its routes name that was deleted: their form asks for others. */
  gone?: GoneRef[];
  refusal?: string;
  /** What holds its place, which the refusal names. */
  holder?: Row;
};

export const ADDRESS_HELD = "Its address is in use:";

/** Of those that are there the edges that have an address of a deleted one; none of anything else. */
function holdersOf({ hostports }: Fields, all: readonly EdgeRow[]): EdgeRow[] {
  const lost: unknown[] = Array.isArray(hostports) ? hostports : [];
  return all.filter(({ hostports: own }) => own?.some((one) => lost.includes(one)));
}

/** The first of these. */
export const holderOf = (deleted: Fields, all: readonly EdgeRow[]): EdgeRow | undefined =>
  holdersOf(deleted, all)[0];

/** A policy has each range once, and a rule needs its policy. */
async function ruleObstacle(
  client: QueryClient,
  { cidr, ip_policy: { id } }: IpPolicyRule,
): Promise<Pick<RestoreCheck, "refusal" | "holder">> {
  if (!(await unlessGone(ipPolicies.fetchOne(id, { client })))) return { refusal: NO_POLICY };
  const all = await client.fetchQuery({ ...ipRules.query, staleTime: 0 });
  const holder = all.find(
    (one) => one.ip_policy.id === id && canonicalCidr(one.cidr) === canonicalCidr(cidr),
  );
  return holder ? { refusal: "Its policy already has a rule for this range:", holder } : {};
}

export async function checkRestore(client: QueryClient, event: Event): Promise<RestoreCheck> {
  const { object } = event;
  const parts = await deletedWith(event);
  const routes = [object, ...parts] as unknown as Route[];
  const found = { parts, asksSecret: routes.some((one) => remadeRoute(one).missing.length > 0) };
  const kind = kindOf(String(object["id"]));
  if (kind === "ipPolicyRule")
    return { ...found, ...(await ruleObstacle(client, object as unknown as IpPolicyRule)) };
  const protocol = protocolOf(kind);
  if (protocol) {
    const holder = holderOf(object, await readEdges(client));
    if (holder) return { ...found, refusal: ADDRESS_HELD, holder };
    const { owner } = ownerOfEdge({ protocol, id: String(object["id"]) });
    const [own] = await goneRefs(client, owner, [remadeEdge(protocol, object as unknown as AnyEdge).body]);
    if (own) return { ...found, refusal: `Its ${own.says} was deleted. Create a new edge with another.` };
    return { ...found, gone: await goneInRoutes(client, parts) };
  }
  if (kind !== "route") return { ...found, twin: await twinOf(client, object) };
  const edge = await edgeFor(client, String(object["edge_id"]));
  if (!edge) return { ...found, refusal: NO_EDGE };
  const holder = edge.routes?.find(({ match }) => match === object["match"]);
  if (holder) return { ...found, refusal: "Another route has its path:", holder };
  const gone = await goneInRoutes(client, [object]);
  return { ...found, gone, ...(edge.id === object["edge_id"] ? {} : { heir: edge }) };
}

const goneInRoutes = (client: QueryClient, routes: readonly Fields[]) =>
  goneRefs(
    client,
    "route",
    routes.map((one) => remadeRoute(one as unknown as Route).body),
  );

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
    const protocol = protocolOf(kind);
    if (protocol)
      return restore.edge(protocol, { ...object, routes: parts as unknown as Route[] } as unknown as AnyEdge);
    if (kind === "route") {
      const route = object as unknown as Route;
      const edge = await edgeFor(client, route.edge_id);
      if (!edge) throw new Refusal(NO_EDGE);
      return restore.route(edge, route);
    }
    if (kind === "ipPolicy")
      return restorePolicy(object as unknown as PolicyRow, parts as unknown as IpPolicyRule[]);
    if (kind === "ipPolicyRule") {
      const rule = await rules.create(restoring(object as unknown as IpPolicyRule));
      return said(`Rule ${rule.action} ${rule.cidr}`);
    }
    if (kind === "tunnelGroupBackend") {
      const made = await writesOf(client, backends).create(BODIES[kind](object));
      return said(`Backend “${backends.nameOf(made)}”`);
    }
    const made = await writesOf(client, certificateAuthorities).create(BODIES.certificateAuthority(object));
    return said(`Certificate authority “${certificateAuthorities.nameOf(made)}”`);
  };
}
