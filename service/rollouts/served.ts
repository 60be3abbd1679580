import { publicUrl } from "../gateway/public-address.ts";
import type { EdgeFacts } from "../http/call.ts";
import { labelsMatch } from "../rules/labels.ts";
import { backendLabels, labelled } from "../store/backends.ts";
import type { Db } from "../store/schema.ts";

/** What online sessions serve, by keys: the same key of two sessions means that either will do. */
export type Served = {
  keysOf: ReadonlyMap<string, ReadonlySet<string>>;
  sessionsOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** The public URLs of a key; of a backend those of the edges that lead to it. */
  namesOf: (key: string) => readonly string[];
};

/** Reads what every online session serves, by keys only. */
export async function readServedKeys(
  db: Db,
): Promise<Pick<Served, "keysOf" | "sessionsOf"> & { hasBackends: boolean }> {
  const tunnels = await db
    .selectFrom("tunnels")
    .select(["id", "session_id", "public_url", "labels"])
    .execute();
  const backends = tunnels.some(({ labels }) => labels !== null) ? await backendLabels(db) : [];
  const keysOf = new Map<string, Set<string>>();
  const sessionsOf = new Map<string, Set<string>>();
  const add = (map: Map<string, Set<string>>, name: string, value: string): void => {
    map.set(name, (map.get(name) ?? new Set()).add(value));
  };
  for (const { id, session_id, public_url, labels } of tunnels) {
    const own = labelled({ id, labels }).labels;
    const matching = public_url === null ? backends.filter((one) => labelsMatch(one.labels, own)) : [];
    for (const key of public_url === null ? matching.map((one) => one.id) : [public_url]) {
      add(keysOf, session_id, key);
      add(sessionsOf, key, session_id);
    }
  }
  return { keysOf, sessionsOf, hasBackends: backends.length > 0 };
}

/** Reads what every online session serves. */
export async function readServed(db: Db, edge: EdgeFacts | null): Promise<Served> {
  const { keysOf, sessionsOf, hasBackends } = await readServedKeys(db);
  const urls = hasBackends ? await backendUrls(db, edge) : new Map<string, string[]>();
  return { keysOf, sessionsOf, namesOf: (key) => (key.includes("://") ? [key] : (urls.get(key) ?? [])) };
}

/** The public URLs that lead to each backend. */
async function backendUrls(db: Db, edge: EdgeFacts | null): Promise<Map<string, string[]>> {
  const refs = await db
    .selectFrom("module_refs")
    .leftJoin("routes", "routes.id", "module_refs.owner_id")
    .innerJoin("backends", "backends.id", "module_refs.ref_id")
    .select(["module_refs.owner_id", "module_refs.ref_id", "routes.edge_id"])
    .execute();
  const endpoints = await db
    .selectFrom("endpoints")
    .select(["edge_id", "proto", "hostport", "public_url"])
    .where("edge_id", "is not", null)
    .execute();
  const urls = new Map<string, string[]>();
  for (const { owner_id, ref_id, edge_id } of refs) {
    const own = endpoints
      .filter((endpoint) => endpoint.edge_id === (edge_id ?? owner_id))
      .map(({ proto, hostport, public_url }) => (edge ? publicUrl(proto, hostport, edge) : public_url));
    urls.set(ref_id, [...(urls.get(ref_id) ?? []), ...own]);
  }
  return urls;
}
