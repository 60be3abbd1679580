import * as z from "zod/mini";
import { ID_PREFIXES, type IdKind, idOf } from "#contract/common.ts";
import { ApiProblem } from "../errors.ts";
import { type Row, rowById, type RowKind } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";

const NAMES: Partial<Record<IdKind, string>> = {
  apiKey: "API key",
  credential: "authtoken",
  session: "online tunnel session",
  tunnel: "online tunnel",
  endpoint: "active endpoint",
  httpsEdge: "HTTPS edge",
  tlsEdge: "TLS edge",
  tcpEdge: "TCP edge",
  tunnelGroupBackend: "tunnel group backend",
  route: "route",
  ipPolicy: "IP policy",
  ipPolicyRule: "IP policy rule",
  certificateAuthority: "certificate authority",
  event: "event",
  eventDestination: "event destination",
  eventSubscription: "event subscription",
  trafficCapture: "capture",
};

/**
 * The row an id of a path stands for.
 *
 * @throws ApiProblem 404 when there is none, with a code of its own when the id is one of another kind.
 */
export async function found<Row>(
  kind: IdKind,
  id: string,
  read: () => Promise<Row | undefined>,
): Promise<Row> {
  const name = NAMES[kind] ?? "resource";
  if (!z.safeParse(idOf(kind), id).success) {
    const prefix = ID_PREFIXES[kind];
    throw new ApiProblem(
      "idMalformed",
      `This is not the ID of ${article(name)} ${name}. These IDs begin with ${prefix}_.`,
    );
  }
  const row = await read();
  if (row === undefined)
    throw new ApiProblem(
      "resourceUnknown",
      `The ${name} ${id.slice(0, 64)} was not found. It may have been deleted.`,
    );
  return row;
}

/** The stored row of an id; `read` reads it in another way than by its id alone. As `found` in all else. */
export function foundRow<K extends RowKind>(
  db: Db,
  kind: K,
  id: string,
  read: (db: Db, kind: K, id: string) => Promise<Row<K> | undefined> = rowById,
): Promise<Row<K>> {
  return found(kind, id, () => read(db, kind, id));
}

function article(name: string): string {
  return /^([aeiouAEIOU]|HTTPS)/.test(name) ? "an" : "a";
}
