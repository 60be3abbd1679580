import { ConfigError } from "#contract/command-line.ts";
import { PINGS } from "#edge/links/link.ts";
import type { Links } from "#edge/links/links.ts";
import { createPeers, type PeersOptions } from "#edge/peers/peers.ts";
import { createProofs } from "#edge/peers/proof.ts";
import { type Reach, reachOf } from "#edge/peers/reach.ts";
import { servePeers } from "#edge/peers/server.ts";
import { type KeyPair, openAuthority, secretFor } from "#edge/tls/authority.ts";

/** How an edge reaches every tunnel of the account, and the others the agents here. */
export type ServicePeers = {
  reach: Reach;
  /** Where the others reach the agents here; null where they can't. */
  url: string | null;
  /** Takes nothing new of the others, and lets what they have under way here finish for so many milliseconds. */
  drain: (ms: number) => Promise<void>;
  /** Cuts off what goes to the others. */
  close: () => void;
};

export type StartPeersOptions = {
  /** Names this process. */
  nodeId: string;
  /** The root of the account's local authority. All edges have it: their shared secret comes of it. */
  root: KeyPair;
  /** Of the agents here; null where none connect. */
  links: Pick<Links, "open" | "onGone"> | null;
  /** Where others reach this process: `--peer-url`. */
  url: string | null;
  log: PeersOptions["log"];
};

/** For those who share a machine. */
const LOOPBACK = "http://127.0.0.1:0";

/**
 * Joins the edges of an account (edge/README.md#more-than-one-edge).
 *
 * @throws ConfigError when it can't listen at `url`.
 */
export async function startPeers({
  nodeId,
  root,
  links,
  url,
  log,
}: StartPeersOptions): Promise<ServicePeers> {
  const { rootPem, leaf } = await openAuthority(root);
  const proofs = createProofs(secretFor("peers", root), nodeId);
  const peers = createPeers({ proofs, rootPem, log, ...PINGS });
  const at = new URL(url ?? LOOPBACK);
  const server =
    links &&
    (await servePeers({ url: at, proofs, links, certificates: leaf, log }).catch((error: unknown) => {
      const { code = "unknown" } = error as { code?: string };
      throw new ConfigError(
        `The edge can’t listen at ${at.origin} for the account’s other edges (${code}). Give --peer-url an address and a free port of this machine.`,
        { cause: error },
      );
    }));
  return {
    reach: reachOf(links, peers),
    url: server?.url ?? null,
    drain: async (ms) => server?.stop(ms),
    close: peers.close,
  };
}
