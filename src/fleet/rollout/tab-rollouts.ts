import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "#api/errors.ts";
import { randomId } from "#api/random-id.ts";
import { act, newRollout } from "#contract/rollouts/machine.ts";
import type { Planned } from "#contract/rollouts/plan.ts";
import { KEPT_DAYS, type Rollout, type RolloutAct, type RolloutSummary } from "#contract/rollouts/rollout.ts";
import { agentsWire, countsOf, summaryWire } from "#contract/rollouts/wire.ts";
import type { AgentProgress } from "#contract/rollouts/state.ts";
import { timestamp } from "#contract/timestamp.ts";
import { changeRollout, isOpen, keepRollout, keptRollouts, type TabRollout } from "./tab-store.ts";
import { placeOf } from "./tab-place.ts";
import { runTabRollouts } from "./tab-runner.ts";

const PREFIX = "tab_";
const DAY_MS = 86_400_000;
/** Loaded when something is started. */
const apart = () => import("./tab-overlap.ts").then(({ startApart }) => startApart);
const isWaiting = ({ state }: AgentProgress): boolean => state === "waiting";

/** Whether a rollout is one that this browser keeps. */
export const isOfTab = (id: string): boolean => id.startsWith(PREFIX);

function summaryOf({ id, created_at, who, asked, state }: TabRollout): RolloutSummary {
  return summaryWire({ id, uri: "", created_at, owner_id: who ?? "" }, asked, state, countsOf(state));
}

const wire = (kept: TabRollout): Rollout => ({
  ...summaryOf(kept),
  plan: kept.plan,
  agents: agentsWire(kept.sessions, kept.state),
});

/** Those that this browser keeps of the service, newest first. */
export async function tabRollouts(client: QueryClient): Promise<RolloutSummary[]> {
  const place = await placeOf(client);
  return place ? (await keptRollouts(place)).map(summaryOf) : [];
}

const unknown = (id: string) =>
  new ApiError({
    kind: "http",
    method: "GET",
    path: `/rollouts/${id}`,
    status: 404,
    msg: "This browser has no such rollout.",
  });

/** One of them. @throws ApiError 404 */
export async function tabRollout(client: QueryClient, id: string): Promise<Rollout> {
  const place = await placeOf(client);
  const found = place && (await keptRollouts(place)).find((one) => one.id === id);
  if (!found) throw unknown(id);
  return wire(found);
}

/** Starts a rollout that this tab runs. */
export async function createTabRollout(client: QueryClient, planned: Planned): Promise<Rollout> {
  const place = await placeOf(client);
  if (!place) throw unknown("new");
  const { asked, plan, sessions, agents } = planned;
  const now = Date.now();
  const rollout: TabRollout = {
    ...place,
    id: `${PREFIX}${randomId()}`,
    revision: 0,
    created_at: timestamp(new Date(now)),
    asked,
    plan,
    sessions,
    state: newRollout(asked, agents),
    told: agents.map(() => null),
    known: agents.map(({ session_id }) => session_id),
  };
  await (
    await apart()
  )(client, place, { agents }, () => keepRollout(rollout, now - KEPT_DAYS * DAY_MS));
  runTabRollouts(client, { tell: true });
  return wire(rollout);
}

/** Pauses, resumes, halts or retries one, whichever tab runs it. */
export async function actOnTabRollout(client: QueryClient, id: string, asked: RolloutAct): Promise<Rollout> {
  const change = () => changeRollout(id, (now) => ({ ...now, state: act(now.state, asked, Date.now()) }));
  const place = await placeOf(client);
  const before = place && (await keptRollouts(place)).find((one) => one.id === id);
  const next = before && act(before.state, asked, Date.now());
  // One that had ended begins anew.
  const agents = before && !isOpen(before) && next?.ended_at === null ? next.agents.filter(isWaiting) : [];
  const kept =
    place && agents.length > 0
      ? await (
          await apart()
        )(client, place, { agents, own: id }, change)
      : await change();
  if (!kept) throw unknown(id);
  runTabRollouts(client, { tell: true });
  return wire(kept);
}
