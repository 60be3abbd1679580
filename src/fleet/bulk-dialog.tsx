import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { describeError } from "#api/errors.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { sessionName } from "#resources/session-name.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { formatCount, plural, shortenId } from "#ui/format.ts";
import { Status } from "#ui/status.tsx";
import { useNow } from "#ui/time.tsx";
import { blastRadius, blastSentence } from "./blast-radius.ts";
import { planBulk, runBulk } from "./bulk.ts";
import { useSend } from "./send.ts";
import { ledger, useActions } from "./use-fleet.ts";
import { useServed } from "./use-served.ts";
import { commandTitle, stateWords } from "./action-text.ts";

type Fate = "queued" | "sent" | { fault: unknown };

const agents = (count: number) => `${formatCount(count)} ${plural(count, "agent")}`;

/** Tells several agents the same: what goes dark first, then each one's own outcome, and another try for those that failed. */
export function BulkDialog({
  kind,
  sessions,
  onClose,
}: {
  kind: AgentCommand;
  sessions: readonly TunnelSession[];
  onClose: () => void;
}) {
  const [plan] = useState(() => planBulk(kind, sessions, ledger.getSnapshot(), Date.now()));
  const { fates, busy, run } = useBulkRun(kind);
  const failed = plan.able.filter(({ id }) => typeof fates.get(id) === "object");
  const asked = fates.size > 0;
  return (
    <Dialog
      onClose={onClose}
      dismissible={!busy}
      width="lg"
      title={`${commandTitle(kind)} ${agents(plan.able.length)}${asked ? "" : "?"}`}
      footer={
        <>
          <Button disabledReason={busy ? "Wait for the answers." : undefined} onClick={onClose}>
            {asked ? "Close" : "Cancel"}
          </Button>
          {asked ? (
            failed.length > 0 || busy ? (
              <Button variant="primary" busy={busy} onClick={() => void run(failed)}>
                {busy ? "Sending…" : `Try the ${formatCount(failed.length)} that failed again`}
              </Button>
            ) : null
          ) : (
            <Button
              variant={kind === "stop" ? "danger-fill" : "primary"}
              disabledReason={plan.able.length === 0 ? "None of them can be told this now." : undefined}
              onClick={() => void run(plan.able)}
            >
              {commandTitle(kind)} {agents(plan.able.length)}
            </Button>
          )}
        </>
      }
    >
      {asked ? (
        <Outcomes kind={kind} sessions={plan.able} fates={fates} />
      ) : (
        <>
          <Effect kind={kind} sessions={plan.able} />
          <Agents sessions={plan.able} />
          {plan.leftOut.length > 0 ? (
            <div>
              <p>{agents(plan.leftOut.length)} left out:</p>
              <ul className="text-content-muted">
                {plan.leftOut.map(({ session, reason }) => (
                  <li key={session.id}>
                    {sessionName(session)}: {reason}
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
        </>
      )}
    </Dialog>
  );
}

/** Who is told: a selection may reach further than what the table shows now. */
function Agents({ sessions }: { sessions: readonly TunnelSession[] }) {
  const id = useId();
  if (sessions.length === 0) return null;
  const byName = sessions.toSorted((a, b) => sessionName(a).localeCompare(sessionName(b)));
  return (
    <div>
      <p id={id} className="pb-1 text-xs text-content-muted">
        {agents(sessions.length)}
      </p>
      <ul
        aria-labelledby={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- only with focus do arrow keys scroll it
        tabIndex={0}
        className="max-h-40 overflow-auto rounded-md border border-line px-3"
      >
        {byName.map((session) => (
          <li key={session.id} className="flex flex-wrap gap-x-3 border-b border-line py-1.5 last:border-0">
            <span className="min-w-0 flex-1 truncate font-strong" title={sessionName(session)}>
              {sessionName(session)}
            </span>
            <span className="font-mono text-xs text-content-muted" title={session.id}>
              {shortenId(session.id)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function useBulkRun(kind: AgentCommand) {
  const send = useSend();
  const { served } = useServed();
  const { data: before = [] } = useQuery(tunnelSessions.query);
  const [fates, setFates] = useState<ReadonlyMap<string, Fate>>(new Map());
  const [busy, setBusy] = useState(false);
  const set = (entries: readonly (readonly [string, Fate])[]) =>
    setFates((now) => new Map([...now, ...entries]));
  const urlsOf = (id: string) =>
    served && kind !== "update"
      ? blastRadius(new Set([id]), served).dark.flatMap(({ url }) => url ?? [])
      : [];
  const run = async (list: readonly TunnelSession[]) => {
    setBusy(true);
    set(list.map(({ id }) => [id, "queued"]));
    await runBulk(
      list,
      (session) => send({ kind, session, urls: urlsOf(session.id), before }),
      ({ id }, fault) => set([[id, fault === null ? "sent" : { fault }]]),
    );
    setBusy(false);
  };
  return { fates, busy, run };
}

function Effect({ kind, sessions }: { kind: AgentCommand; sessions: readonly TunnelSession[] }) {
  const { served, error } = useServed();
  if (kind === "update")
    return <p>Nothing goes dark yet: the new version of each runs after a restart, at least 10 s later.</p>;
  if (error) return <p>What goes dark is not known. {describeError(error, "load tunnels").detail}</p>;
  if (!served) return <output className="block text-content-muted">Counting what they serve…</output>;
  const radius = blastRadius(new Set(sessions.map(({ id }) => id)), served);
  const nameOf = (id: string) => sessionName(sessions.find((one) => one.id === id) ?? { id, metadata: null });
  return <p>{blastSentence(radius, nameOf, kind === "restart" ? " until they are back" : "")}</p>;
}

function Outcomes(props: {
  kind: AgentCommand;
  sessions: readonly TunnelSession[];
  fates: ReadonlyMap<string, Fate>;
}) {
  const actions = useActions();
  const now = useNow(1000);
  const said = ({ id }: TunnelSession) => {
    const fate = props.fates.get(id);
    const action = actions.findLast(({ sessionId, kind }) => sessionId === id && kind === props.kind);
    if (action && fate !== "queued") return stateWords(action, now);
    if (typeof fate === "object")
      return { tone: "bad", text: describeError(fate.fault, "send it").detail } as const;
    return { tone: "next", text: "Waiting for its turn" } as const;
  };
  const settled = props.sessions.filter(({ id }) => props.fates.get(id) !== "queued").length;
  return (
    <>
      <output>
        {formatCount(settled)} of {agents(props.sessions.length)} answered. What comes of it is watched, also
        when this is closed.
      </output>
      <ul className="grid">
        {props.sessions.map((session) => {
          const { tone, text } = said(session);
          return (
            <li key={session.id} className="flex flex-wrap gap-x-3 border-b border-line py-1.5 last:border-0">
              <span className="w-48 max-w-full truncate font-strong">{sessionName(session)}</span>
              <span className="min-w-0 flex-1 wrap-anywhere" title={text}>
                <Status tone={tone}>{text}</Status>
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
