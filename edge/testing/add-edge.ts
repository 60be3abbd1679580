import { newId } from "#service/store/ids.ts";
import type { Db } from "#service/store/schema.ts";

/** An edge with a backend that selects `app=shop`; an HTTPS edge has it on its route `/v1/`. */
export async function addEdge(
  db: Db,
  table: "https_edges" | "tls_edges",
  proto: "https" | "tls",
  hostport: string,
) {
  const made = { description: "", metadata: "", created_at: new Date().toISOString() };
  const ids = { endpoint: newId("endpoint"), backend: newId("tunnelGroupBackend") };
  const [id, route] = [newId(proto === "https" ? "httpsEdge" : "tlsEdge"), newId("route")];
  await db
    .insertInto("backends")
    .values({ ...made, id: ids.backend, labels: '{"app":"shop"}' })
    .execute();
  await db
    .insertInto(table)
    .values({ ...made, id, hostports: JSON.stringify([hostport]) })
    .execute();
  if (proto === "https")
    await db
      .insertInto("routes")
      .values({ ...made, id: route, edge_id: id, match_type: "path_prefix", match: "/v1/" })
      .execute();
  const backend = JSON.stringify({ backend_id: ids.backend });
  await db
    .insertInto("modules")
    .values({ owner_id: proto === "https" ? route : id, kind: "backend", value: backend, made: null })
    .execute();
  const endpoint = {
    id: ids.endpoint,
    type: "edge" as const,
    proto,
    hostport,
    public_url: `${proto}://${hostport}`,
    region: "",
    metadata: "",
  };
  const times = { created_at: made.created_at, updated_at: made.created_at };
  await db
    .insertInto("endpoints")
    .values({ ...endpoint, ...times, tunnel_id: null, edge_id: id })
    .execute();
  return { ...ids, edge: id, route };
}

/** Sets a module as the service stores it, whatever its value; null deletes it. `made` = what the service made for it. */
export async function setModule(
  db: Db,
  owner_id: string,
  kind: string,
  value: object | null,
  made: object | null = null,
): Promise<void> {
  await db.deleteFrom("modules").where("owner_id", "=", owner_id).where("kind", "=", kind).execute();
  if (value === null) return;
  await db
    .insertInto("modules")
    .values({ owner_id, kind, value: JSON.stringify(value), made: made && JSON.stringify(made) })
    .execute();
}
