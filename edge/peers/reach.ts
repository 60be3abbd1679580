import type { Duplex } from "node:stream";
import type { LiveTunnel } from "../account.ts";
import { NO_LINK, NO_PEER, StreamRefused } from "../links/link.ts";
import type { Links } from "../links/links.ts";
import type { Peers } from "./peers.ts";

/** Every tunnel of the account, wherever its agent is connected. */
export type Reach = Pick<Links, "onGone"> & {
  /** @throws StreamRefused when no byte can have been sent. */
  open: (tunnel: LiveTunnel) => Promise<Duplex>;
};

/** `links` = of the agents here, `peers` = the other edges; null where there are none. */
export function reachOf(links: Pick<Links, "open" | "onGone"> | null, peers: Peers | null): Reach {
  return {
    open: async ({ id, sessionId, peer }) => {
      if (peer === null && links) return links.open(sessionId, id);
      if (peer !== null && peers) return peers.open(peer, sessionId, id);
      throw new StreamRefused(peer === null ? NO_LINK : NO_PEER);
    },
    onGone: (told) => {
      links?.onGone(told);
      peers?.onGone(told);
    },
  };
}
