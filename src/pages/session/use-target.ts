import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { newestByMajor, updateTarget } from "#contract/outdated.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { agentUpdate } from "#resources/agent-update.ts";

/** What it could update to: what the service would install, where it says so. */
export function useTarget(
  session: TunnelSession | undefined,
  sessions: readonly TunnelSession[],
  online: boolean,
): string | null {
  const { data } = useQuery({ ...agentUpdate(session?.id ?? ""), enabled: online && session !== undefined });
  const known = useMemo(() => {
    if (!session) return null;
    return updateTarget(session.agent_version, newestByMajor(sessions.map((one) => one.agent_version)));
  }, [session, sessions]);
  return data?.release?.version ?? known;
}
