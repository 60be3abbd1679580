// Cause: an update whose answer was lost in a reload said "watching…" without end, and the restart was offered 10 s after an
// update that its agent was still downloading. Law: every action ends in an outcome, and an agent that says how its update
// goes is restarted once it is ready.
import { expect, it } from "vitest";
import type { UpdateReport } from "#contract/agent-release.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { answered, awaitsRestart, type FleetAction } from "./action.ts";
import { saidText, stateWords } from "./action-text.ts";
import { busyReason } from "./commands.ts";
import { restored } from "./ledger.ts";
import { observe } from "./observe.ts";
import { reportText } from "./report.ts";
import { startAction } from "./start-action.ts";
import { withUpdateReport } from "./update-reports.ts";

const T0 = Date.parse("2026-11-23T09:00:00Z");
const session: TunnelSession = {
  id: "ts_1",
  uri: "",
  agent_version: "1.0.0",
  ip: "203.0.113.15",
  os: "linux",
  region: "eu",
  started_at: "2026-11-22T14:00:00Z",
  transport: "service/2",
};
const sent = startAction({ id: "1", kind: "update", session, sessions: [session], urls: [], at: T0 });
const accepted = answered(sent, { outcome: "accepted" }, T0);
const [lost] = restored(JSON.parse(JSON.stringify([sent])));
const at = (seconds: number) => T0 + seconds * 1_000;
const words = (action: FleetAction, seconds: number) => saidText(stateWords(action, at(seconds)));

type Report = Pick<UpdateReport, "state" | "reason"> | null;
/** The action as it is once its agent has said these things, each so many seconds after the command. */
function told(action: FleetAction, reports: readonly (readonly [seconds: number, Report])[]): FleetAction {
  let all: readonly FleetAction[] = [action];
  for (const [seconds, report] of reports)
    all = withUpdateReport(all, "ts_1", report && { version: "1.1.0", ...report }, at(seconds));
  return all[0]!;
}

it("an update whose answer was lost ends after 60 s, and may be sent again", () => {
  const seen = (seconds: number) => observe([lost!], { at: at(seconds), sessions: [session] })[0]!;
  expect(seen(59).state.phase).toBe("unsure");
  const over = seen(60);
  expect(words(over, 99)).toBe("No answer: It may be updated. You can safely update again.");
  expect(reportText(over, "ams-01")).toContain("No answer within 60 s. It may be updated.");
  expect(busyReason("update", [over], at(60))).toBeNull();
  expect(observe([over], { at: at(90), sessions: [session] })).toEqual([over]);
  expect(restored(JSON.parse(JSON.stringify([over])))).toEqual([over]);
});

it.each([
  ["updating", 3],
  ["updated", 3],
  ["updated", 80],
] as const)("one whose agent says %s after %d s was accepted", (state, seconds) => {
  const [seen] = observe([lost!], { at: at(seconds), sessions: [session] });
  const found = told(seen!, [[seconds, { state }]]);
  expect(found.state.phase).toBe("waiting");
  expect(awaitsRestart(found)).toBe(state === "updated");
  // What it says of another one proves nothing.
  expect(told(seen!, [[seconds, { state: "failed" }]])).toBe(seen);
});

it.each<[string, [number, Report][], number, string, string | null]>([
  ["nothing", [[12, null]], 12, "Ready to restart", null],
  ["updated at once", [[1, { state: "updated" }]], 4, "Ready to restart in 6 s", "Ready to restart in 6 s."],
  ["updating", [[1, { state: "updating" }]], 40, "Updating…", "Update is running."],
  [
    "updated later",
    [
      [1, { state: "updating" }],
      [42, { state: "updated" }],
    ],
    43,
    "Ready to restart",
    null,
  ],
  // It may be what it said of the update before.
  ["failed, too soon", [[2, { state: "failed" }]], 4, "Updating…", "Ready to restart in 6 s."],
  [
    "failed",
    [
      [1, { state: "updating" }],
      [12, { state: "failed", reason: "The disk of /opt is full." }],
    ],
    13,
    "Update failed: The update to 1.1.0 failed. The disk of /opt is full.",
    null,
  ],
  [
    "updating for 6 min",
    [[360, { state: "updating" }]],
    361,
    "Update failed: Still updating to 1.1.0 after 360 s.",
    null,
  ],
])("one whose agent says %s", (_, reports, seconds, text, busy) => {
  const action = told(accepted, reports);
  expect(words(action, seconds)).toBe(text);
  expect(busyReason("restart", [action], at(seconds))).toBe(busy);
  expect(busyReason("stop", [action], at(seconds))).toBeNull();
  expect(restored(JSON.parse(JSON.stringify([action])))).toEqual([action]);
});

// Cause: in the seconds before its first word of how an update goes, an agent on Windows was "Restart by hand: Update installed", so
// that one could stop it in the middle of its update. Law: what is said to be done was seen or told.
it("no agent is told to be updated before it says so, or its time is over", () => {
  const windows = { ...accepted, session: { ...session, os: "windows" } };
  for (const action of [windows, told(windows, [[1, null]])]) {
    expect(words(action, 2)).toBe("Updating…");
    expect(busyReason("update", [action], at(2))).toBe("Update is running.");
  }
  expect(words(told(windows, [[1, { state: "updated" }]]), 2)).toMatch(/^Restart by hand: /);
  expect(words(windows, 10)).toMatch(/^Restart by hand: /);
});
