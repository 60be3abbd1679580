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

const own = (page: (id: string) => string) => ({
  page: ({ id }: Reference) => page(id),
});
/** The list with one of them beside it, for what has no page of its own. */
const beside = (list: (search?: string) => string) => ({
  list,
  page: ({ id }: Reference) => list(`?open=${encodeURIComponent(id)}`),
});
const edge = (protocol: EdgeProtocol) => ({
  noun: { one: `${protocol.toUpperCase()} edge`, many: `${protocol.toUpperCase()} edges` },
  icon: "edges" as const,
  listed: "edges",
  list: href.edges,
  ...own((id) => href.edge(protocol, id)),
});

/** The kinds of resources that the console shows. */
export const KINDS = {
  session: {
    noun: { one: "session", many: "sessions" },
    icon: "sessions",
    list: href.sessions,
    ...own(href.session),
  },
  tunnel: {
    noun: { one: "tunnel", many: "tunnels" },
    icon: "tunnels",
    list: href.tunnels,
    ...own(href.tunnel),
  },
  endpoint: {
    noun: { one: "endpoint", many: "endpoints" },
    icon: "globe",
    list: href.endpoints,
    ...own(href.endpoint),
  },
  httpsEdge: edge("https"),
  tlsEdge: edge("tls"),
  tcpEdge: edge("tcp"),
  route: { noun: { one: "route", many: "routes" }, icon: "link", list: href.edges, page: routePage },
  ipPolicyRule: {
    noun: { one: "IP rule", many: "IP rules" },
    icon: "shield",
    list: href.ipRules,
    ...own(href.ipRule),
  },
  ipPolicy: {
    noun: { one: "IP policy", many: "IP policies" },
    icon: "policies",
    list: href.ipPolicies,
    ...own(href.ipPolicy),
  },
  tunnelGroupBackend: {
    noun: { one: "backend", many: "backends" },
    icon: "backend",
    ...beside(href.backends),
  },
  certificateAuthority: {
    noun: { one: "certificate authority", many: "certificate authorities" },
    icon: "certificate",
    ...beside(href.certificateAuthorities),
  },
  apiKey: { noun: { one: "key", many: "keys" }, icon: "key", list: href.keys, ...own(href.key) },
  credential: { noun: { one: "authtoken", many: "authtokens" }, icon: "ticket", ...beside(href.authtokens) },
} as const satisfies Partial<Record<IdKind, Kind>>;

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
