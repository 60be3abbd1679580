import { labelText } from "#resources/tunnel-names.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Tunnel } from "#contract/tunnel.ts";

/** What took the place of something that is gone. `sameAddress` false: the same agent serves it, at another address. */
export type Successor<T> = { item: T; sameAddress: boolean };

const startedNoEarlier = (one: Tunnel, than: Tunnel) =>
  Date.parse(one.started_at) >= Date.parse(than.started_at);

/**
 * The tunnel that serves what a gone one served: the same public URL, else, in the session that its agent came back as,
 * the only one with the same protocol, labels, upstream and metadata. `successorId` null = not known. `tunnels` newest first.
 */
export function successorOfTunnel(
  gone: Tunnel,
  successorId: string | null,
  tunnels: readonly Tunnel[],
): Successor<Tunnel> | null {
  const others = tunnels.filter((one) => one.id !== gone.id && startedNoEarlier(one, gone));
  const sameUrl = gone.public_url ? others.find((one) => one.public_url === gone.public_url) : undefined;
  if (sameUrl) return { item: sameUrl, sameAddress: true };
  const alike = others.filter(
    (one) => successorId !== null && one.tunnel_session?.id === successorId && shapeOf(one) === shapeOf(gone),
  );
  const [only] = alike;
  return only && alike.length === 1 ? { item: only, sameAddress: !gone.public_url } : null;
}

/** An agent that is online for less than this may not have opened its tunnels yet, or they are not read; ms. */
export const OPENING_MS = 15_000;

/**
 * The tunnel with labels that an agent runs now, and not `before`, in place of one that had a URL of its own: to the same upstream.
 * Whoever started it chose that.
 */
export const labelledInstead = (
  gone: Tunnel,
  before: readonly Tunnel[],
  now: readonly Tunnel[],
): Tunnel | undefined =>
  now.find(
    (one) =>
      labelText(one.labels) !== "" &&
      one.forwards_to === gone.forwards_to &&
      !before.some((had) => shapeOf(had) === shapeOf(one)),
  );

/** What the agent's configuration says of a tunnel, and so stays across a restart. */
function shapeOf({ public_url: url, proto, labels, forwards_to: upstream, metadata }: Tunnel): string {
  return JSON.stringify([Boolean(url), proto ?? "", labelText(labels), upstream ?? "", metadata ?? ""]);
}

/** What an endpoint that is gone is followed by. */
export type GoneEndpoint = Pick<Endpoint, "id" | "public_url" | "created_at">;

/**
 * The endpoint that listens in place of a gone one: at the same public URL, else that of the successor of the tunnel that
 * served it. `tunnel` null = not known. `endpoints` newest first.
 */
export function successorOfEndpoint(
  gone: GoneEndpoint,
  tunnel: Tunnel | null,
  successorId: string | null,
  served: { endpoints: readonly Endpoint[]; tunnels: readonly Tunnel[] },
): Successor<Endpoint> | null {
  const others = served.endpoints.filter(
    ({ id, created_at: at }) => id !== gone.id && Date.parse(at) >= Date.parse(gone.created_at),
  );
  const sameUrl = gone.public_url ? others.find((one) => one.public_url === gone.public_url) : undefined;
  if (sameUrl) return { item: sameUrl, sameAddress: true };
  const next = tunnel && successorOfTunnel(tunnel, successorId, served.tunnels)?.item.endpoint;
  const item = next ? others.find(({ id }) => id === next.id) : undefined;
  return item ? { item, sameAddress: false } : null;
}

/**
 * What serves in place of a gone one by way of `last`, which this visit saw take its place: that one while it is listed, else its own
 * `successor`.
 */
export function successorAfter<T extends { id: string; public_url?: string | null | undefined }>(
  gone: Pick<T, "public_url">,
  last: T | undefined,
  now: readonly T[],
  successor: (last: T) => Successor<T> | null,
): Successor<T> | null {
  const item = last && (now.find(({ id }) => id === last.id) ?? successor(last)?.item);
  return item ? { item, sameAddress: (item.public_url ?? "") === (gone.public_url ?? "") } : null;
}
