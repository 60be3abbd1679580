import type { Rollout } from "#contract/rollouts/rollout.ts";
import { counted } from "#ui/format.ts";
import type { FleetAction } from "./action.ts";
import { isSentHere } from "./sent-here.ts";

/** For how long each of the last restarts of an agent kept it offline, in seconds, newest first; empty = none was seen. */
export type Blinks = readonly number[];

/** So many restarts say what to expect of the next one. */
const COUNTED = 3;

/**
 * The last restarts of one agent that ended online, from the commands of this visit and the rollouts of the service.
 * `lineage` = the ids of its sessions, as far as they are known.
 */
export function blinksOf(
  lineage: readonly string[],
  actions: readonly FleetAction[],
  rollouts: readonly Rollout[],
): Blinks {
  const own = new Set(lineage);
  // What somebody had to start is no measure of what starts by itself.
  const isLate = ({ log }: FleetAction) => log.some(({ event }) => event === "overdue");
  const told = actions.flatMap((action) => {
    const { kind, state, sentAt, sessionId } = action;
    return kind === "restart" &&
      state.phase === "verified" &&
      own.has(sessionId) &&
      !isLate(action) &&
      isSentHere(action)
      ? [{ at: sentAt, seconds: state.seconds }]
      : [];
  });
  const rolled = rollouts.flatMap(({ agents }) =>
    agents
      .filter(({ session, session_id }) => own.has(session_id) || own.has(session.id))
      .flatMap(({ steps }) => steps.flatMap((step, i) => blinkOf(step, steps[i + 1]))),
  );
  const newest = [...told, ...rolled].toSorted((a, b) => b.at - a.at);
  return newest.slice(0, COUNTED).map(({ seconds }) => seconds);
}

type Step = Rollout["agents"][number]["steps"][number];

function blinkOf(step: Step, next: Step | undefined): { at: number; seconds: number }[] {
  if (step.kind !== "restart" || next?.kind !== "return" || next.result !== "done" || next.ended_at === null)
    return [];
  const at = Date.parse(step.started_at);
  return [{ at, seconds: Math.round((Date.parse(next.ended_at) - at) / 1_000) }];
}

const middle = (blinks: Blinks): number =>
  blinks.toSorted((a, b) => a - b)[Math.floor(blinks.length / 2)] ?? 0;

/** How long agents that restart are expected to be offline, and what that is taken from. */
export function expectedBlink(all: readonly Blinks[]): { length: string | null; source: string } {
  const seen = all.filter((blinks) => blinks.length > 0);
  if (seen.length === 0) return { length: null, source: "No recent restart to estimate the time from." };
  // What takes less than a second is not told as nothing.
  const lengths = seen.map((blinks) => Math.max(1, middle(blinks)));
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  const restarts = seen.reduce((sum, blinks) => sum + blinks.length, 0);
  const unseen = all.length - seen.length;
  const of = all.length === 1 ? "" : ` of ${counted(seen.length, "agent")}`;
  return {
    length: least === most ? `about ${most} s` : `about ${least} to ${most} s`,
    source: [
      `As in ${all.length === 1 ? "its" : "the"} last ${restarts === 1 ? "restart" : `${restarts} restarts`}${of}.`,
      ...(unseen > 0 ? [`Unknown for ${counted(unseen, "agent")}.`] : []),
    ].join(" "),
  };
}
