// Cause: an update whose agent was stopped or restarted by hand was told as a reconnection of its own, with other seconds, and
// offered a second restart. Law: outcomes never contradict each other, and one fact is said once.
import { describe, expect, it } from "vitest";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { answered, awaitsRestart, type FleetAction } from "./action.ts";
import { leftWords, stateWords } from "./action-text.ts";
import { runbook } from "./commands.ts";
import type { Departure } from "./departures.ts";
import { howLeft } from "./how-left.ts";
import { awayWords, comesBackBy } from "./lost-sessions.ts";
import { isUrgent, observe } from "./observe.ts";
import { reportOf, reportText } from "./report.ts";
import { startAction, withAnswer, withEnds } from "./start-action.ts";

const T0 = Date.parse("2026-11-22T09:00:00Z");
const MIN = 60_000;
const session: TunnelSession = {
  id: "ts_old",
  uri: "",
  agent_version: "3.17.4",
  ip: "203.0.113.15",
  os: "windows",
  region: "eu",
  started_at: "2026-11-20T14:00:00Z",
  transport: "service/2",
};
const back = (at: number): TunnelSession => ({
  ...session,
  id: "ts_new",
  agent_version: "3.18.2",
  started_at: new Date(at).toISOString(),
});

const sent = (kind: AgentCommand, at: number) =>
  startAction({ id: kind, kind, session, sessions: [session], urls: [], at });
const updated = answered(sent("update", T0), { outcome: "accepted" }, T0 + 100);
/** An update, and a minute later another command that the agent accepted. */
const then = (kind: "restart" | "stop") =>
  withAnswer([updated, sent(kind, T0 + MIN)], kind, { outcome: "accepted" }, T0 + MIN + 50);
const words = (action: FleetAction | undefined, at: number) => action && stateWords(action, at);

describe("an update whose agent was stopped", () => {
  it("waits for its start by hand, however long that takes", () => {
    const [gone] = observe(then("stop"), { at: T0 + MIN + 2000, sessions: [] });
    const [later] = observe([gone!, ...then("stop").slice(1)], { at: T0 + 60 * MIN, sessions: [] });
    for (const one of [gone, later]) {
      expect(words(one, T0 + 60 * MIN)).toEqual({
        tone: "off",
        text: "Update installed, agent offline",
        detail: "Start it on its host to finish the update.",
      });
      expect(isUrgent(one!, T0 + 60 * MIN)).toBe(false);
    }
    const [done] = observe([gone!], { at: T0 + 70 * MIN, sessions: [back(T0 + 69 * MIN)] });
    expect(words(done, T0 + 70 * MIN)?.text).toBe("Updated");
  });
});

// Cause: an agent that can't restart itself was updated, then stopped on its host: it was called restarted, awaited with a
// spinner and then overdue. Law: what is said to have happened was seen or told, and what comes next is said.
describe("an update whose agent left without a command, and can't restart itself", () => {
  const departure = { session, seenAt: T0, leftAt: T0 + MIN };
  const [gone] = observe([updated], { at: T0 + MIN, sessions: [] });

  it("is offline, not restarted, and says to start it, however long that takes", () => {
    const [later] = observe([gone!], { at: T0 + 60 * MIN, sessions: [] });
    for (const one of [gone!, later!]) {
      expect(howLeft(departure, [one])).toBe("lost");
      expect(leftWords(departure, [one]).text).toMatch(/^Offline since /);
      expect(comesBackBy(departure, [one])).toBe("Update installed. Start it on its host.");
      expect(words(one, T0 + 60 * MIN)).toMatchObject({
        tone: "off",
        detail: "Start it on its host to finish the update.",
      });
      expect(isUrgent(one, T0 + 60 * MIN)).toBe(false);
    }
    const [done] = observe([later!], { at: T0 + 70 * MIN, sessions: [back(T0 + 69 * MIN)] });
    expect(words(done, T0 + 70 * MIN)?.text).toBe("Updated");
  });

  // Cause: it was "Restarted at 1:22 AM" when it had been stopped elsewhere, or killed.
  it("of one that can restart itself, a restart told elsewhere is awaited, and not said to have been", () => {
    const linux = { ...updated, session: { ...session, os: "linux" } };
    const [away] = observe([linux], { at: T0 + MIN, sessions: [] });
    expect(howLeft(departure, [away!])).toBe("lost");
    expect(words(away, T0 + MIN + 2000)?.text).toBe("Reconnecting… 2 s");
  });
});

// Cause: an update that got no clear answer made its agent, which somebody had stopped, "Restarted". Law: what is said to have
// happened was seen or told.
it("of an update without a clear answer, nobody knows what ended the session", () => {
  const linux = { ...session, os: "linux" };
  const started = startAction({
    id: "u",
    kind: "update",
    session: linux,
    sessions: [linux],
    urls: [],
    at: T0,
  });
  const unsure = answered(started, { outcome: "unsure", error: { msg: "Timeout", status: 504 } }, T0 + 100);
  const departure = { session: linux, seenAt: T0, leftAt: T0 + 2000 };
  for (const seconds of [2, 90]) {
    const gone = observe([unsure], { at: T0 + seconds * 1000, sessions: [] });
    expect(howLeft(departure, gone)).toBe("lost");
  }
});

it("of an update and a stop, the stop ended the session, whichever order they are in", () => {
  const departure = { session, seenAt: T0, leftAt: T0 };
  const gone = observe(then("stop"), { at: T0 + MIN + 2000, sessions: [] });
  expect(howLeft(departure, gone)).toBe("stopped");
  expect(howLeft(departure, gone.toReversed())).toBe("stopped");
  expect(howLeft(departure, [])).toBe("lost");
});

describe("an update whose agent was restarted", () => {
  it("offers no second restart while the first is under way, and leaves the seconds to it", () => {
    const [update] = then("restart");
    expect(awaitsRestart(update!)).toBe(false);
    expect(words(update, T0 + MIN + 1000)).toEqual({ tone: "run", text: "Restarting…" });
    const actions = observe(then("restart"), { at: T0 + MIN + 4000, sessions: [back(T0 + MIN + 3000)] });
    expect(reportOf(actions[0]!).map(({ text, detail }) => [text, detail])).toEqual([
      ["Update sent", undefined],
      ["Accepted", undefined],
      ["Updated with the restart", "Version 3.17.4 → 3.18.2."],
    ]);
  });

  it("waits again when the restart was refused or did nothing", () => {
    const error = { msg: "Not now.", status: 409 };
    const refused = withAnswer(
      [updated, sent("restart", T0 + MIN)],
      "restart",
      { outcome: "refused", error },
      T0 + MIN,
    );
    expect(awaitsRestart(refused[0]!)).toBe(true);
    const ignored = observe(then("restart"), { at: T0 + 3 * MIN, sessions: [session] });
    expect(ignored[1]?.state).toMatchObject({ phase: "overdue", reason: "still-online" });
    expect(awaitsRestart(ignored[0]!)).toBe(true);
    expect(withEnds(ignored)).toBe(ignored);
  });
});

// Cause: "Update and restart…" could be chosen while the agent restarted, and every other command was off. Law: one rule for all.
it("offers no update with its restart while another command runs, and again once only the restart is left", () => {
  const linux = { ...session, os: "linux" };
  expect(runbook(linux, null, [sent("restart", T0)]).disabledReason).toBe("Restart is running.");
  expect(runbook(linux, null, [updated]).disabledReason).toBeUndefined();
});

// Cause: "Not updated" gave no reason where one was known, and nothing to do. Law: errors say what happened, then what to do.
it("says that an agent restarted before its update was ready, and to update it again", () => {
  const same = { ...back(T0 + 6000), agent_version: session.agent_version };
  const endOf = (leftAt: number) => {
    const gone = observe([updated], { at: leftAt, sessions: [] });
    return reportOf(observe(gone, { at: leftAt + 4000, sessions: [same] })[0]!).at(-1)?.detail;
  };
  expect(endOf(T0 + 5000)).toBe(
    "Still version 3.17.4. It restarted before the update was ready. Update it again.",
  );
  expect(endOf(T0 + MIN)).toBe("Still version 3.17.4. Update it again.");
});

// Cause: the code and operation id stood in the sentence. Law: the code and operation id under "Details".
it("keeps status, code and operation id of a refusal out of its sentence, and in the copied report", () => {
  const error = { msg: "Update checks are turned off.", status: 409, code: "ERR_9102", operationId: "op_1" };
  const refused = answered(sent("update", T0), { outcome: "refused", error }, T0 + 100);
  expect(reportOf(refused).at(-1)).toMatchObject({
    detail: "Update checks are turned off.",
    marks: "409, ERR_9102, op_1",
  });
  expect(reportText(refused, "iad")).toContain(
    "Refused. Update checks are turned off. (409, ERR_9102, op_1)",
  );
});

// Cause: "was offline since 1:32 AM" of an agent that is back had no end. Law: what is over says how long it was.
it("says how long an agent was away, also where the service's clock is behind", () => {
  const departure = { session, seenAt: T0, leftAt: T0 };
  const away = (of: Partial<Departure>, from: number) =>
    awayWords({ ...departure, ...of }, back(from), []).replace("was offline ", "");
  expect(away({}, T0 + 3 * MIN)).toBe("for 3 min");
  // Cause: "for up to 0 s". Law: a length that rounds to nothing has no number.
  expect(away({}, T0 - MIN)).toBe("for a moment");
  expect(away({ leftAt: T0 + 14_000 }, T0 + 900)).toBe("for a moment");
  // Cause: after the service had been down for 14 s it was "0 s": its first list afterwards was taken for the end. Law: what is not known
  // is not said.
  expect(away({ leftAt: T0 + 14_000 }, T0 + 15_000)).toBe("for up to 15 s");
  expect(away({ reason: "service_stopped" }, T0 + 1000)).toBe("while the service was");
  expect(away({ reason: "lost", leftAt: T0 + 9000 }, T0 + 15_000)).toBe("for 6 s");
});
