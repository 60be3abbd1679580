import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId, useState } from "react";
import { useNavigate } from "react-router-dom";
import { ErrorNote } from "#components/error-note.tsx";
import {
  ROLLOUT_ACTIONS,
  type RolloutAction,
  type RolloutCreate,
  type RolloutPlan,
} from "#contract/rollouts/rollout.ts";
import { href } from "#resources/paths.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { sessionName } from "#resources/session-name.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { counted } from "#ui/format.ts";
import { Input } from "#ui/input.tsx";
import { Segmented } from "#ui/segmented.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { useAttempt } from "#ui/use-attempt.ts";
import { createRollout, rolloutPlan } from "./rollouts.ts";
import { ACTION_TITLES } from "./rollout-words.ts";

type Props = {
  sessionIds: readonly string[];
  action?: RolloutAction;
  /** How they were chosen. */
  chosen: string;
  onClose: () => void;
};

type Numbers = Record<
  "canary" | "batch_size" | "at_once" | "pause_seconds" | "halt_failures" | "halt_percent",
  string
>;

const FIELDS: readonly (readonly [keyof Numbers, label: string, most: number])[] = [
  ["canary", "Canary agents", 1_000],
  ["batch_size", "Agents in a batch", 1_000],
  ["at_once", "At once", 50],
  ["pause_seconds", "Pause between batches, in seconds", 86_400],
  ["halt_failures", "Halt at failures", 1_000],
  ["halt_percent", "Halt at % failed", 100],
];
const DEFAULTS: Numbers = {
  canary: "1",
  batch_size: "10",
  at_once: "5",
  pause_seconds: "30",
  halt_failures: "",
  halt_percent: "10",
};
/** One agent needs no stages. */
const ALONE: Numbers = { ...DEFAULTS, canary: "0", pause_seconds: "0", halt_percent: "" };

/** Empty fields are left to the service. */
function bodyOf({ sessionIds, chosen }: Props, action: RolloutAction, numbers: Numbers): RolloutCreate {
  const given = Object.entries(numbers).flatMap(([name, text]) =>
    text.trim() === "" ? [] : [[name, Number(text)] as const],
  );
  return { session_ids: [...sessionIds], action, chosen, ...Object.fromEntries(given) };
}

/** Asks how agents are taken through an action in stages, and shows the plan before it starts. Import lazily. */
export function RolloutDialog(props: Props) {
  const { sessionIds, onClose } = props;
  const [action, setAction] = useState<RolloutAction>(props.action ?? "update_and_restart");
  const isOne = sessionIds.length === 1;
  const [numbers, setNumbers] = useState(isOne ? ALONE : DEFAULTS);
  const body = useDeferredValue(bodyOf(props, action, numbers));
  const plan = useQuery({ ...rolloutPlan(body), placeholderData: (before) => before });
  const { busy, error, attempt } = useAttempt();
  const navigate = useNavigate();
  const { data: sessions = [] } = useQuery(tunnelSessions.query);
  const nameOf = (id: string) => {
    const session = sessions.find((one) => one.id === id);
    return session ? sessionName(session) : id;
  };
  const agents = plan.data?.batches.reduce((sum, batch) => sum + batch.session_ids.length, 0) ?? 0;
  const title = isOne
    ? `${ACTION_TITLES[action]} ${nameOf(sessionIds[0] ?? "")}?`
    : `Roll out to ${counted(sessionIds.length, "agent")}`;
  const start = () =>
    attempt(async () => {
      const { id } = await createRollout(body);
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
            onClick={() => void start()}
          >
            {`${ACTION_TITLES[action]} ${counted(agents, "agent")}`}
          </Button>
        </>
      }
    >
      {props.action === undefined ? (
        <Segmented
          label="Action"
          value={action}
          options={ROLLOUT_ACTIONS.map((value) => ({ value, label: ACTION_TITLES[value] }))}
          onChange={setAction}
        />
      ) : null}
      {isOne ? null : (
        <div className="grid gap-3 md:grid-cols-3">
          {FIELDS.map(([name, label, most]) => (
            <NumberField
              key={name}
              label={label}
              most={most}
              value={numbers[name]}
              onChange={(value) => setNumbers((all) => ({ ...all, [name]: value }))}
            />
          ))}
        </div>
      )}
      {error !== null ? <ErrorNote error={error} tried="start the rollout" /> : null}
      {plan.error ? (
        <ErrorNote error={plan.error} tried="plan the rollout" />
      ) : plan.data ? (
        <Plan plan={plan.data} nameOf={nameOf} />
      ) : (
        <SkeletonRows label="Loading the plan" />
      )}
    </Dialog>
  );
}

function NumberField(props: {
  label: string;
  most: number;
  value: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id}>{props.label}</label>
      <Input
        id={id}
        type="number"
        min={0}
        max={props.most}
        value={props.value}
        onChange={({ target }) => props.onChange(target.value)}
      />
    </div>
  );
}

/** Who is in which batch, which URLs go offline with it, and who is skipped. */
function Plan({ plan, nameOf }: { plan: RolloutPlan; nameOf: (id: string) => string }) {
  return (
    <div className="grid gap-3">
      <ol
        aria-label="Batches"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- only with focus do arrow keys scroll it
        tabIndex={0}
        className="max-h-60 overflow-auto rounded-md border border-line px-3"
      >
        {plan.batches.map((batch, i) => (
          <li key={batch.session_ids[0]} className="grid gap-0.5 border-b border-line py-1.5 last:border-0">
            <span>
              <strong className="font-strong">Batch {i + 1}</strong>{" "}
              <span className="wrap-anywhere">{batch.session_ids.map(nameOf).join(", ")}</span>
            </span>
            {batch.offline.length > 0 ? (
              <span className="wrap-anywhere text-content-muted">
                {counted(batch.offline.length, "URL")} offline: {batch.offline.join(", ")}
              </span>
            ) : null}
            {batch.stays_up.length > 0 ? (
              <span className="wrap-anywhere text-content-muted">
                {counted(batch.stays_up.length, "URL")} online through other sessions:{" "}
                {batch.stays_up.join(", ")}
              </span>
            ) : null}
          </li>
        ))}
      </ol>
      {plan.skipped.length > 0 ? (
        <div>
          <p>{plan.skipped.length} skipped</p>
          <ul className="text-content-muted">
            {plan.skipped.map(({ session_id: id, reason }) => (
              <li key={id} className="wrap-anywhere">
                <strong className="font-strong">{nameOf(id)}</strong> {reason}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
