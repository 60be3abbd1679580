import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { ApiError } from "#api/errors.ts";
import type { Published } from "#contract/outdated.ts";
import { type Planned, planRollout } from "#contract/rollouts/plan.ts";
import { RolloutCreate } from "#contract/rollouts/rollout.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import type { Served } from "../blast-radius.ts";
import { usePublished } from "../use-published.ts";
import { useServed } from "../use-served.ts";
import type { PlanProps } from "./plan-of-service.tsx";
import { onlineOf } from "./tab-place.ts";
import { servedKeys } from "./tab-served.ts";
import { createTabRollout } from "./tab-rollouts.ts";
import { canRunHere } from "./tab-store.ts";

const WHY = "This service doesn’t run rollouts, so this tab runs it. Keep the tab open.";
const CANT = "This service doesn’t run rollouts. To run one in this tab, open the console over HTTPS.";

/** Planned and run by this tab, from what the service lists. */
export function PlanOfTab({ body, children }: PlanProps) {
  const client = useQueryClient();
  const { served, error } = useServed();
  const sessions = useQuery(tunnelSessions.query);
  const published = usePublished();
  const planned = useMemo(
    () => (served && sessions.data ? plannedOf(body, sessions.data, served, published) : undefined),
    [body, sessions.data, served, published],
  );
  const isRefused = planned instanceof ApiError;
  return children({
    plan: isRefused || !canRunHere() ? undefined : planned?.plan,
    error: isRefused ? planned : (error ?? sessions.error),
    start: () => (!planned || isRefused ? Promise.reject(planned) : createTabRollout(client, planned)),
    note: canRunHere() ? WHY : CANT,
  });
}

/** The plan, or what is wrong with what was entered. */
function plannedOf(
  body: RolloutCreate,
  sessions: readonly TunnelSession[],
  served: Served,
  published: Published,
): Planned | ApiError {
  const { success, error } = RolloutCreate.safeParse(body);
  if (!success) {
    const [first] = error.issues;
    const msg = `${first?.path.join(".")} ${first?.message}.`;
    return new ApiError({ kind: "http", method: "POST", path: "/rollouts", status: 400, msg });
  }
  const all = new Set(sessions.map(({ id }) => id));
  const planned = planRollout(body, sessions.map(onlineOf), servedKeys(served, all), published);
  const watched = served.endpoints.find(({ id }) => id === body.halt_endpoint_id);
  return { ...planned, asked: { ...planned.asked, halt_url: watched?.public_url ?? null } };
}
