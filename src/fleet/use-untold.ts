import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { noUpdate } from "#contract/no-release.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { usePublished } from "./use-published.ts";

const NONE: readonly TunnelSession[] = [];

/** Why an update of a session would change nothing, as a sentence; null where it may, or nobody knows. */
export function useUntold(): (session: TunnelSession) => string | null {
  const { data: all = NONE } = useQuery(tunnelSessions.query);
  const published = usePublished();
  const versions = useMemo(() => [...new Set(all.map((one) => one.agent_version))], [all]);
  return ({ agent_version: version }) => noUpdate(version, versions, published);
}
