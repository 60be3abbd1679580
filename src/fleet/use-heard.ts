import { useQuery } from "@tanstack/react-query";
import type { UpdateReport } from "#contract/agent-release.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { compareVersions } from "#contract/version.ts";
import { agentUpdate } from "#resources/agent-update.ts";
import type { FleetAction } from "./action.ts";
import { startAction } from "./start-action.ts";

/** The same with an update that its agent says is under way, whoever sent it: as one that was sent long ago. */
export function withHeard(
  told: readonly FleetAction[],
  session: TunnelSession,
  { state, version }: Partial<UpdateReport>,
): readonly FleetAction[] {
  if (state !== "updating" && state !== "updated") return told;
  if (told.some((one) => one.kind === "update" && one.state.phase === "waiting")) return told;
  if (compareVersions(version ?? "", session.agent_version ?? "") <= 0) return told;
  const sent = startAction({ id: "heard", kind: "update", session, sessions: [], urls: [], at: 0 });
  return [{ ...sent, says: state, state: { phase: "waiting" } }, ...told];
}

/** What was sent to a session that is online, from here or from elsewhere. */
export function useHeard(
  session: TunnelSession | undefined,
  told: readonly FleetAction[],
): readonly FleetAction[] {
  const { data } = useQuery({ ...agentUpdate(session?.id ?? ""), enabled: session !== undefined });
  return session && data?.last ? withHeard(told, session, data.last) : told;
}
