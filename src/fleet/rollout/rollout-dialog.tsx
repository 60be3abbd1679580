import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useNavigate } from "react-router-dom";
import { ErrorNote } from "#components/error-note.tsx";
import { ROLLOUT_ACTIONS, type RolloutAction } from "#contract/rollouts/rollout.ts";
import { href } from "#resources/paths.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { sessionName } from "#resources/session-name.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { counted } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { Segmented } from "#ui/segmented.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { useAttempt } from "#ui/use-attempt.ts";
import { ALONE, DEFAULTS, given, RolloutFields } from "./rollout-fields.tsx";
import { RolloutPlanView } from "./rollout-plan.tsx";
import { type AskedPlan, PlanOfService } from "./plan-of-service.tsx";
import { PlanOfTab } from "./plan-of-tab.tsx";
import { serviceRuns } from "./rollouts.ts";
import { ACTION_TITLES } from "./rollout-words.ts";

type Props = {
  sessionIds: readonly string[];
  action?: RolloutAction;
  /** How they were chosen. */
  chosen: string;
  onClose: () => void;
};

/** Asks how agents are taken through an action in stages, and shows the plan before it starts. Import lazily. */
export function RolloutDialog(props: Props) {
  const { sessionIds, chosen, onClose } = props;
  const [action, setAction] = useState<RolloutAction>(props.action ?? "update_and_restart");
  const isOne = sessionIds.length === 1;
  const [values, setValues] = useState(isOne ? ALONE : DEFAULTS);
  const body = useDeferredValue({ session_ids: [...sessionIds], action, chosen, ...given(values) });
  const runs = useQuery(serviceRuns);
  const { busy, error, attempt } = useAttempt();
  const navigate = useNavigate();
  const { data: sessions = [] } = useQuery(tunnelSessions.query);
  const nameOf = (id: string) => {
    const session = sessions.find((one) => one.id === id);
    return session ? sessionName(session) : id;
  };
  const title = isOne
    ? `${ACTION_TITLES[action]} ${nameOf(sessionIds[0] ?? "")}?`
    : props.action
      ? `${ACTION_TITLES[action]} ${counted(sessionIds.length, "agent")}?`
      : `Roll out to ${counted(sessionIds.length, "agent")}`;
  if (runs.isPending) return null;

  const ask = ({ plan, error: fault, start, note }: AskedPlan) => {
    const agents = plan?.batches.reduce((sum, batch) => sum + batch.session_ids.length, 0) ?? 0;
    const run = () =>
      attempt(async () => {
        const { id } = await start();
        await navigate(href.rollout(id));
      });
    return (
      <Dialog
        onClose={onClose}
        width="lg"
        title={title}
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant={action === "stop" ? "danger-fill" : "primary"}
              busy={busy}
              disabledReason={agents === 0 ? "None of these agents can do this now." : undefined}
              onClick={() => void run()}
            >
              {`${ACTION_TITLES[action]} ${counted(agents, "agent")}`}
            </Button>
          </>
        }
      >
        {note === null ? null : <Note>{note}</Note>}
        {props.action === undefined ? (
          <Segmented
            label="Action"
            value={action}
            options={ROLLOUT_ACTIONS.map((value) => ({ value, label: ACTION_TITLES[value] }))}
            onChange={setAction}
          />
        ) : null}
        {isOne ? null : <RolloutFields values={values} onChange={setValues} />}
        {error !== null ? <ErrorNote error={error} tried="start the rollout" /> : null}
        {fault ? (
          <ErrorNote error={fault} tried="plan the rollout" />
        ) : plan ? (
          <RolloutPlanView plan={plan} action={action} nameOf={nameOf} hasCanary={body.canary !== 0} />
        ) : (
          <SkeletonRows label="Loading the plan" />
        )}
      </Dialog>
    );
  };
  return runs.data === false ? (
    <PlanOfTab body={body}>{ask}</PlanOfTab>
  ) : (
    <PlanOfService body={body}>{ask}</PlanOfService>
  );
}
