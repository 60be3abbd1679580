import type { RolloutSettings, RolloutState } from "./state.ts";

/** What an endpoint answered. */
export type Watched = { requests: number; errors: number };

/** How far back errors count, in milliseconds, and of how many requests on. */
const WATCHED_MS = 60_000;
const WATCHED_REQUESTS = 5;

/** From when on the errors of its endpoint count. */
export const watchedSince = ({ errors_from: from }: RolloutState, at: number): number =>
  Math.max(at - WATCHED_MS, from);

/** Whether so many of its requests failed that the rollout must halt. */
export function hasErrors(
  { halt_error_percent: percent }: RolloutSettings,
  watched: Watched | undefined,
): boolean {
  if (percent === null || !watched || watched.requests < WATCHED_REQUESTS) return false;
  return watched.errors * 100 >= percent * watched.requests;
}

/** Whether errors may halt it and nobody knows them: nothing new starts. */
export const isBlind = (
  { halt_error_percent: percent }: RolloutSettings,
  watched: Watched | undefined,
): boolean => percent !== null && watched === undefined;
