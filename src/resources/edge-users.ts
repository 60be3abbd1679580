import { type QueryClient, useQuery } from "@tanstack/react-query";
import { valueAt, type JsonObject } from "#forms/json.ts";
import { protocolOf, useDiscovered, type EdgeRow } from "./edge-discovery.ts";
import { edgeName, EDGE_PROTOCOLS, routePlace } from "./edge-names.ts";
import { edges, routesOf } from "./edges.ts";
import { href, type EdgeProtocol } from "./paths.ts";
import { refHref } from "./ref-target.ts";

/** An edge or a route that uses something by a module, on or off. `path` = where the API has that module, below the base URL. */
export type EdgeUser = { id: string; name: string; to: string | null; path: string };

/** What is used, and by which module; `on` = only where that is on. */
export type Used = { kind: "backend" | keyof typeof NAMED_IN; id: string; on?: true };

/** Where a module names a list of what it uses. */
const NAMED_IN = { ip_restriction: "ip_policies", mutual_tls: "certificate_authorities" } as const;

function uses(owner: JsonObject, { kind, id, on }: Used): boolean {
  if (on && valueAt(owner, [kind, "enabled"]) === false) return false;
  if (kind === "backend") return valueAt(owner, ["backend", "backend", "id"]) === id;
  const named = valueAt(owner, [kind, NAMED_IN[kind]]);
  return Array.isArray(named) && named.some((one) => valueAt(one, ["id"]) === id);
}

/** The TLS and TCP edges that use it themselves, and the routes of HTTPS edges that do, in the order of the edges. */
export function edgeUsers(used: Used, known: readonly EdgeRow[]): EdgeUser[] {
  const moduleAt = (path: string) => `${path}/${used.kind}`;
  return known.flatMap((edge) => [
    ...(uses(edge, used)
      ? [
          {
            id: edge.id,
            name: edgeName(edge),
            to: refHref(edge),
            path: moduleAt(edges[protocolOf(edge) ?? "https"].pathOf(edge.id)),
          },
        ]
      : []),
    ...(edge.routes ?? [])
      .filter((route) => uses(route, used))
      .map(({ id, match }) => ({
        id,
        name: routePlace(edge, match),
        to: href.route(edge.id, id),
        path: moduleAt(routesOf(edge.id).pathOf(id)),
      })),
  ]);
}

const FRESH_MS = 30_000;

/** The edges of all kinds that can be read, as they are now. */
export async function readEdges(client: QueryClient): Promise<EdgeRow[]> {
  const read = (protocol: EdgeProtocol) => client.fetchQuery({ ...edges[protocol].query, staleTime: 0 });
  const lists = await Promise.allSettled(EDGE_PROTOCOLS.map(read));
  return lists.flatMap((list) => (list.status === "fulfilled" ? list.value : []));
}

/** Who uses it now, among the edges that can be read. */
export const findEdgeUsers = async (client: QueryClient, used: Used): Promise<EdgeUser[]> =>
  edgeUsers(used, await readEdges(client));

/**
 * Who uses it among the edges that can be read. `unread`: the kinds of edges that can't be read, or not wholly: they may use it
 * too. `every` = read again so often, in ms.
 */
export function useEdgeUsers(
  used: Used,
  every?: number,
): { users: EdgeUser[]; pending: boolean; unread: EdgeProtocol[] } {
  const options = { staleTime: FRESH_MS, ...(every === undefined ? {} : { refetchInterval: every }) };
  const https = useQuery({ ...edges.https.query, ...options });
  const tls = useQuery({ ...edges.tls.query, ...options });
  const tcp = useQuery({ ...edges.tcp.query, ...options });
  const discovered = { https: useDiscovered("https"), tls: useDiscovered("tls"), tcp: useDiscovered("tcp") };
  const lists = { https, tls, tcp };
  return {
    users: edgeUsers(
      used,
      EDGE_PROTOCOLS.flatMap((protocol) => lists[protocol].data ?? []),
    ),
    pending: EDGE_PROTOCOLS.some((protocol) => lists[protocol].isPending),
    unread: EDGE_PROTOCOLS.filter((protocol) => lists[protocol].isError || discovered[protocol]),
  };
}
