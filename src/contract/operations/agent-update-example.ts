import { UPDATE_REFUSALS } from "../update-refusals.ts";

const release = {
  version: "3.19.0",
  size: 231_402,
  sha256: "9f2c".repeat(16),
  notes: "Reconnects faster after sleep.",
};

/** What a service publishes. */
export const agentReleases = (base: string, session: string) => ({
  uri: `${base}/agent_releases`,
  agent_releases: [release],
  updates: [
    {
      session: { id: session, uri: `${base}/tunnel_sessions/${session}` },
      state: "updated",
      version: release.version,
    },
  ],
  refusals: [
    {
      session: { id: session, uri: `${base}/tunnel_sessions/${session}` },
      error_code: UPDATE_REFUSALS.disabled,
      refused_at: "2026-11-29T12:00:00Z",
    },
  ],
});

/** An update whose first try failed. */
export const agentUpdate = (session: string) => ({
  uri: `${session}/update`,
  release,
  last: { state: "failed", version: "3.18.2", reason: "The disk is full." },
});
