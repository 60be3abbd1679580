import { sessionName } from "#resources/session-name.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { counted } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { useNow } from "#ui/time.tsx";
import { awaitsRestart, isOpen, type Phase } from "./action.ts";
import { stateWords } from "./action-text.ts";
import { failedUpdateOf } from "./lineage.ts";
import { SaidLine } from "./said-line.tsx";
import { useActions } from "./use-fleet.ts";

/** What became of one command of several: not sent yet or any more, sent, or failed with these words; `final` = so it would again. */
export type Fate = "queued" | "unsent" | "sent" | { fault: string; final: boolean };

const DONE: Record<AgentCommand, string> = { restart: "online again", stop: "stopped", update: "updated" };

/** What was accepted, and failed afterwards. */
const CAME_TO_NOTHING: readonly Phase[] = ["failed", "overdue", "unchanged"];

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
  const said = ({ id }: TunnelSession) => {
    const fate = fates.get(id);
    const action = actions.findLast((one) => one.sessionId === id && one.kind === kind);
    if (fate === "unsent") return { tone: "none", text: "Not sent" } as const;
    if (action && fate !== "queued") return stateWords(action, now);
    if (typeof fate === "object") return { tone: "bad", text: "Not sent", detail: fate.fault } as const;
    return { tone: "next", text: "Queued" } as const;
  };
  const fatesOf = (of: Fate) => sessions.filter(({ id }) => fates.get(id) === of).length;
  const unsent = fatesOf("unsent");
  const answered = sessions.length - fatesOf("queued") - unsent;
  const watched = sessions.some(({ id }) =>
    actions.some((one) => one.sessionId === id && one.kind === kind && isOpen(one) && !awaitsRestart(one)),
  );
  const faults = sessions.flatMap(({ id }) => {
    const fate = fates.get(id);
    return typeof fate === "object" ? [fate] : [];
  });
  const refused = faults.filter(({ final }) => final).length;
  const ended = sessions.flatMap(({ id }) => {
    const action = actions.findLast((one) => one.sessionId === id && one.kind === kind);
    return action && fates.get(id) === "sent" ? [action.state.phase] : [];
  });
  const done = ended.filter((phase) => phase === "verified").length;
  const came = ended.filter((phase) => CAME_TO_NOTHING.includes(phase)).length;
  const counts = { [DONE[kind]]: done, refused, failed: faults.length - refused + came, "not sent": unsent };
  return (
    <>
      <output>
        {answered} of {counted(sessions.length, "agent")} answered
        {Object.entries(counts).map(([what, count]) => (count > 0 ? `, ${count} ${what}` : ""))}.
        {!busy && watched ? " You can close this. We keep watching." : ""}
      </output>
      {resumesAt === null ? null : (
        <Note tone="run">
          Rate limit reached. Continues in {Math.max(0, Math.ceil((resumesAt - now) / 1000))} s.
        </Note>
      )}
      <ul className="grid">
        {byName(sessions).map((session) => {
          const failedUpdate = kind === "update" ? null : failedUpdateOf(actions, [session.id]);
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
