import { useEffect } from "react";
import type { Tunnel } from "#contract/tunnel.ts";
import type { FleetAction } from "./action.ts";
import type { Served } from "./blast-radius.ts";
import type { Departure } from "./departures.ts";
import { successorOfTunnel } from "./served-again.ts";
import { ledger, useDepartures } from "./use-fleet.ts";
import { useServed } from "./use-served.ts";

/** A public URL that went offline with a restart and is not served since; `to` null = nothing is known to serve it elsewhere. */
export type AddressChange = { from: string; to: string | null };

/** Those of `urls` that nobody serves now, each with its new address: that of the tunnel alike in the successor session. */
export function addressChanges(
  urls: readonly string[],
  before: readonly Tunnel[],
  successorId: string,
  { tunnels, endpoints }: Pick<Served, "tunnels" | "endpoints">,
): AddressChange[] {
  const gone = new Set(before.map(({ id }) => id));
  const now = new Set(
    [
      ...tunnels.filter(({ id }) => !gone.has(id)),
      ...endpoints.filter((one) => !gone.has(one.tunnel?.id ?? "")),
    ]
      .flatMap((one) => [one.public_url, "hostport" in one ? one.hostport : null])
      .filter(Boolean),
  );
  return urls
    .filter((url) => !now.has(url))
    .map((from) => {
      const old = before.find(({ public_url: url }) => url === from);
      const next = old && successorOfTunnel(old, successorId, tunnels);
      return { from, to: next?.item.public_url ?? null };
    });
}

const NONE: readonly AddressChange[] = [];

/**
 * What a restart that is done changed of the addresses that it took offline; nothing once all were seen served again, and
 * while it is not known. Of a successor that left it counts what that served: the end of it is not the restart's doing.
 */
export function restartChanges(
  { kind, state, urls, sessionId, servedAgain }: FleetAction,
  left: readonly Departure[],
  served: Pick<Served, "tunnels" | "endpoints"> | null,
): readonly AddressChange[] | null {
  if (kind !== "restart" || state.phase !== "verified" || !state.successorId) return null;
  if (servedAgain) return NONE;
  const departureOf = (id: string | undefined) => left.find(({ session }) => session.id === id);
  const after = departureOf(state.successorId);
  if (!served || (after && !after.served)) return null;
  const tunnels = [...served.tunnels, ...(after?.served ?? [])];
  const own = tunnels.filter(({ tunnel_session: of }) => of?.id === sessionId);
  const before = [...(departureOf(sessionId)?.served ?? []), ...own];
  // An endpoint whose tunnel is not listed may be older than the restart.
  const listed = new Set(tunnels.map(({ id }) => id));
  const endpoints = served.endpoints.filter(({ tunnel }) => !tunnel || listed.has(tunnel.id));
  return addressChanges(urls, before, state.successorId, { tunnels, endpoints });
}

/** {@link restartChanges} as this tab sees it now, which notes when all are served again. */
export function useAddressChanges(action: FleetAction): readonly AddressChange[] {
  const { served } = useServed();
  const changes = restartChanges(action, useDepartures(), served);
  const { id, servedAgain } = action;
  const isDone = changes?.length === 0 && !servedAgain;
  useEffect(() => {
    if (isDone)
      ledger.update((all) => all.map((one) => (one.id === id ? { ...one, servedAgain: true } : one)));
  }, [isDone, id]);
  return changes ?? NONE;
}
