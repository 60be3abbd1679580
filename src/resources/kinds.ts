import type { IdKind } from "#contract/common.ts";
import { capital } from "#ui/format.ts";
import type { IconName } from "#ui/icon.tsx";
import { href, type EdgeProtocol } from "./paths.ts";

/** A Ref as it is followed here: some have no `uri`, such as an id that stands alone; a route also names its edge. */
export type Reference = { id: string; uri?: string | undefined; edge_id?: string | undefined };

/** What a kind of resource is called, and where its pages are. */
export type Kind = {
  /** As in a sentence: { one: "key", many: "keys" }. */
  noun: { one: string; many: string };
  icon: IconName;
  /** What the page that lists them is called, where it lists more kinds than this one. */
  listed?: string;
  /** The page that lists them. */
  list: (search?: string) => string;
  /** The page of one; null where the Ref does not say enough. */
  page: (reference: Reference) => string | null;
};

const named = (icon: IconName, one: string, many = `${one}s`) => ({
  icon,
  noun: { one, many },
  /** The same where the kind is plain already: "rule". */
  short: { one: one.replace("IP ", ""), many: many.replace("IP ", "") },
});
/** A list whose rows have a page each. */
const own = (list: (search?: string) => string, page: (id: string) => string) => ({
  list,
  page: ({ id }: Reference) => page(id),
});
/** A list with one of them beside it, for what has no page of its own. */
const beside = (list: (search?: string) => string) =>
  own(list, (id) => list(`?open=${encodeURIComponent(id)}`));
const edge = (protocol: EdgeProtocol) => ({
  ...named("edges", `${protocol.toUpperCase()} edge`),
  listed: "edges",
  ...own(href.edges, (id) => href.edge(protocol, id)),
});

/** The kinds of resources that the console shows. */
export const KINDS = {
  session: { ...named("sessions", "session"), ...own(href.sessions, href.session) },
  tunnel: { ...named("tunnels", "tunnel"), ...own(href.tunnels, href.tunnel) },
  endpoint: { ...named("globe", "endpoint"), ...own(href.endpoints, href.endpoint) },
  httpsEdge: edge("https"),
  tlsEdge: edge("tls"),
  tcpEdge: edge("tcp"),
  route: { ...named("link", "route"), list: href.edges, page: routePage },
  ipPolicyRule: { ...named("shield", "IP rule"), ...own(href.ipRules, href.ipRule) },
  ipPolicy: { ...named("policies", "IP policy", "IP policies"), ...own(href.ipPolicies, href.ipPolicy) },
  tunnelGroupBackend: { ...named("backend", "backend"), ...beside(href.backends) },
  certificateAuthority: {
    ...named("certificate", "certificate authority", "certificate authorities"),
    ...beside(href.certificateAuthorities),
  },
  apiKey: { ...named("key", "key"), ...own(href.keys, href.key) },
  credential: { ...named("ticket", "authtoken"), ...beside(href.authtokens) },
  eventSubscription: { ...named("run", "event subscription"), ...beside(href.eventSubscriptions) },
  eventDestination: { ...named("ext", "event destination"), ...beside(href.eventDestinations) },
} satisfies Partial<Record<IdKind, Kind>>;

export type ResourceKind = keyof typeof KINDS;

/** A route's page needs its edge, which the Ref's uri names where the Ref itself does not. */
function routePage({ id, uri = "", edge_id: edgeId }: Reference): string | null {
  if (edgeId !== undefined) return href.route(edgeId, id);
  const named = /\/edges\/https\/([^/?#]+)\/routes\//.exec(uri)?.[1];
  if (named === undefined) return null;
  try {
    return href.route(decodeURIComponent(named), id);
  } catch {
    return null;
  }
}

/** "Session", "IP rule": what one is called where it stands alone. */
export const titleOf = ({ noun }: Kind) => capital(noun.one);

/** "Sessions": the title of the page that lists them. */
export const listTitleOf = ({ noun, listed = noun.many }: Kind) => capital(listed);
