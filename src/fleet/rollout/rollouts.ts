import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { request } from "#api/client.ts";
import { isAbsent } from "#api/errors.ts";
import {
  Rollout,
  type RolloutAct,
  type RolloutCreate,
  RolloutList,
  RolloutPlan,
  type RolloutSummary,
} from "#contract/rollouts/rollout.ts";
import { actOnTabRollout, isOfTab, tabRollout, tabRollouts } from "./tab-rollouts.ts";
import { canRunHere } from "./tab-store.ts";

const PATH = "/rollouts";
const KEY = "rollouts";

const listed = async (signal: AbortSignal): Promise<RolloutSummary[]> =>
  (await request({ method: "GET", path: PATH, answer: RolloutList, signal })).rollouts;

/** The newest rollouts, 100 of the service at most, with those that this browser keeps. */
export const rolloutList = queryOptions({
  queryKey: [KEY],
  queryFn: async ({ client, signal }) => {
    if (!canRunHere()) return listed(signal);
    const own = await tabRollouts(client);
    const all = await listed(signal).catch((error: unknown) => {
      if (isAbsent(error)) return [];
      throw error;
    });
    return [...own, ...all].toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
  },
});

/** Whether the service runs rollouts; where it does not, a tab can (docs/decisions/fleet/rollouts.md). */
export const serviceRuns = queryOptions({
  queryKey: [KEY, "by service"],
  staleTime: Infinity,
  queryFn: async ({ signal }) => {
    try {
      await listed(signal);
      return true;
    } catch (error) {
      if (isAbsent(error)) return false;
      throw error;
    }
  },
});

/** One with its plan and what came of each agent. */
export const rolloutQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, id],
    queryFn: ({ client, signal }) =>
      isOfTab(id)
        ? tabRollout(client, id)
        : request({ method: "GET", path: `${PATH}/${encodeURIComponent(id)}`, answer: Rollout, signal }),
  });

/** An agent that a rollout which has not ended is at, or has still to do. */
export type Held = { rollout: Rollout; agent: Rollout["agents"][number] };

const isHeld = (status: Rollout["status"], { state }: Held["agent"]) =>
  state === "running" || (state === "waiting" && status !== "halted");

/** The agents that rollouts have still to do, those of the newest first. */
export const heldQuery = queryOptions({
  queryKey: [KEY, "held"],
  queryFn: async ({ client }): Promise<Held[]> => {
    const all = await client.fetchQuery(rolloutList);
    const open = all.filter(({ ended_at: ended }) => ended === null);
    const read = await Promise.all(open.map(({ id }) => client.fetchQuery(rolloutQuery(id))));
    return read.flatMap((rollout) =>
      rollout.agents.flatMap((agent) => (isHeld(rollout.status, agent) ? { rollout, agent } : [])),
    );
  },
  retry: false,
});

/** So many of the newest say how long restarts take. */
const RECENT = 3;

/** The newest rollouts that restarted agents, for how long that took; fails where the service has none. */
export const restartingRollouts = queryOptions({
  queryKey: [KEY, "restarting"],
  queryFn: async ({ client, signal }) => {
    const all = await listed(signal);
    const recent = all.filter(({ action }) => action !== "stop").slice(0, RECENT);
    return Promise.all(recent.map(({ id }) => client.fetchQuery({ ...rolloutQuery(id), staleTime: 30_000 })));
  },
  staleTime: 10_000,
  retry: false,
});

/** What a rollout of the service would do. */
export const rolloutPlan = (body: RolloutCreate) =>
  queryOptions({
    queryKey: [KEY, "plan", body],
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      request({ method: "POST", path: "/rollout_previews", body, answer: RolloutPlan, signal }),
  });

/** Starts one that the service runs. */
export const createRollout = (body: RolloutCreate): Promise<Rollout> =>
  request({ method: "POST", path: PATH, body, answer: Rollout });

/** Pauses, resumes, halts or retries one. */
export const actOnRollout = (client: QueryClient, id: string, act: RolloutAct): Promise<Rollout> =>
  isOfTab(id)
    ? actOnTabRollout(client, id, act)
    : request({ method: "PATCH", path: `${PATH}/${encodeURIComponent(id)}`, body: { act }, answer: Rollout });
