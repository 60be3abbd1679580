import { setTimeout as sleep } from "node:timers/promises";
import type { Hello, TunnelRequest, Welcome } from "#contract/agent-protocol.ts";
import { BACKOFF, type BackoffOptions, backoffMs, LASTING_MS } from "./backoff.ts";
import { type ConnectionEnd, type HeartbeatBounds, runConnection } from "./connection.ts";
import type { Dial } from "./data-link.ts";
import type { Host } from "./host.ts";
import { createLinks, type Links } from "./links.ts";

/** Why a session is over for good. After `restart` whoever opened it opens a new one; `refused` needs a person. */
export type SessionEnd = { why: "restart" | "stop" } | { why: "refused"; reason: string } | { why: "closed" };

export type SessionOptions = {
  /** ws: or wss: URL of the service's /agent. */
  url: string;
  headers?: Record<string, string>;
  authtoken: string;
  host: Host;
  region?: Hello["region"];
  metadata?: string;
  transport?: Hello["transport"];
  tunnels: TunnelRequest[];
  /** Reaches what the tunnels forward to; without it the agent carries no traffic. */
  dial?: Dial;
  /** What earlier sessions were given to get their addresses back, by tunnel; each welcome renews it. */
  kept?: (string | undefined)[];
  /** How long streams may still run once the session ends, in milliseconds. */
  drainMs?: number;
  /** Each time the service has welcomed it: the session id is a new one every time. */
  onOnline?: (welcome: Welcome) => void;
  /** Each time it lost the service and will try again. */
  onOffline?: (reason: string, retryInMs: number) => void;
  backoff?: BackoffOptions;
  heartbeat?: HeartbeatBounds;
  random?: () => number;
};

export type AgentSession = {
  /** Resolves when it is over; never rejects. */
  ended: Promise<SessionEnd>;
  /** Ends it; resolves once the socket is closed. */
  close: () => Promise<SessionEnd>;
};

/**
 * Keeps an agent connected: connects, says hello, and connects again with a growing, bounded wait whenever the service
 * goes away, until a command, a refusal that retrying can't change, or `close`.
 */
export function openSession(given: SessionOptions): AgentSession {
  const options = { ...given, kept: given.kept ?? [] };
  const abort = new AbortController();
  const links = createLinks(options);
  const ended = keepConnected(options, links, abort.signal).finally(() =>
    links.drain(options.drainMs ?? DRAIN_MS),
  );
  return {
    ended,
    close: () => {
      abort.abort();
      return ended;
    },
  };
}

const DRAIN_MS = 10_000;

async function keepConnected(
  options: SessionOptions,
  links: Links,
  signal: AbortSignal,
): Promise<SessionEnd> {
  const { backoff = BACKOFF, random = Math.random } = options;
  let failures = 0;
  while (!signal.aborted) {
    let onlineAt = Infinity;
    const end = await connect(options, links, signal, () => {
      onlineAt = performance.now();
    });
    // A service that welcomes and drops it at once is no better than none.
    if (performance.now() - onlineAt >= LASTING_MS) failures = 0;
    if (end.why !== "lost") return end;
    if (!end.retry) return { why: "refused", reason: end.reason };
    failures += 1;
    const waitMs = backoffMs(failures, backoff, random);
    options.onOffline?.(end.reason, waitMs);
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
  }
  return { why: "closed" };
}

function connect(
  options: SessionOptions,
  links: Links,
  signal: AbortSignal,
  online: () => void,
): Promise<ConnectionEnd> {
  const { url, headers, host } = options;
  return runConnection({
    url,
    headers,
    host,
    hello: hello(options),
    heartbeat: options.heartbeat,
    signal,
    onOnline: (welcome) => {
      online();
      options.kept?.splice(0, Infinity, ...welcome.tunnels.map(({ kept }) => kept));
      options.onOnline?.(welcome);
    },
    onLink: (ticket, welcome) => links.open(ticket, welcome),
  });
}

function hello({ authtoken, host, region, metadata, transport, tunnels, dial, kept }: SessionOptions): Hello {
  return {
    type: "hello",
    authtoken,
    agent_version: host.version,
    os: host.os,
    arch: host.arch,
    region,
    metadata,
    transport: transport ?? "service/2",
    capabilities: host.capabilities,
    tunnels: tunnels.map((tunnel, index) => ({ ...tunnel, kept: kept?.[index] ?? undefined })),
    links: dial !== undefined,
    update: host.reports?.current,
  };
}
