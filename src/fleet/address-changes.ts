import type { Tunnel } from "#contract/tunnel.ts";
import type { FleetAction } from "./action.ts";
import type { Served } from "./blast-radius.ts";
import type { Departure } from "./departures.ts";
import { successorOfTunnel } from "./served-again.ts";
import { useDepartures } from "./use-fleet.ts";
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

/** What a restart that is done changed of the addresses that it took offline; nothing while that is not known. */
export function useAddressChanges({ kind, state, urls, sessionId }: FleetAction): readonly AddressChange[] {
  const departure: Departure | undefined = useDepartures().find(({ session }) => session.id === sessionId);
  const { served } = useServed();
  if (kind !== "restart" || state.phase !== "verified" || !state.successorId || !served) return NONE;
  return addressChanges(urls, departure?.served ?? [], state.successorId, served);
}
