import type { Hello, Welcome } from "#contract/agent-protocol.ts";

/** A tunnel whose agent restarts: `name` of its public address, or its labels. */
export type AwaitedTunnel = { name: string | null; labels: Record<string, string> | null };

/** Agents that were told to restart through this process. Whoever asks for what they serve may wait a moment. */
export type Restarts = {
  begun: (tunnels: readonly AwaitedTunnel[]) => void;
  awaited: () => readonly AwaitedTunnel[];
};

/** Longer than a restart takes, in milliseconds: after it nobody waits any more. */
const AWAITED_MS = 15_000;

export function createRestarts(): Restarts {
  const awaited = new Set<AwaitedTunnel>();
  return {
    begun: (tunnels) => {
      for (const tunnel of tunnels) awaited.add(tunnel);
      setTimeout(() => tunnels.forEach((tunnel) => awaited.delete(tunnel)), AWAITED_MS).unref();
    },
    awaited: () => [...awaited],
  };
}

/** The tunnels of a session that is about to restart. */
export function awaitedTunnels({
  hello,
  tunnels,
}: {
  hello: Hello;
  tunnels: Welcome["tunnels"];
}): AwaitedTunnel[] {
  return hello.tunnels.map(({ labels = null }, index) => {
    const url = tunnels[index]?.public_url;
    return { name: url === undefined ? null : new URL(url).hostname, labels };
  });
}
