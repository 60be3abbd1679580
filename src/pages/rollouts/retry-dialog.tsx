import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { refusal } from "#contract/capability.ts";
import type { Rollout, RolloutPlan } from "#contract/rollouts/rollout.ts";
import { ACTION_TITLES } from "#fleet/rollout/rollout-words.ts";
import { RolloutPlanView } from "#fleet/rollout/rollout-plan.tsx";
import { SkippedList } from "#fleet/skipped-list.tsx";
import { stopWords } from "#fleet/stop-words.ts";
import { successorOf } from "#fleet/successor-of.ts";
import { useActions, useDepartures } from "#fleet/use-fleet.ts";
import { groupBy } from "#resources/group-by.ts";
import { sessionName } from "#resources/session-name.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { counted } from "#ui/format.ts";
import { urlsOf } from "./rollout-ledger.tsx";

type Agent = Rollout["agents"][number];

/** The URLs that other sessions keep up meanwhile, which is known of whole batches only. */
function staysUpOf({ batches }: Rollout["plan"], agents: readonly Agent[]): string[] {
  const ids = new Set(agents.map(({ session }) => session.id));
  return batches
    .filter(({ session_ids: all }) => all.every((id) => ids.has(id)))
    .flatMap((one) => one.stays_up);
}

/** Asks before the agents of a rollout that failed are told again, in the words of its start: who, and which URLs go offline with them. */
export function RetryDialog(props: { rollout: Rollout; onRetry: () => void; onClose: () => void }) {
  const { rollout, onRetry, onClose } = props;
  const { action, agents, canary, plan } = rollout;
  const { data: sessions } = useQuery(tunnelSessions.query);
  const actions = useActions();
  const left = useDepartures();
  const failed = agents.filter(({ state }) => state === "failed");
  const [first] = failed;
  // Somebody else has retried them.
  const isOver = first === undefined;
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  if (isOver) return null;
  const online = new Set(sessions?.map(({ id }) => id));
  // Until the list is there none is taken for offline.
  const isOffline = ({ session_id: id }: Agent) =>
    sessions !== undefined && !online.has(successorOf(actions, id, left) ?? id);
  const isByHand = ({ session }: Agent) =>
    action === "update_and_restart" && refusal("restart", session) !== null;
  const verb = failed.every(isByHand) ? "Update" : ACTION_TITLES[action];
  const nameOf = (id: string) => {
    const agent = failed.find(({ session_id: own }) => own === id);
    if (!agent) return id;
    const only = isByHand(agent) ? " (update only)" : isOffline(agent) ? " (offline)" : "";
    return `${sessionName(agent.session)}${only}`;
  };
  const kept = new Set(agents.flatMap(({ state, batch }) => (state === "failed" ? [] : batch)));
  // A batch that failed as a whole has its place again; what failed of others comes after all.
  const batches = [...groupBy(failed, ({ batch }) => batch)]
    .toSorted(([a], [b]) => Number(kept.has(a)) - Number(kept.has(b)) || a - b)
    .map(([batch, own]) => ({ batch, own }));
  const again: RolloutPlan = {
    batches: batches.map(({ own }) => ({
      session_ids: own.map(({ session_id: id }) => id),
      offline: urlsOf(own.filter((agent) => !isOffline(agent))),
      stays_up: staysUpOf(plan, own),
    })),
    skipped: [],
  };
  const count = counted(failed.length, "agent");
  return (
    <Dialog
      onClose={onClose}
      closesOnBack
      question
      width="lg"
      title={`${verb} ${failed.length === 1 ? sessionName(first.session) : count}?`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={action === "stop" ? "danger-fill" : "primary"} onClick={onRetry}>
            {verb} {count}
          </Button>
        </>
      }
    >
      {action === "stop" ? <p>{stopWords(failed.length)}</p> : null}
      <RolloutPlanView
        plan={again}
        action={action}
        nameOf={nameOf}
        hasCanary={canary > 0 && batches[0]?.batch === 1 && !kept.has(1)}
      />
      <div>
        <p>Why {failed.length === 1 ? "it" : "they"} failed</p>
        <SkippedList
          of={failed.map(({ session, detail }) => ({
            id: session.id,
            name: sessionName(session),
            reason: detail,
          }))}
        />
      </div>
    </Dialog>
  );
}
