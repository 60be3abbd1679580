import { setTimeout as sleep } from "node:timers/promises";
import type { ErrorName } from "#contract/error.ts";
import type { AgentCommand } from "#contract/tunnel-session.ts";
import { hostOf, type LiveWorld } from "./live.ts";
import type { Refusal, Refusals } from "./refusal.ts";

type Connected = Parameters<LiveWorld["agent"]>[0];

/** What the service answers when an agent like this is told to. */
const told = (problem: ErrorName, what: string, agent: () => Connected, ...says: string[]): Refusal => [
  problem,
  what,
  async (world) => ({ ids: { id: (await world.agent(agent())).session }, says }),
];

/** A command that is on its way while the service stops, or to an agent that goes away or says nothing. */
const onItsWay: readonly Refusal[] = [
  [
    "shuttingDown",
    "a service that stops",
    async (world) => ({
      ids: { id: (await world.agent()).session },
      whileStopping: true,
      says: ["Try again"],
    }),
  ],
  [
    "agentUnreachable",
    "an agent whose connection breaks before it answers",
    async (world) => {
      const { session, agent } = await world.rawAgent();
      void agent.next("command").then(() => agent.socket.terminate());
      return { ids: { id: session }, says: ["may still have worked"] };
    },
  ],
  [
    "agentSilent",
    "an agent that does not answer in time",
    async (world) => ({ ids: { id: (await world.rawAgent()).session }, says: ["may still have worked"] }),
  ],
];

const FAULT = "The disk is full.";
const failing = { accepted: false, error: FAULT } as const;
const REASON = "Its configuration turns this off.";

/** The capability of an agent that says why it can't. */
function unable(command: AgentCommand): Connected {
  const host = hostOf();
  return { host: { ...host, capabilities: { ...host.capabilities, [command]: REASON } } };
}

/** An agent that has updated itself and still runs the old version. */
async function updated(): Promise<ReturnType<typeof hostOf>> {
  const host = hostOf({ updateMs: 0 });
  host.update();
  while (host.nextVersion === host.version) await sleep(1);
  return host;
}

const updateRefusals: readonly Refusal[] = [
  told("updateNotAvailable", "an agent that runs the newest version", () => ({
    host: hostOf({ version: "3.18.2" }),
  })),
  told("updateNotAvailable", "one that runs the newest of its major version", () => ({
    host: hostOf({ version: "2.9.5" }),
  })),
  told("updateDisabled", "an agent whose configuration forbids it", () => ({
    host: hostOf({ updateCheck: false }),
  })),
  [
    "updateRunning",
    "an agent that is updating",
    async (world) => {
      const { session: id } = await world.agent();
      const { status } = await world.app.call(`POST /tunnel_sessions/${id}/update`, { body: {} });
      return { ids: { id }, says: status === 204 ? ["already updating"] : ["the first update was refused"] };
    },
  ],
  [
    "updateAwaitsRestart",
    "an agent that has updated and not restarted",
    async (world) => ({
      ids: { id: (await world.agent({ host: await updated() })).session },
      says: ["Restart the agent"],
    }),
  ],
  [
    "updateAwaitsRestart",
    "one on Windows, which can't restart itself",
    async (world) => ({
      ids: { id: (await world.agent({ host: { ...(await updated()), os: "windows" } })).session },
      says: ["Stop it, then start it on its host"],
    }),
  ],
];

/** What agents refuse, by real connections to hosts of the demo (protocol-facts.md#agent-commands). */
export const COMMAND_REFUSALS: Refusals = {
  "POST /tunnel_sessions/{id}/restart": [
    ...onItsWay,
    told("restartUnsupported", "an agent that says why not", () => unable("restart"), REASON),
    told(
      "restartUnsupported",
      "an agent on Windows",
      () => ({ host: { ...hostOf(), os: "windows" } }),
      "Windows",
    ),
    told("restartUnsupported", "an ssh session", () => ({ transport: "ssh" }), "ssh"),
    told(
      "restartFailed",
      "an agent that fails",
      () => ({ host: { ...hostOf(), restart: () => failing } }),
      FAULT,
    ),
  ],
  "POST /tunnel_sessions/{id}/stop": [
    ...onItsWay,
    told("stopUnsupported", "an agent that says why not", () => unable("stop"), REASON),
    told("stopFailed", "an agent that fails", () => ({ host: { ...hostOf(), stop: () => failing } }), FAULT),
  ],
  "POST /tunnel_sessions/{id}/update": [
    ...onItsWay,
    ...updateRefusals,
    told("updateUnsupported", "an agent that says why not", () => unable("update"), REASON),
    told("updateUnsupported", "an ssh session", () => ({ transport: "ssh" }), "ssh"),
    told(
      "updateFailed",
      "an agent that fails",
      () => ({ host: { ...hostOf(), update: () => failing } }),
      FAULT,
    ),
  ],
};
