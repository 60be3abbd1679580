import { requestNothing } from "#api/request-nothing.ts";
import { ApiError } from "#api/errors.ts";
import type { AgentCommand } from "#contract/tunnel-session.ts";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import type { ActionError, Answer } from "./action.ts";

/** Longer than the service waits for an agent's answer, so that its 504 arrives rather than our own time-out. */
const COMMAND_TIMEOUT_MS = 30_000;

/** Somebody else sent it an update: what is left to do is the restart. */
const UNDER_WAY: readonly string[] = [UPDATE_REFUSALS.running, UPDATE_REFUSALS.awaitsRestart];

/**
 * The answer to a command that failed: refused (409), failed for sure, or unsure: it may have worked all the same. An agent
 * that was updated elsewhere waits for its restart.
 */
export function answerOf(error: unknown, kind?: AgentCommand): Answer {
  if (!(error instanceof ApiError)) return { outcome: "failed", error: { msg: String(error) } };
  const { status } = error;
  const kept = keptOf(error);
  if (UNDER_WAY.includes(error.code ?? "")) return { outcome: "waiting" };
  if (status === 409) return { outcome: "refused", error: kept };
  // Browsers repeat a POST by themselves when a reused connection breaks: the first took the session away already.
  // An update takes none away.
  if (status === 404) return { outcome: kind === "update" ? "refused" : "unsure", error: kept };
  // 502 is the agent's own "I tried and failed" (protocol-facts.md#agent-commands, 807 to 809).
  if (status === 502 || error.retry !== "unsure") return { outcome: "failed", error: kept };
  return { outcome: "unsure", error: kept };
}

/** Whether the same command would be refused again. */
export const isFinal = (error: unknown): boolean => error instanceof ApiError && error.retry === "no";

/** What is kept of why a command failed. */
export function keptOf({ msg, code, status, operationId }: ApiError): ActionError {
  return {
    msg: msg || "No connection to the service",
    ...(code === undefined ? {} : { code }),
    ...(status === undefined ? {} : { status }),
    ...(operationId === undefined ? {} : { operationId }),
  };
}

/**
 * Tells a session's agent to restart, stop or update. Resolving means the agent accepted it (204), not that it is done;
 * an ApiError with `retry: "unsure"` means it may have worked all the same.
 */
export function commandAgent(id: string, command: AgentCommand): Promise<void> {
  return requestNothing({
    method: "POST",
    path: `${tunnelSessions.pathOf(id)}/${command}`,
    body: {},
    timeoutMs: COMMAND_TIMEOUT_MS,
  });
}
