import { setTimeout as sleep } from "node:timers/promises";
import { ACCEPTED, type Host } from "../host.ts";
import { openSession } from "../session.ts";

const FAULTS = ["refuses", "never back", "same version"] as const;

/** An agent, and what it was told. Without a fault it goes from 1.0.0 to 1.1.0. */
export type FaultyAgent = {
  name: string;
  fault: (typeof FAULTS)[number] | null;
  version: string;
  told: string[];
};

/** Every tenth has a fault, one kind after the other. */
export const faultyAgents = (count: number): FaultyAgent[] =>
  Array.from({ length: count }, (_, i) => ({
    name: `agent-${i}`,
    fault: i % 10 === 3 ? (FAULTS[Math.floor(i / 10) % FAULTS.length] ?? null) : null,
    version: "1.0.0",
    told: [],
  }));

type At = { url: string; authtoken: string };

/** Lets each of them live, life after life, until `signal`; half of them serve a URL. */
export function startFaultyAgents(agents: readonly FaultyAgent[], at: At, signal: AbortSignal): void {
  for (const [i, agent] of agents.entries()) void live(agent, at, i, signal);
}

async function live(agent: FaultyAgent, at: At, i: number, signal: AbortSignal): Promise<void> {
  const kept: string[] = [];
  while (!signal.aborted) {
    let next = agent.version;
    const host: Host = {
      os: "linux",
      arch: "x64",
      version: agent.version,
      capabilities: { restart: "", stop: "", update: "" },
      stop: () => ACCEPTED,
      restart: () => {
        agent.told.push("restart");
        return ACCEPTED;
      },
      update: () => {
        agent.told.push("update");
        if (agent.fault === "refuses")
          return { accepted: false, refusal: "update_disabled", error: "Updates are off." };
        if (agent.fault !== "same version") next = "1.1.0";
        return ACCEPTED;
      },
    };
    const session = openSession({
      ...at,
      host,
      kept,
      metadata: JSON.stringify({ host: agent.name }),
      tunnels:
        i % 2 ? [] : [{ proto: "https", forwards_to: "http://localhost:1", hostname: `a${i}.example` }],
      backoff: { firstMs: 100, maxMs: 1_000 },
    });
    const close = () => void session.close();
    signal.addEventListener("abort", close);
    const end = await session.ended;
    signal.removeEventListener("abort", close);
    if (end.why !== "restart") return;
    while (agent.fault === "never back" && !signal.aborted) await sleep(50);
    agent.version = next;
    await sleep(100);
  }
}
