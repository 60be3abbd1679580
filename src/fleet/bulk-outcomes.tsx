import { sessionName } from "#resources/session-name.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { counted } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { useNow } from "#ui/time.tsx";
import { awaitsRestart, isOpen, neverReached, type FleetAction, type Phase } from "./action.ts";
import { stateWords } from "./action-text.ts";
import { failedUpdateOf } from "./lineage.ts";
import { SaidLine } from "./said-line.tsx";
import { useActions } from "./use-fleet.ts";

/** What became of one command of several: not sent yet or any more, sent, or failed with these words; `final` = so it would again. */
export type Fate = "queued" | "unsent" | "sent" | { fault: string; final: boolean };

const DONE: Record<AgentCommand, string> = { restart: "online again", stop: "stopped", update: "updated" };

/** What was accepted, and failed afterwards. */
const CAME_TO_NOTHING: readonly Phase[] = ["failed", "overdue", "unchanged"];

/** What an agent that did not answer is counted as: the first of them is only awaited. */
const UNANSWERED: readonly string[] = ["queued", "offline", "without a clear answer", "not sent"];

/** What one agent is counted as, in words; "accepted" is no outcome yet. */
function whatCame(kind: AgentCommand, fate: Fate | undefined, action: FleetAction | undefined): string {
  if (fate === "unsent") return "not sent";
  if (!fate || fate === "queued") return "queued";
  if (action && neverReached(action)) return "offline";
  if (typeof fate === "object") return fate.final ? "refused" : "failed";
  if (action?.state.phase === "verified") return DONE[kind];
  if (action?.state.phase === "unsure") return "without a clear answer";
  return action && CAME_TO_NOTHING.includes(action.state.phase) ? "failed" : "accepted";
}

/** In the order of their names, as both the plan and its outcome list them. */
export const byName = (sessions: readonly TunnelSession[]): TunnelSession[] =>
  sessions.toSorted((a, b) => sessionName(a).localeCompare(sessionName(b)));

/** What came of a command for each agent it was sent to, and beside it an update that did not take. */
export function Outcomes(props: {
  kind: AgentCommand;
  sessions: readonly TunnelSession[];
  fates: ReadonlyMap<string, Fate>;
  /** Answers are awaited. */
  busy: boolean;
  /** When sending goes on, ms; null = it has not been put off. */
  resumesAt: number | null;
}) {
  const { kind, sessions, fates, busy, resumesAt } = props;
  const actions = useActions();
  const now = useNow(1000);
  const actionOf = ({ id }: TunnelSession) =>
    fates.get(id) === "queued"
      ? undefined
      : actions.findLast((one) => one.sessionId === id && one.kind === kind);
  const said = (session: TunnelSession) => {
    const fate = fates.get(session.id);
    const action = actionOf(session);
    if (fate === "unsent") return { tone: "none", text: "Not sent" } as const;
    if (action) return stateWords(action, now);
    if (typeof fate === "object") return { tone: "bad", text: "Not sent", detail: fate.fault } as const;
    return { tone: "next", text: "Queued" } as const;
  };
  const watched = sessions.some((session) => {
    const action = actionOf(session);
    return action && isOpen(action) && !awaitsRestart(action);
  });
  const came = sessions.map((session) => whatCame(kind, fates.get(session.id), actionOf(session)));
  const answered = came.filter((what) => !UNANSWERED.includes(what)).length;
  const counts = [DONE[kind], "refused", "failed", ...UNANSWERED.slice(1)].map(
    (what) => [what, came.filter((one) => one === what).length] as const,
  );
  return (
    <>
      <output>
        {answered} of {counted(sessions.length, "agent")} answered
        {counts.map(([what, count]) => (count > 0 ? `, ${count} ${what}` : ""))}.
        {!busy && watched ? " You can close this. We keep watching." : ""}
      </output>
      {resumesAt === null ? null : (
        <Note tone="run">
          Rate limit reached. Continues in {Math.max(0, Math.ceil((resumesAt - now) / 1000))} s.
        </Note>
      )}
      <ul className="grid">
        {byName(sessions).map((session) => {
          const failedUpdate =
            kind === "update" ? null : failedUpdateOf(actions, [session.id], session.agent_version);
          return (
            <li
              key={session.id}
              className="grid gap-x-3 border-b border-line py-1.5 last:border-0 md:grid-cols-[12rem_minmax(0,1fr)]"
            >
              <span className="font-strong wrap-anywhere">{sessionName(session)}</span>
              <span className="grid min-w-0">
                <SaidLine said={said(session)} />
                {failedUpdate ? <SaidLine said={stateWords(failedUpdate, now)} /> : null}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
