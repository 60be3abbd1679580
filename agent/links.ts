import { setTimeout as sleep } from "node:timers/promises";
import type { TunnelRequest, Welcome } from "#contract/agent-protocol.ts";
import type { LinkServer } from "#contract/link-server.ts";
import { type Dial, openDataLink } from "./data-link.ts";

export type LinksOptions = {
  /** ws: or wss: URL of the service's /agent. */
  url: string;
  headers?: Record<string, string>;
  tunnels: readonly TunnelRequest[];
  dial?: Dial;
};

/** The data links of one agent. */
export type Links = {
  /** Opens one, as the service asked. One that fails is asked for again when somebody needs it. */
  open: (ticket: string, welcome: Welcome) => void;
  /** Takes no new streams; resolves when the last has ended, or was cut off after so many milliseconds. */
  drain: (ms: number) => Promise<void>;
};

export function createLinks({ url, headers, tunnels, dial }: LinksOptions): Links {
  const links = new Set<Promise<LinkServer | null>>();
  let drained = false;
  return {
    open: (ticket, welcome) => {
      if (!dial || drained) return;
      const targets = new Map(
        welcome.tunnels.flatMap(({ id }, index) => {
          const target = tunnels[index]?.forwards_to;
          return target === undefined ? [] : [[id, target] as const];
        }),
      );
      const opening = tried(() => openDataLink({ url, headers, ticket, targets, dial }));
      links.add(opening);
      void opening.then((link) => link?.closed).finally(() => links.delete(opening));
    },
    drain: async (ms) => {
      drained = true;
      await Promise.all([...links].map(async (opening) => (await opening)?.drain(ms)));
    },
  };
}

/** Behind a balancer a connection may come to a service that did not ask for it. */
const TRIES = 10;
const BETWEEN_MS = 50;

async function tried(open: () => Promise<LinkServer>): Promise<LinkServer | null> {
  for (let left = TRIES; left > 0; left -= 1) {
    try {
      return await open();
    } catch {
      await sleep(BETWEEN_MS);
    }
  }
  return null;
}
