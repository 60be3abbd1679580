import type { UpdateReport } from "./agent-release.ts";

/** How long an agent may say that it is updating, in milliseconds: its download has 5 min. */
const UPDATING_MS = 360_000;

type UpdateProgress = { state: "updating" } | { state: "ready" | "failed"; detail: string };

/** What an agent's report says of an update that it accepted `waited` ms ago; one that says nothing is taken for ready. */
export function updateProgress(report: UpdateReport | null | undefined, waited: number): UpdateProgress {
  const { state, version, reason = "" } = report ?? {};
  if (state === "failed") return { state, detail: `The update to ${version} failed. ${reason}`.trim() };
  if (state === "updating")
    return waited < UPDATING_MS
      ? { state }
      : { state: "failed", detail: `Still updating to ${version} after ${UPDATING_MS / 1_000} s.` };
  return { state: "ready", detail: state === "updated" ? `Ready to run ${version}.` : "" };
}
