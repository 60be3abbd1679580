import type { QueryClient } from "@tanstack/react-query";
import { absoluteBase, getConnection } from "#api/connection.ts";
import type { OnlineSession } from "#contract/rollouts/reading.ts";
import type { PlannedSession } from "#contract/rollouts/rollout.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { whoami } from "#resources/whoami.ts";
import type { Place } from "./tab-store.ts";

/** Why nothing goes on without the service. */
export const OFFLINE = "No connection to the service.";

/** Where anybody signs in to the service of this tab; null when nobody is. */
export function placeOfAnybody(): Place | null {
  const base = getConnection()?.baseUrl;
  return base === undefined ? null : { base: absoluteBase(base), who: null };
}

/** Where this tab is signed in; null when it is not. */
export async function placeOf(client: QueryClient): Promise<Place | null> {
  const place = placeOfAnybody();
  if (!place) return null;
  const who = await client.ensureQueryData(whoami);
  return { ...place, who: who?.principal.id ?? null };
}

/** A session as rollouts look at it. No service of the family says which session it was before. */
export function onlineOf(session: TunnelSession): PlannedSession & OnlineSession {
  const { id, agent_version, credential, ip, metadata, os, region, started_at, transport } = session;
  return {
    id,
    ip,
    os,
    region,
    started_at,
    transport,
    succeeds: null,
    agent_version: agent_version ?? null,
    credential_id: credential?.id ?? "",
    metadata: metadata ?? "",
  };
}
