import type { Duplex } from "node:stream";
import { DATA_PATH, DATA_PROTOCOL, TICKET_HEADER } from "#contract/data-link.ts";
import { type LinkServer, serveLink } from "#contract/link-server.ts";
import { upgradeTo } from "#contract/link-upgrade.ts";

/** Opens a connection to what a tunnel forwards to. It resolves once the connection stands, TLS included. */
export type Dial = (forwardsTo: string) => Promise<Duplex>;

export type DataLinkOptions = {
  /** ws: or wss: URL of the service's /agent. */
  url: string;
  headers?: Record<string, string>;
  ticket: string;
  /** What each tunnel id forwards to. Nothing else is ever dialled. */
  targets: ReadonlyMap<string, string>;
  dial: Dial;
};

const HANDSHAKE_MS = 15_000;

/**
 * Dials the service and serves streams on that connection (agent/README.md#data-link).
 *
 * @throws Error when the service can't be reached, or refuses.
 */
export async function openDataLink(options: DataLinkOptions): Promise<LinkServer> {
  const { headers, ticket, targets, dial } = options;
  const url = new URL(options.url);
  url.protocol = url.protocol === "wss:" ? "https:" : "http:";
  url.pathname = url.pathname.replace(/\/agent$/, DATA_PATH);
  const { socket } = await upgradeTo({
    url,
    protocol: DATA_PROTOCOL,
    headers: { ...headers, [TICKET_HEADER]: ticket },
    timeoutMs: HANDSHAKE_MS,
  });
  return serveLink(socket, (tunnelId) => {
    const target = targets.get(tunnelId);
    return target === undefined ? undefined : dial(target);
  });
}
