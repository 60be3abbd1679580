import { queryOptions } from "@tanstack/react-query";
import { request } from "#api/client.ts";
import {
  Rollout,
  type RolloutAct,
  type RolloutCreate,
  RolloutList,
  RolloutPlan,
} from "#contract/rollouts/rollout.ts";

const PATH = "/rollouts";
const KEY = "rollouts";

/** The newest rollouts, 100 at most. */
export const rolloutList = queryOptions({
  queryKey: [KEY],
  queryFn: async ({ signal }) =>
    (await request({ method: "GET", path: PATH, answer: RolloutList, signal })).rollouts,
});

/** One with its plan and what came of each agent. */
export const rolloutQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, id],
    queryFn: ({ signal }) =>
      request({ method: "GET", path: `${PATH}/${encodeURIComponent(id)}`, answer: Rollout, signal }),
  });

/** What a rollout would do. */
export const rolloutPlan = (body: RolloutCreate) =>
  queryOptions({
    queryKey: [KEY, "plan", body],
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      request({ method: "POST", path: "/rollout_previews", body, answer: RolloutPlan, signal }),
  });

/** Starts it. */
export const createRollout = (body: RolloutCreate): Promise<Rollout> =>
  request({ method: "POST", path: PATH, body, answer: Rollout });

export const actOnRollout = (id: string, act: RolloutAct): Promise<Rollout> =>
  request({ method: "PATCH", path: `${PATH}/${encodeURIComponent(id)}`, body: { act }, answer: Rollout });
