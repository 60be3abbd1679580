import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useNavigate } from "react-router-dom";
import { ErrorNote } from "#components/error-note.tsx";
import { ROLLOUT_ACTIONS, type RolloutAction } from "#contract/rollouts/rollout.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { href } from "#resources/paths.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { sessionName } from "#resources/session-name.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { clip } from "#ui/clip.ts";
import { counted, plural } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { Segmented } from "#ui/segmented.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { useAttempt } from "#ui/use-attempt.ts";
import { newestKnown, updateTarget } from "#contract/outdated.ts";
import { refusal } from "#contract/capability.ts";
import { stopWords } from "../stop-words.ts";
import { useActions, useDepartures } from "../use-fleet.ts";
import { usePublished } from "../use-published.ts";
import { versionText } from "../version.ts";
import { refusingOf, useInstalled, withSkipped } from "./left-out.ts";
import { RolloutFields } from "./rollout-fields.tsx";
import { ALONE, DEFAULTS, faultsOf, given, type Values } from "./rollout-values.ts";
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
  /** Is the page open for this question alone? Then the rollout takes its place in the browser's history. */
  isPage?: true;
  onClose: () => void;
};

/** Asks how agents are taken through an action in stages, and shows the plan before it starts. Import lazily. */
export function RolloutDialog(props: Props) {
  const { data: byService, isPending } = useQuery(serviceRuns);
  const sessions = useQuery(tunnelSessions.query);
  // A plan that is asked for before they are there names nobody.
  return isPending || sessions.isPending ? null : <Question {...props} byService={byService !== false} />;
}

function Question(props: Props & { byService: boolean }) {
  const { sessionIds, chosen, onClose } = props;
  const [action, setAction] = useState<RolloutAction>(props.action ?? "update_and_restart");
  const isOne = sessionIds.length === 1;
  const untouched = isOne ? ALONE : DEFAULTS;
  const [values, setValues] = useState(untouched);
  const isFaulty = Object.keys(faultsOf(values)).length > 0;
  // The plan stays that of what was right last.
  const [planned, setPlanned] = useState(values);
  const change = (next: Values) => {
    setValues(next);
    if (Object.keys(faultsOf(next)).length === 0) setPlanned(next);
  };
  const { busy, error, attempt } = useAttempt();
  const navigate = useNavigate();
  const { data: sessions = [] } = useQuery(tunnelSessions.query);
  const left = useDepartures();
  const sessionOf = (id: string) =>
    [...sessions, ...left.map(({ session }) => session)].find((one) => one.id === id);
  const nameOf = (id: string) => {
    const session = sessionOf(id);
    return session ? sessionName(session) : id;
  };
  const [first = ""] = sessionIds;
  const actions = useActions();
  const isUpdate = action === "update_and_restart";
  const installed = useInstalled(sessionIds);
  const isByHand = (id: string) => {
    const session = sessionOf(id);
    return isUpdate && session !== undefined && refusal("restart", session) !== null;
  };
  const refusing = isUpdate ? refusingOf(sessionIds, actions, installed, isByHand) : [];
  const others = sessionIds.filter((id) => refusing.every(({ session_id: one }) => one !== id));
  const body = useDeferredValue({
    session_ids: others.length > 0 ? others : [...sessionIds],
    action,
    // A list of rollouts tells those of one agent apart by its name.
    chosen:
      isOne && sessionOf(first)
        ? clip(nameOf(first))
        : withSkipped(
            chosen,
            refusing.map(({ session_id: id }) => nameOf(id)),
          ),
    ...given(planned),
  });
  const verb = body.session_ids.every(isByHand) ? "Update" : ACTION_TITLES[action];
  const ask = ({ plan: asked, error: fault, start, note }: AskedPlan) => {
    // Nobody but those who are left out is asked about, as a plan needs somebody.
    const rest = others.length > 0 ? asked : asked && { batches: [], skipped: [] };
    const plan = rest && { ...rest, skipped: [...rest.skipped, ...refusing] };
    const ids = plan?.batches.flatMap((batch) => batch.session_ids) ?? [];
    const agents = ids.length;
    // Who else is skipped is in the plan.
    const count = plan ? agents : others.length;
    const who = isOne ? nameOf(first) : count > 0 ? counted(count, "agent") : null;
    const rollOut = who === null ? "Roll out" : `Roll out to ${who}`;
    const command = who === null ? verb : `${verb} ${who}?`;
    const title = isOne || props.action ? command : rollOut;
    const byHand = new Set(ids.filter(isByHand));
    const only = (id: string) => {
      if (byHand.has(id)) return " (update only)";
      return isUpdate && installed.has(id) && !isByHand(id) ? " (restart only)" : "";
    };
    const run = () =>
      attempt(async () => {
        const { id } = await start();
        await navigate(href.rollout(id), { replace: props.isPage ?? false });
      });
    return (
      <Dialog
        onClose={onClose}
        // What was typed goes by Cancel alone.
        dismissible={values === untouched}
        closesOnBack={!props.isPage}
        width="lg"
        title={title}
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant={action === "stop" ? "danger-fill" : "primary"}
              busy={busy}
              disabledReason={whyNot(plan === undefined, agents, isFaulty)}
              onClick={() => void run()}
            >
              {agents === 0 ? verb : `${verb} ${counted(agents, "agent")}`}
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
        {isOne ? null : <RolloutFields values={values} onChange={change} />}
        {isOne && agents === 1 && isUpdate ? (
          <Steps session={sessionOf(ids[0] ?? "")} isInstalled={installed.has(ids[0] ?? "")} />
        ) : null}
        {error !== null ? <ErrorNote error={error} tried="start the rollout" /> : null}
        {fault ? (
          <ErrorNote error={fault} tried="plan the rollout" />
        ) : plan ? (
          <>
            {action === "stop" && agents > 0 ? <p>{stopWords(agents)}</p> : null}
            {byHand.size > 0 ? (
              <p className="wrap-anywhere">
                {isOne
                  ? "It can’t be restarted from here."
                  : `${byHand.size} can’t be restarted from here: ${[...byHand].map(nameOf).join("; ")}.`}{" "}
                After the update, start {plural(byHand.size, "it", "them")} again on{" "}
                {plural(byHand.size, "its host", "their hosts")}. We keep watching until{" "}
                {plural(byHand.size, "it runs", "they run")} the new version.
              </p>
            ) : null}
            <RolloutPlanView
              plan={plan}
              action={action}
              nameOf={(id) => `${nameOf(id)}${only(id)}`}
              hasCanary={body.canary !== 0}
            />
          </>
        ) : (
          <SkeletonRows label="Loading the plan" />
        )}
      </Dialog>
    );
  };
  const Plan = props.byService ? PlanOfService : PlanOfTab;
  return <Plan body={body}>{ask}</Plan>;
}

/** Why it can't be started now. */
function whyNot(isUnplanned: boolean, agents: number, isFaulty: boolean): string | undefined {
  if (isFaulty) return "Check the marked fields.";
  if (isUnplanned) return "There is no plan yet.";
  return agents === 0 ? "None of these agents can do this now." : undefined;
}

/** Which version an agent gets, and how. */
function Steps({ session, isInstalled }: { session: TunnelSession | undefined; isInstalled: boolean }) {
  const { data: sessions = [] } = useQuery(tunnelSessions.query);
  const published = usePublished();
  if (!session) return null;
  const { agent_version: version } = session;
  const target = updateTarget(version, newestKnown(sessions, published));
  return (
    <div>
      <p className="font-strong">
        {target === null
          ? `Runs ${versionText(version)}. No newer release is known.`
          : `${versionText(version)} → ${target}`}
      </p>
      {refusal("restart", session) === null ? (
        <p className="text-content-muted">
          {isInstalled
            ? "Its update is installed. It restarts, and is checked to be online again."
            : "It updates, restarts as soon as it is ready, after 10 s or more, and is checked to be online again."}
        </p>
      ) : null}
    </div>
  );
}
