import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isAbsent } from "#api/errors.ts";
import { pollEvery } from "#api/query-client.ts";
import { HistoryPanel } from "#activity/lazy-history-panel.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { Absent } from "#components/query-gate.tsx";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import { enterRollout } from "#fleet/rollout/enter-rollouts.ts";
import { rolloutQuery } from "#fleet/rollout/rollouts.ts";
import {
  countWords,
  haltWords,
  isForgiving,
  rolloutTitle,
  sizeOf,
  skippedNames,
  statusWords,
} from "#fleet/rollout/rollout-words.ts";
import { SkippedList } from "#fleet/skipped-list.tsx";
import { successorOf } from "#fleet/successor-of.ts";
import { useActions, useDepartures } from "#fleet/use-fleet.ts";
import { href } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { counted, plural } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";
import { useNow } from "#ui/time.tsx";
import { isOfTab } from "#fleet/rollout/tab-rollouts.ts";
import { type RunBy, runTabRollouts, useRunBy } from "#fleet/rollout/tab-runner.ts";
import { Acts } from "./rollout-acts.tsx";
import { RolloutLedger } from "./rollout-ledger.tsx";

const often = pollEvery(1_000);
const seldom = pollEvery(5_000);

/** /rollouts/:id: where a rollout is, and what came of each agent. */
export function RolloutDetail({ id }: { id: string }) {
  const query = useQuery({
    ...rolloutQuery(id),
    refetchInterval: (asked) => {
      const now = asked.state.data;
      if (!now?.ended_at) return often(asked);
      return now.counts.by_hand > 0 ? seldom(asked) : false;
    },
  });
  const rollout = query.data;
  const client = useQueryClient();
  useEffect(() => {
    if (rollout) enterRollout(client, rollout);
  }, [client, rollout]);
  const title = rollout ? rolloutTitle(rollout) : id;
  return (
    <Page
      title={title}
      crumbs={[{ label: "Rollouts", to: href.rollouts() }, { label: title }]}
      freshness={<Freshness query={query} />}
      titleExtra={
        rollout ? (
          <>
            <Status tone={statusWords(rollout).tone}>{statusWords(rollout).text}</Status>
            <CopyId id={id} />
          </>
        ) : null
      }
      subtitle={rollout ? countWords(rollout) : null}
      actions={rollout ? <Acts rollout={rollout} readAt={query.dataUpdatedAt} /> : null}
    >
      {rollout ? (
        <>
          <Where rollout={rollout} />
          <RolloutLedger rollout={rollout} />
          {isOfTab(id) ? null : <HistoryPanel id={id} />}
        </>
      ) : isAbsent(query.error) ? (
        <Absent what="rollout" id={id} back={<ButtonLink to={href.rollouts()}>All rollouts</ButtonLink>} />
      ) : query.error ? (
        <ErrorNote error={query.error} tried="load this rollout" onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows label="Loading this rollout" />
      )}
    </Page>
  );
}

/** How it was chosen, its stage, and what halts it. */
function Where({ rollout }: { rollout: Rollout }) {
  const now = useNow(1_000);
  const {
    status,
    counts,
    batch,
    batches,
    at_once: atOnce,
    resumes_at: resumesAt,
    ended_at: endedAt,
    plan,
  } = rollout;
  const left = resumesAt === null ? 0 : Math.max(0, Math.ceil((Date.parse(resumesAt) - now) / 1_000));
  const bounds = haltWords(rollout);
  return (
    <div className="grid gap-1 text-content-muted">
      {rollout.chosen && rollout.agents.length > 1 ? <p className="wrap-anywhere">{rollout.chosen}</p> : null}
      <p>
        {sizeOf(rollout) === 1
          ? null
          : `Batch ${Math.min(batch, batches)} of ${batches}, ${counted(atOnce, "agent")} at once.`}
        {bounds.length > 0 ? ` Halts when ${bounds.join(" or ")}.` : ""}
        {isForgiving(rollout) ? " Failures from before it was resumed don’t count." : ""}
        {left > 0 && status === "running" ? ` Next batch in ${left} s.` : ""}
        {endedAt === null && counts.waiting + counts.running === 0
          ? " Checking that its agents stay online."
          : ""}
      </p>
      {status === "paused" ? <p>Nothing new starts until you resume it.</p> : null}
      {status === "halted" && endedAt === null ? (
        <p>
          Nothing new starts.{counts.running > 0 ? " It ends once what is under way has finished." : null}
        </p>
      ) : null}
      {status === "halted" && counts.not_started > 0 ? (
        <p>Resume starts the others.{counts.failed > 0 ? " Failures until then no longer count." : null}</p>
      ) : null}
      {endedAt === null ? (
        isOfTab(rollout.id) ? (
          <RunByTab />
        ) : status === "running" ? (
          <p>You can close this page. The rollout continues.</p>
        ) : null
      ) : null}
      {endedAt !== null && counts.by_hand > 0 ? (
        <p>
          Restart {counted(counts.by_hand, "agent")} on {plural(counts.by_hand, "its host", "their hosts")} to
          finish.{" "}
          {isOfTab(rollout.id)
            ? "While the console is open, we keep watching."
            : "You can close this. We keep watching."}
        </p>
      ) : null}
      {rollout.held_by ? <Held rollout={rollout} /> : null}
      {plan.skipped.length > 0 ? <Skipped plan={plan} /> : null}
    </div>
  );
}

/** So many are named at once. */
const FEW = 10;

/** Who is skipped and why, each with the way to it while it is online, restarted since or not. */
function Skipped({ plan }: Pick<Rollout, "plan">) {
  const { data: sessions } = useQuery(tunnelSessions.query);
  const actions = useActions();
  const left = useDepartures();
  const online = new Set(sessions?.map(({ id }) => id));
  const was = (id: string) => left.find(({ session }) => session.id === id)?.session;
  const of = skippedNames(plan, (id) => sessionName(was(id) ?? { id })).map((one) => {
    const now = successorOf(actions, one.id, left) ?? one.id;
    return { ...one, ...(online.has(now) && { to: href.session(now) }) };
  });
  return (
    <details open={of.length <= FEW}>
      <summary className="w-fit cursor-pointer leading-6">{counted(of.length, "agent")} skipped</summary>
      <SkippedList of={of} />
    </details>
  );
}

/** Why nothing new starts, and what to do. */
function Held({ rollout: { id, halt_url: url, halt_endpoint_id: endpoint } }: { rollout: Rollout }) {
  return (
    <Note tone="warn">
      Waiting. The errors of <span className="wrap-anywhere">{url ?? endpoint}</span> are unknown, so no agent
      starts.{" "}
      {isOfTab(id)
        ? "It goes on once they can be read, or halt it."
        : "The service counts no requests. Start it without --traffic-keep off, or halt the rollout."}
    </Note>
  );
}

const SAID: Record<RunBy["by"], string> = {
  this: "Run by this tab. Keep it open.",
  another: "Run by another tab. Keep it open.",
  none: "Not running. It goes on as soon as a tab of this browser can run it.",
};

/** Who runs it, and what it waits for. This tab does where no other one does. */
function RunByTab() {
  const client = useQueryClient();
  const { by, waits } = useRunBy();
  useEffect(() => runTabRollouts(client), [client]);
  return (
    <>
      <p>
        <strong className="font-strong text-content">{SAID[by]}</strong> If it closes, the rollout waits until
        you open the console again.
      </p>
      {waits === null ? null : <Note tone="warn">Waiting. {waits}</Note>}
    </>
  );
}
