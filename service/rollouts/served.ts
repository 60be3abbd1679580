import { cantApply, MAY_NOT_APPLY } from "#contract/modules/cant-apply.ts";
import { closedBy } from "#contract/modules/closed-by.ts";
import { UNREADABLE } from "#contract/modules/unreadable.ts";
import { routeUrl, type Served, servedBy, type ServedKeys } from "#contract/rollouts/served.ts";
import { publicUrl } from "../gateway/public-address.ts";
import type { EdgeFacts } from "../http/call.ts";
import { labelsMatch } from "../rules/labels.ts";
import { backendLabels, labelled } from "../store/backends.ts";
import { closedPolicies } from "../store/ip-policy-rules.ts";
import { storedObject } from "../store/modules.ts";
import type { Db } from "../store/schema.ts";

/** Reads what every online session serves, by keys only; `upOf` without what tunnels serve that can’t be reached. */
export async function readServedKeys(
  db: Db,
  unreached: ReadonlySet<string> = new Set(),
): Promise<ServedKeys & { upOf: ServedKeys["sessionsOf"]; hasBackends: boolean }> {
  const tunnels = await db
    .selectFrom("tunnels")
    .select(["id", "session_id", "public_url", "labels"])
    .execute();
  const backends = tunnels.some(({ labels }) => labels !== null) ? await backendLabels(db) : [];
  const pairs: [session: string, key: string][] = [];
  const up: typeof pairs = [];
  for (const { id, session_id, public_url, labels } of tunnels) {
    const own = labelled({ id, labels }).labels;
    const matching = public_url === null ? backends.filter((one) => labelsMatch(one.labels, own)) : [];
    for (const key of public_url === null ? matching.map((one) => one.id) : [public_url])
      for (const some of unreached.has(id) ? [pairs] : [pairs, up]) some.push([session_id, key]);
  }
  return { ...servedBy(pairs), upOf: servedBy(up).sessionsOf, hasBackends: backends.length > 0 };
}

/** Reads what every online session serves. An address that is closed to everybody is none (decisions/fleet/blast-radius.md). */
export async function readServed(
  db: Db,
  edge: EdgeFacts | null,
  unreached: ReadonlySet<string>,
): Promise<Served> {
  const { hasBackends, ...keys } = await readServedKeys(db, unreached);
  const urls = hasBackends ? await backendUrls(db, edge) : new Map<string, string[]>();
  const isOpen = (url: string) => !isClosedPort(url, edge);
  return { ...keys, namesOf: (key) => (key.includes("://") ? [key] : (urls.get(key) ?? [])).filter(isOpen) };
}

/** Whether nobody can connect to a URL, since its TCP port is not open. */
function isClosedPort(url: string, edge: EdgeFacts | null): boolean {
  if (!url.startsWith("tcp:")) return false;
  if (edge?.listens?.includes("tcp") === false) return true;
  return edge?.closedPorts?.().includes(Number(new URL(url).port)) === true;
}

/** Whether nobody gets in there by the modules of a route, TLS edge or TCP edge, and of the edge of a route. */
async function closedOwners(db: Db, edge: EdgeFacts | null) {
  if (!edge) return () => false;
  const { unapplied } = edge;
  const facts = {
    managedApps: edge.managedApps ?? undefined,
    closedPolicies: new Set(await closedPolicies(db)),
  };
  const owners = new Map<string, Record<string, unknown>>();
  const rows = await db
    .selectFrom("modules")
    .select(["owner_id", "kind", "value"])
    .where("kind", "in", [...MAY_NOT_APPLY, ...unapplied])
    .execute();
  for (const { owner_id: id, kind, value } of rows)
    owners.set(id, { ...owners.get(id), [kind]: storedObject(value) ?? { [UNREADABLE]: true } });
  return (id: string, edgeId: string | null) => {
    const [own, above] = [owners.get(id) ?? {}, owners.get(edgeId ?? "") ?? {}];
    return (
      closedBy([above, own], unapplied).length > 0 || (cantApply(own, facts) ?? cantApply(above)) !== null
    );
  };
}

/** The public URLs that lead to each backend, of an edge with several routes those of its routes. */
async function backendUrls(db: Db, edge: EdgeFacts | null): Promise<Map<string, string[]>> {
  const refs = await db
    .selectFrom("module_refs")
    .leftJoin("routes", "routes.id", "module_refs.owner_id")
    .innerJoin("backends", "backends.id", "module_refs.ref_id")
    .select(["module_refs.owner_id", "module_refs.ref_id", "routes.edge_id", "routes.match"])
    .execute();
  const withSeveral = await db
    .selectFrom("routes")
    .select("edge_id")
    .groupBy("edge_id")
    .having((eb) => eb(eb.fn.countAll(), ">", 1))
    .execute();
  const several = new Set(withSeveral.map((one) => one.edge_id));
  const endpoints = await db
    .selectFrom("endpoints")
    .select(["edge_id", "proto", "hostport", "public_url"])
    .where("edge_id", "is not", null)
    .execute();
  const urls = new Map<string, string[]>();
  const isClosed = await closedOwners(db, edge);
  for (const { owner_id, ref_id, edge_id, match } of refs) {
    if (isClosed(owner_id, edge_id)) continue;
    const route = edge_id !== null && several.has(edge_id) ? match : null;
    const own = endpoints
      .filter((endpoint) => endpoint.edge_id === (edge_id ?? owner_id))
      .map(({ proto, hostport, public_url }) => (edge ? publicUrl(proto, hostport, edge) : public_url))
      .map((url) => routeUrl(url, route));
    urls.set(ref_id, [...(urls.get(ref_id) ?? []), ...own]);
  }
  return urls;
}
