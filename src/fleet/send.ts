import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { ApiError } from "#api/errors.ts";
import { randomId } from "#api/random-id.ts";
import { fetchNewestSessions, tunnelSessions } from "#resources/tunnel-sessions.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { answered, type Answer, type FleetAction } from "./action.ts";
import { answerOf, commandAgent, keptOf } from "./command-agent.ts";
import { startAction, withAnswer } from "./start-action.ts";
import type { Ledger } from "./ledger.ts";
import { replacementOf } from "./replacement.ts";
import { newestKnown, updateTarget } from "#contract/outdated.ts";
import { published } from "./use-published.ts";
import { ledger as ledgerOfTab } from "./use-fleet.ts";

type Command = {
  kind: AgentCommand;
  session: TunnelSession;
  urls: readonly string[];
  /** The list the user looked at when asked, to tell what a session that left since is online as. */
  before: readonly TunnelSession[];
  /** The action that waited for its turn; it stays in the ledger until the one that is sent takes its place. */
  queuedAs?: string | undefined;
};
type Means = {
  client: QueryClient;
  ledger: Ledger;
  /** Reads the newest sessions right now; commands that go out together share one reading. */
  newest?: () => Promise<TunnelSession[]>;
};

/** How long commands that go out together share a reading: meanwhile the watch reads the list anyway. */
const SHARED_MS = 10_000;

/** A reading of the newest sessions for commands that go out together. */
export function sharedReading(read = fetchNewestSessions): () => Promise<TunnelSession[]> {
  let last: { at: number; list: Promise<TunnelSession[]> } | null = null;
  return () => {
    if (!last || Date.now() - last.at > SHARED_MS) last = { at: Date.now(), list: read() };
    return last.list;
  };
}

/**
 * Sends a command and enters it and its answer into the ledger; what then happens is for the watch to see. Resolves when
 * it was accepted or may have been; throws what the service said when it was refused or failed. A session that was gone
 * before is sent nothing: its action is refused and the service's 404 thrown. Of one that the service puts off (429)
 * nothing is entered: it may be sent again.
 */
export async function sendCommand(means: Means, command: Command): Promise<void> {
  const { client, ledger } = means;
  const { kind, session, urls } = command;
  const cached = client.getQueryData(tunnelSessions.query.queryKey) ?? [];
  const read = client.getQueryState(tunnelSessions.query.queryKey)?.dataUpdatedAt ?? 0;
  const fresh = await freshSessions(means.newest ?? fetchNewestSessions);
  const listed = means.newest && Date.now() - read < SHARED_MS ? [...(fresh ?? []), ...cached] : fresh;
  const id = command.queuedAs ?? randomId();
  const enter = (action: FleetAction) =>
    ledger.update((actions) => [...actions.filter((one) => one.id !== id), action]);
  const sessions = [...(fresh ?? []), ...cached];
  const promised =
    kind === "update"
      ? updateTarget(session.agent_version, newestKnown(sessions, client.getQueryData(published.queryKey)))
      : null;
  const start = (): FleetAction => ({
    ...startAction({ id, kind, session, sessions, urls, at: Date.now() }),
    ...(promised === null ? {} : { promised }),
  });
  const gone =
    listed && !listed.some((one) => one.id === session.id) ? await goneError(client, session.id) : null;
  if (fresh && gone) {
    void client.invalidateQueries({ queryKey: tunnelSessions.query.queryKey });
    const successor = replacementOf({ ...command, now: fresh, actions: ledger.getSnapshot() });
    const now = successor === null ? "" : ` Its agent is now online as ${successor}.`;
    const error = offlineError(gone, command, `It was offline before the command was sent.${now}`);
    const answer = { outcome: "refused", error: keptOf(error) } as const;
    enter(unsent(start(), answer));
    throw error;
  }
  enter(start());
  const answer = (given: Answer) => ledger.update((actions) => withAnswer(actions, id, given, Date.now()));
  try {
    await commandAgent(session.id, kind);
    answer({ outcome: "accepted" });
  } catch (failure) {
    const isLate = kind === "update" && failure instanceof ApiError && failure.status === 404;
    const error = isLate
      ? offlineError(failure, command, "It was offline before the command reached it.")
      : failure;
    const given = answerOf(error, kind);
    if (error instanceof ApiError && error.status === 429)
      ledger.update((actions) => actions.filter((one) => one.id !== id));
    else answer(given);
    if (given.outcome !== "unsure" && given.outcome !== "waiting") throw error;
  }
}

/** The newest sessions right now: a twin that came up since the last reading must not pass for the successor. */
async function freshSessions(read: () => Promise<TunnelSession[]>): Promise<TunnelSession[] | null> {
  try {
    return await read();
  } catch {
    // The command itself will tell what is wrong; the list as last read is the next best thing to compare with.
    return null;
  }
}

/** The 404 of a session that is not online; null when it is, or nothing is known. The newest page alone proves nothing. */
async function goneError(client: QueryClient, id: string): Promise<ApiError | null> {
  try {
    await client.fetchQuery({ ...tunnelSessions.detail(id), staleTime: 0, retry: false });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return error;
  }
  return null;
}

function offlineError({ code, operationId }: ApiError, { kind, session }: Command, msg: string): ApiError {
  const path = `/tunnel_sessions/${session.id}/${kind}`;
  return new ApiError({ kind: "http", method: "POST", path, msg, status: 404, code, operationId });
}

/** The action with its answer, and without the claim that it was sent. */
function unsent(action: FleetAction, answer: Answer): FleetAction {
  const refused = answered(action, answer, action.sentAt);
  return { ...refused, log: refused.log.slice(1) };
}

/** Sends a command from this tab, see {@link sendCommand}. */
export function useSend(): (command: Command, newest?: Means["newest"]) => Promise<void> {
  const client = useQueryClient();
  return (command, newest) =>
    sendCommand({ client, ledger: ledgerOfTab, ...(newest ? { newest } : {}) }, command);
}
