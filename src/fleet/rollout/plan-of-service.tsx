import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Rollout, RolloutCreate, RolloutPlan } from "#contract/rollouts/rollout.ts";
import { createRollout, rolloutPlan } from "./rollouts.ts";

/** The plan of a rollout, as soon as it is known, and how to start it. */
export type AskedPlan = {
  plan: RolloutPlan | undefined;
  error: unknown;
  start: () => Promise<Rollout>;
  /** What to know before it starts. */
  note: string | null;
};

export type PlanProps = { body: RolloutCreate; children: (asked: AskedPlan) => ReactNode };

/** Planned and run by the service. */
export function PlanOfService({ body, children }: PlanProps) {
  const plan = useQuery({ ...rolloutPlan(body), placeholderData: (before) => before });
  return children({ plan: plan.data, error: plan.error, start: () => createRollout(body), note: null });
}
