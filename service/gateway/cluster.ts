import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Client } from "pg";
import type { Logger } from "pino";
import { LiveEdge } from "#contract/traffic/live-state.ts";
import { type UnreachableApp, UnreachableAppList } from "#contract/traffic/unreachable-app.ts";
import type { AgentCommand } from "#contract/tunnel-session.ts";
import type { LiveStateOf } from "#edge/modules/live-state.ts";
import { liveNodes, nodeIds, type Node, renewLease, sweepDeadNodes } from "#service/store/nodes.ts";
import type { Postgres } from "#service/store/postgres.ts";
import { nodeOfSession } from "#service/store/sessions.ts";
import { type Bus, openBus } from "./bus.ts";
import { type BusMessage, encode, encodeRestart } from "./bus-message.ts";
import { Looks, packed, packedList } from "./looks.ts";
import type { AwaitedTunnel, Restarts } from "./restarts.ts";
import type { CommandOutcome, Looked } from "./types.ts";

export type ClusterOptions = {
  postgres: Postgres;
  /** This process. */
  node: Node;
  log: Pick<Logger, "warn" | "info">;
  /** After at most so many milliseconds the sessions of a killed process leave the list. */
  leaseMs: number;
  /** Hears of agents that others restart. */
  restarts: Pick<Restarts, "begun">;
  /** What the edge of this process has counted. */
  liveState?: LiveStateOf;
  /** What it can't reach. */
  apps?: { list: () => readonly UnreachableApp[] };
};

/** What this process does for the others. */
export type ClusterMember = {
  command: (sessionId: string, kind: AgentCommand) => Promise<CommandOutcome | null>;
  disconnectCredential: (credentialId: string, reason: string) => Promise<void>;
  /** Ends a session whose agent has come back elsewhere. */
  succeeded: (sessionId: string) => void;
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
  /** Tells a process that the agent of one of its sessions has come back here. */
  succeeded: (nodeId: string, sessionId: string) => Promise<void>;
  /** What the edges of the others have counted of a route. */
  look: (routeId: string) => Promise<Looked>;
  /** What the edges of the others can't reach. */
  lookForApps: () => Promise<UnreachableApp[]>;
  /** Tells the others that the agent of these tunnels restarts. */
  restarting: (tunnels: readonly AwaitedTunnel[]) => void;
  /** Resolves when they were told of every restart so far, or could not be. */
  told: () => Promise<void>;
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

export function createCluster({
  postgres,
  node,
  log,
  leaseMs,
  restarts,
  liveState,
  apps,
}: ClusterOptions): Cluster {
  const nodeId = node.id;
  const beatMs = leaseMs / BEATS;
  const waiting = new Map<string, Waiting>();
  const looks = new Looks();
  const carriedOut = new Map<string, Promise<CommandOutcome | null>>();
  let known: Client | null = null;
  let bus: Bus | null = null;
  let told: Promise<void> = Promise.resolve();

  async function beat(client: Client, member: ClusterMember): Promise<void> {
    const lost = await renewLease(client, node, leaseMs - beatMs);
    await sweepDeadNodes(client, postgres.db);
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
    if (message.type === "look") return looked(message);
    if (message.type === "seen") return looks.answered(message);
    if (message.type === "restart") return restarts.begun([message]);
    if (message.type === "succeeded") return member.succeeded(message.session);
    if (message.type === "disconnect") return member.disconnectCredential(message.credential, message.reason);
    const carried = carriedOut.get(message.id) ?? member.command(message.session, message.kind);
    if (!carriedOut.has(message.id)) {
      carriedOut.set(message.id, carried);
      setTimeout(() => carriedOut.delete(message.id), REMEMBER_MS).unref();
    }
    const outcome = await carried;
    return tell(channelOf(message.from), { type: "answer", id: message.id, outcome });
  }

  async function looked({ id, from, route }: Extract<BusMessage, { type: "look" }>): Promise<void> {
    if (from === nodeId) return;
    const live = route === null ? null : ((await liveState?.(route)) ?? null);
    const state = route === null ? packedList(apps?.list() ?? []) : live && packed(live);
    if (state !== undefined) await tell(channelOf(from), { type: "seen", id, from: nodeId, state });
  }

  async function lookAt<T>(route: string | null, answer: { parse: (state: unknown) => T }) {
    const others = await nodeIds(postgres.db);
    others.delete(nodeId);
    const ask = (id: string) => tell(EVERYONE, { type: "look", id, from: nodeId, route });
    return looks.at(others, ask, (state) => answer.parse(state));
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
      const holder = await nodeOfSession(postgres.db, sessionId);
      if (holder === undefined || holder === nodeId) return null;
      const id = randomUUID();
      const ask = { type: "ask", id, from: nodeId, session: sessionId, kind } as const;
      const outcome = waitFor(id, holder, timeoutMs);
      try {
        await tell(channelOf(holder), ask);
      } catch (error) {
        waiting.get(id)?.settle(null);
        throw error;
      }
      const repeat = setInterval(() => {
        tell(channelOf(holder), ask).catch((error: unknown) =>
          log.warn({ err: error }, "a command was not repeated"),
        );
      }, REPEAT_MS);
      return outcome.finally(() => clearInterval(repeat));
    },
    disconnectCredential: async (credential, reason) =>
      tell(EVERYONE, { type: "disconnect", credential, reason }),
    succeeded: async (holder, session) => tell(channelOf(holder), { type: "succeeded", session }),
    look: async (route) => {
      const { seen: edges, silent } = await lookAt(route, LiveEdge);
      return { edges, silent };
    },
    lookForApps: async () => (await lookAt(null, UnreachableAppList.shape.unreachable_apps)).seen.flat(),
    restarting: (tunnels) => {
      const messages = tunnels.flatMap((tunnel) => encodeRestart(tunnel) ?? []);
      const query = sql`select pg_notify(${EVERYONE}, message) from unnest(${messages}::text[]) as message`;
      const telling = query.execute(postgres.db).then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, "the other processes do not know of a restart"),
      );
      told = told.then(() => telling);
    },
    told: () => told,
    reachable: () => bus?.connected() ?? false,
    leave: async () => {
      for (const { settle } of waiting.values()) settle({ outcome: "unreachable" });
      await bus?.close();
    },
  };
}
