import type { RefusalCode } from "#contract/agent-protocol.ts";
import { refusal, type AgentFacts } from "#contract/capability.ts";
import type { ErrorName } from "#contract/error.ts";
import type { AgentCommand } from "#contract/tunnel-session.ts";
import { ApiProblem } from "../errors.ts";
import type { CommandOutcome } from "../gateway/types.ts";

/** The four causes (protocol-facts.md#agent-commands), each with its code and what to do; last: where it can't restart itself. */
const REFUSED: Record<RefusalCode, readonly [ErrorName, string, byHand?: string]> = {
  update_not_available: ["updateNotAvailable", "Nothing to do until a newer version is released."],
  update_disabled: [
    "updateDisabled",
    "Turn on update checks in the agent’s configuration, or update it on its host.",
  ],
  update_running: [
    "updateRunning",
    "Wait until the update finishes, then restart the agent.",
    "Wait until the update finishes, then stop the agent and start it on its host.",
  ],
  update_awaits_restart: [
    "updateAwaitsRestart",
    "Restart the agent to run the new version.",
    "Stop it, then start it on its host to run the new version.",
  ],
};

/** The problem of an agent that can't be told this: `reason` is shown to the user. */
export function unsupported(command: AgentCommand, reason: string): ApiProblem {
  return new ApiProblem(`${command}Unsupported`, sentence(reason));
}

/** What the caller is told of a command's outcome; null = 204 (protocol-facts.md#agent-commands). */
export function commandProblem(
  command: AgentCommand,
  result: CommandOutcome,
  agent: AgentFacts,
): ApiProblem | null {
  switch (result.outcome) {
    case "accepted":
      return null;
    case "unsupported":
      return unsupported(command, result.reason);
    case "refused": {
      const [name, restart, byHand = restart] = REFUSED[result.refusal];
      const advice = refusal("restart", agent) === null ? restart : byHand;
      return new ApiProblem(name, `${sentence(result.reason)} ${advice}`);
    }
    case "failed":
      return new ApiProblem(`${command}Failed`, `The agent failed to ${command}: ${sentence(result.reason)}`);
    case "silent":
      return new ApiProblem(
        "agentSilent",
        `The agent did not answer within ${result.afterMs / 1000} s. The ${command} may still have worked. Check the session before you try again.`,
      );
    default:
      return new ApiProblem(
        "agentUnreachable",
        `The connection to the agent ended before it answered. The ${command} may still have worked. Check the session before you try again.`,
      );
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
