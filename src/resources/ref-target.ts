import { ID_PREFIXES, type IdKind } from "#contract/common.ts";
import { href } from "./paths.ts";

/** A Ref as it is followed here: some have no `uri`, such as an id that stands alone. */
export type Reference = { id: string; uri?: string | undefined };

const KINDS = new Map<string, IdKind>(
  Object.entries(ID_PREFIXES).map(([kind, prefix]) => [prefix, kind as IdKind]),
);

/** What an id is the id of, by its prefix; null for a prefix that this console does not know. */
export function kindOf(id: string): IdKind | null {
  return KINDS.get(/^([a-z]+)_./.exec(id)?.[1] ?? "") ?? null;
}

const PAGES: Partial<Record<IdKind, (reference: Reference) => string | null>> = {
  apiKey: ({ id }) => href.key(id),
  session: ({ id }) => href.session(id),
  tunnel: ({ id }) => href.tunnel(id),
  endpoint: ({ id }) => href.endpoint(id),
  httpsEdge: ({ id }) => href.httpsEdge(id),
  tlsEdge: ({ id }) => href.edge("tls", id),
  tcpEdge: ({ id }) => href.edge("tcp", id),
  route: routePage,
  ipPolicy: ({ id }) => href.ipPolicy(id),
  tunnelGroupBackend: ({ id }) => href.backends(`?open=${encodeURIComponent(id)}`),
  certificateAuthority: ({ id }) => href.certificateAuthorities(`?open=${encodeURIComponent(id)}`),
  credential: ({ id }) => href.authtokens(`?open=${encodeURIComponent(id)}`),
  ipPolicyRule: ({ id }) => href.ipRule(id),
};

/** A route's page needs its edge, which only the Ref's uri names. */
function routePage({ id, uri = "" }: Reference): string | null {
  const edgeId = /\/edges\/https\/([^/?#]+)\/routes\//.exec(uri)?.[1];
  if (edgeId === undefined) return null;
  try {
    return href.route(decodeURIComponent(edgeId), id);
  } catch {
    return null;
  }
}

/** The page of what a Ref points at; null where this console has none. */
export function refHref(reference: Reference): string | null {
  const kind = kindOf(reference.id);
  return (kind && PAGES[kind]?.(reference)) ?? null;
}
