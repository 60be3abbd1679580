import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { noRelease, noUpdate } from "#contract/no-release.ts";
import { newestKnown, updateTarget } from "#contract/outdated.ts";
import { published } from "#fleet/use-published.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { agentUpdate } from "#resources/agent-update.ts";
import { settle } from "#ui/settled.ts";

type Target = {
  /** What it could update to: what the service would install, where it says so. */
  target: string | null;
  /** Why nobody can tell whether it is outdated, in words. */
  untold: string | null;
  /** Why an update would change nothing, as a sentence. */
  none: string | null;
};

/** The release that an agent could update to. */
export function useTarget(
  session: TunnelSession | undefined,
  sessions: readonly TunnelSession[],
  online: boolean,
): Target {
  const { data } = useQuery({ ...agentUpdate(session?.id ?? ""), enabled: online && session !== undefined });
  const { data: releases, isPending } = useQuery(published);
  useEffect(settle, []);
  const known = useMemo((): Target => {
    const version = session?.agent_version;
    const others = sessions.map((one) => one.agent_version);
    return {
      target: updateTarget(version, newestKnown(sessions, releases)),
      untold: noRelease(version, others, releases),
      none: noUpdate(version, others, releases),
    };
  }, [session, sessions, releases]);
  const target = data?.release?.version ?? known.target;
  if (target !== null) return { target, untold: null, none: null };
  const checking = "Checking for releases";
  return isPending ? { target, untold: checking, none: `${checking}.` } : known;
}
