import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { ReleaseFacts } from "#contract/agent-release.ts";
import { type AgentSession, openSession } from "#agent/session.ts";
import { SOURCE_HEADER } from "../gateway/source.ts";
import { createMemoryHost } from "./memory-host.ts";
import type { DemoProfile, Role } from "./profiles.ts";
import { createDemoSites } from "./sites.ts";
import { seeded } from "./random.ts";
import { RELEASE_FACTS } from "./versions.ts";

/** How long things take, in milliseconds. */
export type Pace = { restartMs: readonly [min: number, max: number]; updateMs: number };

export const PACE: Pace = { restartMs: [2_000, 4_000], updateMs: 6_000 };

export type FleetOptions = {
  /** ws: URL of the service's /agent. */
  url: string;
  profiles: readonly DemoProfile[];
  authtokens: Readonly<Record<Role, string | null>>;
  trustedSecret: string;
  pace: Pace;
  log: Pick<Logger, "warn">;
};

export type Fleet = {
  /** Resolves when each agent has been online once, or has found that it can't be. */
  ready: Promise<void>;
  /** What its agents update to. */
  releases: readonly ReleaseFacts[];
  /** Ends every agent. */
  dispose: () => Promise<void>;
};

/** No agent of the demo has a machine of its own: they all forward to the same sites. */
const SITES = createDemoSites();

/** So many agents connect for the first time at once. */
const CONNECTING_MAX = 32;

/** Runs the agents in this process, each over a socket of its own. */
export function startFleet(options: FleetOptions): Fleet {
  const abort = new AbortController();
  // One pause may wait on it for every agent.
  setMaxListeners(0, abort.signal);
  const lives = new Set<Promise<void>>();
  const open = new Set<AgentSession>();
  const queue = [...options.profiles.entries()];

  async function connectSome(): Promise<void> {
    for (let next = queue.shift(); next && !abort.signal.aborted; next = queue.shift()) {
      const [index, profile] = next;
      await new Promise<void>((settled) => {
        const life = live(profile, seeded(index), options, { open, signal: abort.signal, settled }).finally(
          settled,
        );
        lives.add(life);
        void life.finally(() => lives.delete(life));
      });
    }
  }

  const ready = Promise.all(Array.from({ length: CONNECTING_MAX }, connectSome)).then(() => undefined);
  return {
    ready,
    releases: RELEASE_FACTS,
    dispose: async () => {
      abort.abort();
      for (const session of open) void session.close();
      await ready;
      await Promise.all(lives);
    },
  };
}

/** One agent from its first start to its end: session after session, with a pause at each restart. */
async function live(
  profile: DemoProfile,
  random: () => number,
  options: FleetOptions,
  { open, signal, settled }: { open: Set<AgentSession>; signal: AbortSignal; settled: () => void },
): Promise<void> {
  const authtoken = options.authtokens[profile.role];
  if (authtoken === null) return;
  let version: string = profile.version;
  const kept: string[] = [];
  while (!signal.aborted) {
    const host = createMemoryHost(profile, version, options.pace.updateMs);
    const session = openSession({
      url: options.url,
      headers: { [SOURCE_HEADER]: `${options.trustedSecret} ${profile.ip}` },
      authtoken,
      host,
      region: profile.region,
      metadata: profile.metadata,
      transport: profile.transport,
      tunnels: profile.tunnels,
      kept,
      dial: SITES.dial,
      onOnline: settled,
      onOffline: settled,
      random,
    });
    open.add(session);
    const end = await session.ended;
    open.delete(session);
    if (end.why === "refused")
      options.log.warn({ agent: profile.name, reason: end.reason }, "demo agent refused");
    if (end.why !== "restart") return;
    version = host.nextVersion;
    const [min, max] = options.pace.restartMs;
    await sleep(min + random() * (max - min), undefined, { signal }).catch(() => undefined);
  }
}
