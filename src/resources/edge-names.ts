import { KINDS } from "./kinds.ts";
import type { EdgeProtocol } from "./paths.ts";
import { kindOf } from "./ref-target.ts";

export const EDGE_PROTOCOLS = ["https", "tls", "tcp"] as const satisfies readonly EdgeProtocol[];

/** The kind of resource that an edge of each protocol is. */
export const EDGE_KINDS = { https: "httpsEdge", tls: "tlsEdge", tcp: "tcpEdge" } as const;

/** Of a kind of edge: its protocol; undefined of anything else. */
export const protocolOf = (kind: string | null): EdgeProtocol | undefined =>
  EDGE_PROTOCOLS.find((one) => EDGE_KINDS[one] === kind);

/** What each kind of edge is called. */
export const EDGE_NAMES: Record<EdgeProtocol, string> = {
  https: KINDS.httpsEdge.noun.one,
  tls: KINDS.tlsEdge.noun.one,
  tcp: KINDS.tcpEdge.noun.one,
};

type EdgeLike = {
  id: string;
  hostports?: readonly string[] | null | undefined;
  description?: string | null | undefined;
};

/** A hostport as people say it: without the port that goes without saying. */
export function hostOf(hostport: string): string {
  return hostport.replace(/:443$/, "");
}

/** The URLs that lead to an address of an edge: without `ownPort`, and with it where the edge listens there instead of at 443. */
export function urlsOf(protocol: EdgeProtocol, hostport: string, ownPort = 443): string[] {
  const at = (port: number) => `${protocol}://${hostOf(hostport.replace(/:443$/, `:${port}`))}`;
  return [...new Set([at(443), at(ownPort)])];
}

/** The name of an edge: its first host, else its description, else "HTTPS edge without an address"; its id while nothing is known of it. */
export function edgeName(edge: EdgeLike): string {
  const [first] = edge.hostports ?? [];
  if (first !== undefined) return hostOf(first);
  return edge.hostports === undefined ? edge.id : edge.description || unnamed(edge.id);
}

function kindName(id: string): string {
  const kind = kindOf(id);
  const protocol = protocolOf(kind);
  return protocol ? EDGE_NAMES[protocol] : "Edge";
}

const unnamed = (id: string) => `${kindName(id)} without an address`;

/** Whether only its id tells an edge from others: it stands quietly beside the name. */
export const isUnnamed = (edge: EdgeLike): boolean => edgeName(edge) === unnamed(edge.id);

/** An edge with its kind, as messages name it: "HTTPS edge app.example.com". */
export const edgeTitle = (edge: EdgeLike): string =>
  isUnnamed(edge) ? edgeName(edge) : `${kindName(edge.id)} ${edgeName(edge)}`;

/** Where a route applies: "app.example.com/dispatch", of an edge without an address the match alone. It may name a host of its own (api.md#https-edge-routes). */
export function routePlace(edge: EdgeLike, match: string): string {
  const nowhere = !match.startsWith("/") || edge.hostports === null || edge.hostports?.length === 0;
  return nowhere ? match : `${edgeName(edge)}${match}`;
}

const MATCH_TYPES: Record<string, string> = { exact_path: "Exact path", path_prefix: "Path prefix" };

/** "path_prefix" → "Path prefix"; a type this console does not know stays as it is. */
export function matchTypeWords(type: string): string {
  return Object.hasOwn(MATCH_TYPES, type) ? (MATCH_TYPES[type] ?? type) : type;
}

type Matching = { id: string; match_type: string; match: string };

/** The route whose prefix matches all that another one matches, the longest of them: what its requests fall to without it. */
export function nextRoute<R extends Matching>(gone: Matching, routes: readonly R[]): R | undefined {
  return routes
    .filter(
      (one) => one.id !== gone.id && one.match_type === "path_prefix" && gone.match.startsWith(one.match),
    )
    .toSorted((a, b) => b.match.length - a.match.length)[0];
}
