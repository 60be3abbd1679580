import { compareVersions } from "../version.ts";
import { type AgentProgress, type Reading, sessionNow } from "./state.ts";
import { ended, lasted, opened, openStep, versionOf } from "./steps.ts";

/** Ends an updated agent that only its host can start: from now on it is watched. */
export const leftToHost = (agent: AgentProgress, at: number): AgentProgress =>
  opened(
    ended(agent, "by_hand", at, "Updated. Start it again on its host to run the new version."),
    "start",
    at,
  );

/** What a complete reading says of an agent that its host must start: however long that takes, nothing else ends it. */
export function awaited(before: AgentProgress, reading: Reading, at: number): AgentProgress {
  // Rollouts of before have no step for it.
  const agent = openStep(before) ? before : opened(before, "start", before.steps.at(-1)?.ended ?? at);
  const { at: since, session_id: told } = openStep(agent) ?? { at, session_id: "" };
  const id = sessionNow(agent.session_id, reading);
  if (!reading.online.has(id)) return agent;
  const version = reading.online.get(id) ?? null;
  const from = agent.from ?? "";
  const now =
    id === agent.session_id && version === agent.version ? agent : { ...agent, session_id: id, version };
  // It may have been updated further meanwhile.
  if (compareVersions(version ?? "", agent.target ?? from) >= (agent.target === undefined ? 1 : 0)) {
    const detail = `Started on its host after ${lasted(at - since)}, ${versionOf(agent.from)} → ${versionOf(version)}.`;
    return ended(now, "succeeded", at, detail);
  }
  if (compareVersions(version ?? "", from) > 0)
    return ended(
      now,
      "failed",
      at,
      `Started on its host. Runs ${versionOf(version)} instead of ${agent.target}.`,
    );
  const report = id === told ? undefined : reading.updateOf?.(id);
  if (report?.state === "rolled_back")
    return ended(now, "failed", at, `${report.version} was rolled back. ${report.reason ?? ""}`.trim());
  return now;
}
