import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { ApiError } from "#api/errors.ts";
import { commandAgent, fetchNewestSessions, tunnelSessions } from "#api/tunnel-sessions.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { startAction, withAnswer, type ActionError, type Answer } from "./action.ts";
import type { Ledger } from "./ledger.ts";
import { ledger as ledgerOfTab } from "./use-fleet.ts";

/** The answer to a command that failed: refused (409), failed for sure, or unsure: it may have worked all the same. */
export function answerOf(error: unknown): Exclude<Answer, { outcome: "accepted" }> {
  if (!(error instanceof ApiError)) return { outcome: "failed", error: { msg: String(error) } };
  const { msg, code, status, operationId } = error;
  const kept: ActionError = {
    msg: msg || "No connection to the service.",
    ...(code === undefined ? {} : { code }),
    ...(status === undefined ? {} : { status }),
    ...(operationId === undefined ? {} : { operationId }),
  };
  if (status === 409) return { outcome: "refused", error: kept };
  // Browsers repeat a POST by themselves when a reused connection breaks: the first took the session away already.
  if (status === 404) return { outcome: "unsure", error: kept };
  // 502 is the agent's own "I tried and failed" (family-facts §7, 807 to 809).
  if (status === 502 || error.retry !== "unsure") return { outcome: "failed", error: kept };
  return { outcome: "unsure", error: kept };
}

/**
 * Sends a command and enters it and its answer into the ledger; what then happens is for the watch to see. Resolves when
 * it was accepted or may have been; throws what the service said when it was refused or failed.
 */
export async function sendCommand(
  { client, ledger }: { client: QueryClient; ledger: Ledger },
  { kind, session, urls }: { kind: AgentCommand; session: TunnelSession; urls: readonly string[] },
): Promise<void> {
  const sessions = await knownSessions(client);
  const id = crypto.randomUUID();
  const action = startAction({ id, kind, session, sessions, urls, at: Date.now() });
  ledger.update((actions) => [...actions, action]);
  const enter = (answer: Answer) => ledger.update((actions) => withAnswer(actions, id, answer, Date.now()));
  try {
    await commandAgent(session.id, kind);
    enter({ outcome: "accepted" });
  } catch (error) {
    const answer = answerOf(error);
    enter(answer);
    if (answer.outcome !== "unsure") throw error;
  }
}

/** What is online right now: a twin that came up since the last reading must not pass for the successor. */
async function knownSessions(client: QueryClient): Promise<TunnelSession[]> {
  const cached = client.getQueryData(tunnelSessions.query.queryKey) ?? [];
  try {
    return [...(await fetchNewestSessions()), ...cached];
  } catch {
    // The command itself will tell what is wrong; the list as last read is the next best thing to compare with.
    return cached;
  }
}

/** Sends a command from this tab, see {@link sendCommand}. */
export function useSend(): (command: Parameters<typeof sendCommand>[1]) => Promise<void> {
  const client = useQueryClient();
  return (command) => sendCommand({ client, ledger: ledgerOfTab }, command);
}
