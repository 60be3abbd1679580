import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isUnsure } from "#api/errors.ts";
import { ErrorNote } from "#components/error-note.tsx";
import type { Rollout, RolloutAct } from "#contract/rollouts/rollout.ts";
import { actOnRollout, rolloutList, rolloutQuery } from "#fleet/rollout/rollouts.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { useToast } from "#ui/toast.tsx";
import { useAttempt } from "#ui/use-attempt.ts";

const RetryDialog = lazyPart(() => import("./retry-dialog.tsx"), "RetryDialog");
const ReportMenu = lazyPart(() => import("./report-menu.tsx"), "ReportMenu");

/** What can be done with a rollout now, and its report; `readAt` = when it was read (ms). */
export function Acts({ rollout, readAt }: { rollout: Rollout; readAt: number }) {
  const client = useQueryClient();
  const { busy, error, attempt } = useAttempt();
  const { status, counts, id, ended_at: endedAt } = rollout;
  const actedAt = useRef<Rollout["status"]>(null);
  const buttons = useRef<HTMLDivElement>(null);
  // The button that was pressed is often gone afterwards, and the focus with it.
  useEffect(() => {
    if (actedAt.current === null || actedAt.current === status) return;
    actedAt.current = null;
    if (document.activeElement === document.body) buttons.current?.querySelector("button")?.focus();
  }, [status]);
  const toast = useToast();
  const retried = useRef<Rollout>(null);
  const { failed } = counts;
  // A retry may be over before the page has shown that it runs.
  useEffect(() => {
    const before = retried.current;
    if (!before || !endedAt || endedAt === before.ended_at) return;
    retried.current = null;
    const came = failed ? `${failed} failed again` : "done";
    const text = `Retried ${counted(before.counts.failed, "agent")}: ${came}`;
    toast({ tone: failed ? "bad" : "ok", text });
  }, [endedAt, failed, toast]);
  const [failedAt, setFailedAt] = useState(0);
  const ask = (act: RolloutAct) =>
    attempt(async () => {
      actedAt.current = status;
      const answer = actOnRollout(client, id, act);
      answer.catch(() => setFailedAt(Date.now()));
      if (act === "retry") retried.current = rollout;
      client.setQueryData(rolloutQuery(id).queryKey, await answer);
      void client.invalidateQueries({ queryKey: rolloutList.queryKey });
    });
  // What a reading since has answered is no news: it shows whether it worked.
  const isOver = isUnsure(error) && readAt > failedAt;
  const active = status === "running" || status === "paused";
  const offers: [RolloutAct, string, boolean][] = [
    ["pause", "Pause", status === "running"],
    ["resume", "Resume", status === "paused" || (!active && counts.not_started > 0)],
    ["halt", "Halt", active],
  ];
  const [asks, setAsks] = useState(false);
  const button = (act: RolloutAct, label: string, onClick: () => void = () => void ask(act)) => (
    <Button
      key={act}
      variant={act === "halt" ? "danger" : "default"}
      disabledReason={busy ? "Wait for the answer." : undefined}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  // Comes while others are aimed at: first, it moves none of them.
  const retry = failed > 0 ? button("retry", "Retry failed", () => setAsks(true)) : null;
  return (
    <>
      {retry}
      <div ref={buttons} className="contents">
        {offers.map(([act, label, offered]) => (offered ? button(act, label) : null))}
      </div>
      <ReportMenu rollout={rollout} />
      {asks ? (
        <RetryDialog
          rollout={rollout}
          onRetry={() => {
            setAsks(false);
            void ask("retry");
          }}
          onClose={() => setAsks(false)}
        />
      ) : null}
      {error === null || isOver ? null : <ErrorNote error={error} tried="change this rollout" />}
    </>
  );
}
