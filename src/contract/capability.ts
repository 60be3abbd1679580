import type { AgentCommand } from "./tunnel-session.ts";

/** What decides whether a session's agent can be told something, as far as the session object shows it. */
export type AgentFacts = { os: string; transport: string };

const verbs: Record<AgentCommand, string> = { restart: "restart", stop: "stop", update: "update" };

/**
 * Why an agent cannot take a command, or null when nothing known forbids it: the one table that the console shows and
 * the service refuses by (protocol-facts.md#agent-commands: restart is unsupported on Windows; 1121 and 1122:
 * ssh sessions have no agent to restart or update).
 */
export function refusal(command: AgentCommand, agent: AgentFacts): string | null {
  if (agent.transport === "ssh" && command !== "stop") {
    return `An ssh session has no agent that can ${verbs[command]} itself. Stop it, then open it again.`;
  }
  if (command === "restart" && agent.os.toLowerCase().startsWith("windows")) {
    return "An agent on Windows can’t restart itself. Stop it, then start it on its host.";
  }
  return null;
}
