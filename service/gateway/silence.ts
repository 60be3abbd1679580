import type { AgentConnection } from "./connection.ts";

/** Milliseconds between two heartbeats of an agent, and of silence after which its session ends. */
export type Heartbeat = { intervalMs: number; toleranceMs: number };

/** Ends the sessions of agents that fell silent. A round that comes late blames this process, not the agents. */
export function watchSilence(
  connections: ReadonlySet<AgentConnection>,
  { intervalMs, toleranceMs }: Heartbeat,
): () => void {
  let lookedAt = performance.now();
  const timer = setInterval(
    () => {
      const late = performance.now() - lookedAt > intervalMs;
      lookedAt = performance.now();
      if (late) return;
      for (const connection of connections) {
        if (connection.sessionId && connection.silentMs() > toleranceMs) {
          connection.end(`No heartbeat came for ${toleranceMs / 1000} s.`, true);
        }
      }
    },
    Math.max(intervalMs / 2, 1),
  );
  timer.unref();
  return () => clearInterval(timer);
}
