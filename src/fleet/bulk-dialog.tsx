import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { InRollouts } from "./rollout/in-rollout.tsx";
import { sessionName } from "#resources/session-name.ts";
import { refusal } from "#contract/capability.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { counted, plural, shortenId } from "#ui/format.ts";
import { useNow } from "#ui/time.tsx";
import { isUpdate, isUpdating, settleLeft } from "./action.ts";
import { BlastList } from "./blast-list.tsx";
import { type BulkPlan, planBulk } from "./bulk.ts";
import { byName, Outcomes } from "./bulk-outcomes.tsx";
import { commandTitle, OFFLINE_REASON } from "./commands.ts";
import type { Departure } from "./departures.ts";
import { ledger, useActions, useDepartures } from "./use-fleet.ts";
import { SkippedList } from "./skipped-list.tsx";
import { stopWords } from "./stop-words.ts";
import { usePublished } from "./use-published.ts";
import { useBulkRun } from "./use-bulk-run.ts";
import { useUntold } from "./use-untold.ts";
import { useServedInTime } from "./use-served.ts";
import { newestKnown, updateTarget } from "#contract/outdated.ts";
import { versionText } from "./version.ts";

type Props = {
  kind: AgentCommand;
  sessions: readonly TunnelSession[];
  onClose: () => void;
};

const agents = (count: number) => counted(count, "agent");

/** Sends several agents the same: what goes offline first, then each one's own outcome, and after an update the restart. */
export function BulkDialog(props: Props) {
  const [updated, setUpdated] = useState<readonly TunnelSession[] | null>(null);
  if (updated === null) return <Command {...props} onRestart={setUpdated} />;
  return <Command key="restart" {...props} kind="restart" sessions={updated} onRestart={setUpdated} />;
}

type CommandProps = Props & { onRestart: (sessions: readonly TunnelSession[]) => void };

function Command({ kind, sessions, onClose, onRestart }: CommandProps) {
  const targetOf = useTargets(sessions);
  const untoldOf = useUntold();
  const published = usePublished();
  const plans = () => planBulk(kind, sessions, ledger.getSnapshot(), Date.now(), targetOf, untoldOf);
  const [planned, setPlanned] = useState(() => ({ published, plan: plans() }));
  const [sent, setSent] = useState<BulkPlan>();
  const left = useDepartures();
  // Who is up to date is known once the releases are.
  if (planned.published !== published && sent === undefined) setPlanned({ published, plan: plans() });
  const plan = sent ?? withoutLost(planned.plan, left);
  const { fates, busy, resumesAt, run, callOff } = useBulkRun(kind);
  const known = useServedInTime();
  const waits = kind === "update" ? undefined : known.waiting;
  const failed = plan.able.filter(({ id }) => {
    const fate = fates.get(id);
    return typeof fate === "object" && !fate.final;
  });
  const again = failed.length > 0 ? failed : plan.able.filter(({ id }) => fates.get(id) === "unsent");
  const rests = resumesAt !== null;
  const asked = sent !== undefined;
  return (
    <Dialog
      onClose={onClose}
      dismissible={!busy}
      closesOnBack
      question
      width="lg"
      title={`${commandTitle(kind)} ${agents(plan.able.length)}${asked ? "" : "?"}`}
      footer={
        <>
          <Button
            disabledReason={busy && !rests ? "Wait for the answers." : undefined}
            onClick={rests ? callOff : onClose}
          >
            {rests ? "Cancel the rest" : asked ? "Close" : "Cancel"}
          </Button>
          {asked ? (
            <>
              {busy || again.length > 0 ? (
                <Button busy={busy} onClick={() => void run(again)}>
                  {busy ? "Sending…" : failed.length > 0 ? "Retry failed" : "Send the rest"}
                </Button>
              ) : null}
              {kind === "update" && !busy ? <RestartNext sessions={plan.able} onRestart={onRestart} /> : null}
            </>
          ) : (
            <Button
              variant={kind === "stop" ? "danger-fill" : "primary"}
              disabledReason={plan.able.length === 0 ? "None of these agents can do this now." : waits}
              onClick={() => {
                setSent(plan);
                void run(plan.able);
              }}
            >
              {commandTitle(kind)} {agents(plan.able.length)}
            </Button>
          )}
        </>
      }
    >
      {asked ? (
        <Outcomes kind={kind} sessions={plan.able} fates={fates} busy={busy} resumesAt={resumesAt} />
      ) : (
        <>
          <InRollouts ids={plan.able.map(({ id }) => id)} />
          {kind === "stop" && plan.able.length > 0 ? <p>{stopWords(plan.able.length)}</p> : null}
          <Effect known={known} kind={kind} sessions={plan.able} />
          <Agents kind={kind} sessions={plan.able} targetOf={targetOf} />
          {plan.leftOut.length > 0 ? <Skipped leftOut={plan.leftOut} /> : null}
        </>
      )}
    </Dialog>
  );
}

/** An agent that leaves while the question is open is asked nothing. */
function withoutLost({ able, leftOut }: BulkPlan, left: readonly Departure[]): BulkPlan {
  const isLost = ({ id }: TunnelSession) => left.some(({ session }) => session.id === id);
  const lost = able.filter(isLost).map((session) => ({ session, reason: OFFLINE_REASON }));
  return { able: able.filter((session) => !isLost(session)), leftOut: [...leftOut, ...lost] };
}

/** After an update the next step is the restart, of all that can do it. */
function RestartNext({ sessions, onRestart }: Pick<CommandProps, "sessions" | "onRestart">) {
  const now = useNow(1000);
  const all = useActions().filter(isUpdate);
  const of = ({ id }: TunnelSession) => all.filter(({ sessionId }) => sessionId === id);
  const able = sessions.filter((session) => of(session).length > 0 && refusal("restart", session) === null);
  if (able.length === 0) return null;
  const updates = able.flatMap(of);
  const updating = updates.filter((action) => isUpdating(action, now)).length;
  const left = Math.max(...updates.map((action) => settleLeft(action, now)));
  const wait = left > 0 ? `Ready to restart in ${Math.ceil(left / 1000)} s.` : undefined;
  return (
    <Button
      variant="primary"
      icon="refresh"
      disabledReason={
        updating > 0 ? `${agents(updating)} ${plural(updating, "is", "are")} still updating.` : wait
      }
      onClick={() => onRestart(able)}
    >
      Restart {agents(able.length)}…
    </Button>
  );
}

function Skipped({ leftOut }: Pick<ReturnType<typeof planBulk>, "leftOut">) {
  return (
    <div>
      <p>{leftOut.length} skipped</p>
      <SkippedList
        of={leftOut.map(({ session, reason }) => ({ id: session.id, name: sessionName(session), reason }))}
      />
    </div>
  );
}

/** The release that each could update to. */
function useTargets(sessions: readonly TunnelSession[]) {
  const { data: all = sessions } = useQuery(tunnelSessions.query);
  const newest = newestKnown(all, usePublished());
  return ({ agent_version: version }: TunnelSession) => updateTarget(version, newest);
}

/**
 * Who it is sent to: a selection may reach further than what the table shows now. An update says from which release to which, as
 * does its restart.
 */
function Agents(props: {
  kind: AgentCommand;
  sessions: readonly TunnelSession[];
  targetOf: ReturnType<typeof useTargets>;
}) {
  const { kind, sessions, targetOf } = props;
  const id = useId();
  const actions = useActions();
  if (sessions.length === 0) return null;
  const installedIn = ({ id: own }: TunnelSession) =>
    actions.findLast((one) => one.sessionId === own && isUpdate(one) && one.says === "updated")?.promised;
  const releases = (session: TunnelSession) => {
    const to = { update: targetOf, restart: installedIn, stop: () => null }[kind](session);
    return to || kind === "update"
      ? [versionText(session.agent_version), to].filter(Boolean).join(" → ")
      : "";
  };
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
        {byName(sessions).map((session) => (
          <li key={session.id} className="flex flex-wrap gap-x-3 border-b border-line py-1.5 last:border-0">
            <span className="min-w-0 flex-auto font-strong wrap-anywhere">{sessionName(session)}</span>
            <span className="flex items-baseline gap-x-3 text-content-muted">
              {releases(session)}
              {kind === "update" ? null : (
                <span className="font-mono text-xs" title={session.id}>
                  {shortenId(session.id)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Effect(props: {
  kind: AgentCommand;
  sessions: readonly TunnelSession[];
  known: ReturnType<typeof useServedInTime>;
}) {
  const { kind, sessions, known } = props;
  if (kind === "update") {
    const byHand = byName(sessions.filter((session) => refusal("restart", session) !== null));
    return (
      <div>
        <p>
          No URL goes offline now. {plural(sessions.length, "It is", "They are")} ready to restart 10 s after
          the update. Restart {plural(sessions.length, "it", "them")} to finish.
        </p>
        {byHand.length > 0 ? (
          <p className="wrap-anywhere">
            {byHand.length} can’t be restarted from here: {byHand.map(sessionName).join("; ")}.
          </p>
        ) : null}
      </div>
    );
  }
  return <BlastList known={known} ids={sessions.map(({ id }) => id)} kind={kind} />;
}
