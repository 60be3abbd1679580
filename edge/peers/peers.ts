import { createInterface } from "node:readline";
import type { Duplex } from "node:stream";
import { upgradeTo } from "#contract/link-upgrade.ts";
import type { Peer } from "../account.ts";
import { type Link, openLink, type PingOptions, StreamRefused, NO_PEER } from "../links/link.ts";
import type { Links } from "../links/links.ts";
import type { Proofs } from "./proof.ts";
import { GONE_NEWS, PEER_PATH, PEER_PROTOCOL, SESSION_HEADER } from "./protocol.ts";

export type PeersOptions = PingOptions & {
  proofs: Proofs;
  /** PEM of the authority that signs the certificates of edges. */
  rootPem: string;
  log: { warn: (facts: object, text: string) => void };
};

/** The other edges of the account, each over one link that is opened when it is needed. */
export type Peers = Pick<Links, "onGone" | "close"> & {
  /**
   * Opens a stream to a tunnel of a session that the peer holds.
   *
   * @throws StreamRefused when no byte can have been sent.
   */
  open: (peer: Peer, sessionId: string, tunnelId: string) => Promise<Duplex>;
};

type Known = { link: Link; sessions: Set<string> };

const CONNECT_MS = 5_000;
/** A peer that could not be reached is tried again after so many milliseconds; it is told once. */
const AGAIN_MS = 1_000;

export function createPeers({ proofs, rootPem, log, ...pings }: PeersOptions): Peers {
  const peers = new Map<string, Promise<Known | null>>();
  const listeners = new Set<(sessionId: string) => void>();
  const unreached = new Set<string>();
  let closed = false;

  async function connect({ id, url }: Peer): Promise<Known> {
    if (url === null) throw new Error("It takes no connections of other edges.");
    const question = proofs.ask(id);
    const { socket, headers } = await upgradeTo({
      url: new URL(PEER_PATH, url),
      protocol: PEER_PROTOCOL,
      headers: question,
      timeoutMs: CONNECT_MS,
      ca: rootPem,
    });
    if (closed || !proofs.answered(question, headers)) {
      socket.destroy();
      throw new Error("The other edge does not have the account’s secret.");
    }
    const sessions = new Set<string>();
    const gone = (sessionId: string): void => {
      if (sessions.delete(sessionId)) for (const told of listeners) told(sessionId);
    };
    const link = openLink(socket, {
      ...pings,
      onClosed: () => {
        peers.delete(id);
        for (const sessionId of sessions) gone(sessionId);
      },
    });
    const news = await link.open(GONE_NEWS);
    // The close of the link says what an error would.
    createInterface({ input: news })
      .on("line", gone)
      .on("error", () => undefined)
      .on("close", () => news.end());
    return { link, sessions };
  }

  function peerOf(peer: Peer): Promise<Known | null> {
    const { id } = peer;
    const known = peers.get(id);
    if (known) return known;
    const connecting: Promise<Known | null> = connect(peer).then(
      (reached) => {
        unreached.delete(id);
        return reached;
      },
      (error: unknown) => {
        if (!unreached.has(id) && !closed)
          log.warn({ peer: id, err: error }, "another edge can’t be reached");
        unreached.add(id);
        // A link that broke at once has left the list already, and may have a successor there.
        setTimeout(() => peers.get(id) === connecting && peers.delete(id), AGAIN_MS).unref();
        return null;
      },
    );
    peers.set(id, connecting);
    return connecting;
  }

  return {
    open: async (peer, sessionId, tunnelId) => {
      const known = await peerOf(peer);
      if (!known) throw new StreamRefused(NO_PEER);
      known.sessions.add(sessionId);
      return known.link.open(tunnelId, { [SESSION_HEADER]: sessionId });
    },
    onGone: (told) => void listeners.add(told),
    close: () => {
      closed = true;
      for (const connecting of peers.values()) void connecting.then((known) => known?.link.drain(0));
    },
  };
}
