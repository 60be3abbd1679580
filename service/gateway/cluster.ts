import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Client } from "pg";
import type { Logger } from "pino";
import type { AgentCommand } from "#contract/tunnel-session.ts";
import { liveNodes, renewLease, sweepDeadNodes } from "#service/store/nodes.ts";
import type { Postgres } from "#service/store/postgres.ts";
import { nodeOfSession } from "#service/store/sessions.ts";
import { type Bus, openBus } from "./bus.ts";
import { type BusMessage, encode } from "./bus-message.ts";
import type { CommandOutcome } from "./types.ts";

export type ClusterOptions = {
  postgres: Postgres;
  nodeId: string;
  log: Pick<Logger, "warn" | "info">;
  /** After at most so many milliseconds the sessions of a killed process leave the list. */
  leaseMs: number;
};

/** What this process does for the others. */
type ClusterMember = {
  command: (sessionId: string, kind: AgentCommand) => Promise<CommandOutcome | null>;
  disconnectCredential: (credentialId: string, reason: string) => Promise<void>;
  /** Others may have taken this process's sessions off the list, or told it something it did not hear. */
  reconcile: () => Promise<void>;
};

/** The service processes on one Postgres, as one of them sees them. */
export type Cluster = {
  /** Takes a lease and removes what dead processes left behind. Await it before listening. */
  join: (member: ClusterMember) => Promise<void>;
  /** Has the process that holds a session carry out a command. null: nobody holds it. */
  command: (sessionId: string, kind: AgentCommand, timeoutMs: number) => Promise<CommandOutcome | null>;
  disconnectCredential: (credentialId: string, reason: string) => Promise<void>;
  /** False while the others can’t reach this process. */
  reachable: () => boolean;
  leave: () => Promise<void>;
};

type Waiting = { node: string; settle: (outcome: CommandOutcome | null) => void };

/** Beats in a lease: the row runs out one beat early, and the others look once a beat. */
const BEATS = 5;
/** An answer needs the way back after the agent's own time-out. */
const MARGIN_MS = 2_000;
/** A question or answer told while the other one’s connection was broken is told again. */
const REPEAT_MS = 1_000;
/** Longer than anybody repeats a question. */
const REMEMBER_MS = 60_000;
const EVERYONE = "gatehouse_all";

const channelOf = (nodeId: string): string => `gatehouse_${nodeId.replaceAll(/[^0-9a-z]/g, "")}`;

export function createCluster({ postgres, nodeId, log, leaseMs }: ClusterOptions): Cluster {
  const beatMs = leaseMs / BEATS;
  const waiting = new Map<string, Waiting>();
  const carriedOut = new Map<string, Promise<CommandOutcome | null>>();
  let known: Client | null = null;
  let bus: Bus | null = null;

  async function beat(client: Client, member: ClusterMember): Promise<void> {
    const lost = await renewLease(client, nodeId, leaseMs - beatMs);
    await sweepDeadNodes(client);
    if (lost || known !== client) await member.reconcile();
    known = client;
    if (waiting.size === 0) return;
    const live = await liveNodes(client);
    for (const { node, settle } of waiting.values()) if (!live.has(node)) settle({ outcome: "unreachable" });
  }

  async function tell(channel: string, message: BusMessage): Promise<void> {
    await sql`select pg_notify(${channel}, ${encode(message)})`.execute(postgres.db);
  }

  async function receive(message: BusMessage, member: ClusterMember): Promise<void> {
    if (message.type === "answer") return waiting.get(message.id)?.settle(message.outcome);
    if (message.type === "disconnect") return member.disconnectCredential(message.credential, message.reason);
    const carried = carriedOut.get(message.id) ?? member.command(message.session, message.kind);
    if (!carriedOut.has(message.id)) {
      carriedOut.set(message.id, carried);
      setTimeout(() => carriedOut.delete(message.id), REMEMBER_MS).unref();
    }
    const outcome = await carried;
    return tell(channelOf(message.from), { type: "answer", id: message.id, outcome });
  }

  function waitFor(id: string, node: string, timeoutMs: number): Promise<CommandOutcome | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => settle({ outcome: "silent", afterMs: timeoutMs }),
        timeoutMs + MARGIN_MS,
      );
      const settle = (outcome: CommandOutcome | null): void => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(outcome);
      };
      waiting.set(id, { node, settle });
    });
  }

  return {
    join: (member) => {
      bus = openBus({
        client: () => postgres.client(Math.max(beatMs, 500)),
        log,
        channels: [channelOf(nodeId), EVERYONE],
        beatMs,
        beat: (client) => beat(client, member),
        onMessage: (message) =>
          void receive(message, member).catch((error: unknown) =>
            log.warn({ err: error, type: message.type }, "a message of another service process failed"),
          ),
      });
      return bus.ready;
    },
    command: async (sessionId, kind, timeoutMs) => {
      const node = await nodeOfSession(postgres.db, sessionId);
      if (node === undefined || node === nodeId) return null;
      const id = randomUUID();
      const ask = { type: "ask", id, from: nodeId, session: sessionId, kind } as const;
      const outcome = waitFor(id, node, timeoutMs);
      try {
        await tell(channelOf(node), ask);
      } catch (error) {
        waiting.get(id)?.settle(null);
        throw error;
      }
      const repeat = setInterval(() => {
        tell(channelOf(node), ask).catch((error: unknown) =>
          log.warn({ err: error }, "a command was not repeated"),
        );
      }, REPEAT_MS);
      return outcome.finally(() => clearInterval(repeat));
    },
    disconnectCredential: async (credential, reason) =>
      tell(EVERYONE, { type: "disconnect", credential, reason }),
    reachable: () => bus?.connected() ?? false,
    leave: async () => {
      for (const { settle } of waiting.values()) settle({ outcome: "unreachable" });
      await bus?.close();
    },
  };
}
