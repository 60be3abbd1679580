import { routeUrl, type Served, servedBy, type ServedKeys } from "#contract/rollouts/served.ts";
import { publicUrl } from "../gateway/public-address.ts";
import type { EdgeFacts } from "../http/call.ts";
import { labelsMatch } from "../rules/labels.ts";
import { backendLabels, labelled } from "../store/backends.ts";
import type { Db } from "../store/schema.ts";

/** Reads what every online session serves, by keys only. */
export async function readServedKeys(db: Db): Promise<ServedKeys & { hasBackends: boolean }> {
  const tunnels = await db
    .selectFrom("tunnels")
    .select(["id", "session_id", "public_url", "labels"])
    .execute();
  const backends = tunnels.some(({ labels }) => labels !== null) ? await backendLabels(db) : [];
  const pairs: [session: string, key: string][] = [];
  for (const { id, session_id, public_url, labels } of tunnels) {
    const own = labelled({ id, labels }).labels;
    const matching = public_url === null ? backends.filter((one) => labelsMatch(one.labels, own)) : [];
    for (const key of public_url === null ? matching.map((one) => one.id) : [public_url])
      pairs.push([session_id, key]);
  }
  return { ...servedBy(pairs), hasBackends: backends.length > 0 };
}

/** Reads what every online session serves. */
export async function readServed(db: Db, edge: EdgeFacts | null): Promise<Served> {
  const { hasBackends, ...keys } = await readServedKeys(db);
  const urls = hasBackends ? await backendUrls(db, edge) : new Map<string, string[]>();
  return { ...keys, namesOf: (key) => (key.includes("://") ? [key] : (urls.get(key) ?? [])) };
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
  for (const { owner_id, ref_id, edge_id, match } of refs) {
    const route = edge_id !== null && several.has(edge_id) ? match : null;
    const own = endpoints
      .filter((endpoint) => endpoint.edge_id === (edge_id ?? owner_id))
      .map(({ proto, hostport, public_url }) => (edge ? publicUrl(proto, hostport, edge) : public_url))
      .map((url) => routeUrl(url, route));
    urls.set(ref_id, [...(urls.get(ref_id) ?? []), ...own]);
  }
  return urls;
}
