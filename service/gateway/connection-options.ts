import type { WebSocket } from "ws";
import type { Hello, Welcome } from "#contract/agent-protocol.ts";
import type { EndReason } from "#contract/ended-session.ts";
import type { Admission } from "./admission.ts";
import type { AgentUpdates } from "./agent-updates.ts";
import type { AgentLimits } from "./limits.ts";
import type { AwaitedTunnel } from "./restarts.ts";
import type { Turns } from "./turns.ts";

/** What an agent's connection needs of its service. */
export type ConnectionOptions = {
  socket: WebSocket;
  ip: string;
  limits: Pick<AgentLimits, "agentMessages" | "agentBytes">;
  /** Shared with all others. */
  turns: Turns;
  heartbeat: Welcome["heartbeat"];
  helloTimeoutMs: number;
  commandTimeoutMs: number;
  /** Opens the session. Rejects only when the service itself failed. */
  admit: (hello: Hello, ip: string) => Promise<Admission>;
  /** Takes the session offline. Never rejects. */
  remove: (sessionId: string, reason: EndReason) => Promise<void>;
  /** It is online; whoever listens may now find it by its session id. */
  onOnline: (sessionId: string) => void;
  /** It accepted a restart: its tunnels are expected back. */
  onRestart: (tunnels: AwaitedTunnel[]) => void;
  updates: AgentUpdates;
  /** The peer broke a rule, was refused or left at once: what a flood consists of. */
  onFault: () => void;
  onError: (error: unknown) => void;
};
