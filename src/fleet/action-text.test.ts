import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "#api/errors.ts";
import type { AgentCommand } from "#contract/tunnel-session.ts";
import { answered, type ActionState, type FleetAction } from "./action.ts";
import { startAction } from "./start-action.ts";
import { busyReason, offersOf } from "./commands.ts";
import { observe } from "./observe.ts";
import { reportText } from "./report.ts";
import { answerOf } from "./command-agent.ts";
import { leftWords, saidText, stateWords } from "./action-text.ts";

const T0 = Date.parse("2026-11-21T14:02:11Z");
const session = {
  id: "ts_old",
  uri: "",
  agent_version: "3.17.4",
  ip: "203.0.113.15",
  os: "linux",
  region: "eu",
  started_at: "2026-11-20T14:00:00Z",
  transport: "service/2",
};

function action(kind: AgentCommand, state?: ActionState): FleetAction {
  const started = startAction({ id: "1", kind, session, sessions: [session], urls: ["https://a"], at: T0 });
  return state ? { ...started, state } : answered(started, { outcome: "accepted" }, T0);
}

const error = {
  msg: "Update checks are turned off in its configuration.",
  code: "ERR_GATEHOUSE_9102",
  status: 409,
};

describe("stateWords", () => {
  it.each<[string, FleetAction, number, string]>([
    ["sent", action("restart", { phase: "sending" }), 0, "run Sending restart…"],
    ["accepted", action("restart"), 6, "run Reconnecting… 6 s"],
    ["stopping", action("stop"), 2, "run Stopping… 2 s"],
    ["updating", action("update"), 3, "run Updating…"],
    ["updated soon", { ...action("update"), says: "updated" }, 3, "run Ready to restart in 7 s"],
    ["updated", action("update"), 11, "warn Ready to restart"],
    ["back", action("restart", { phase: "verified", seconds: 8 }), 9, "ok Online again after 8 s"],
    ["gone", action("stop", { phase: "verified", seconds: 2 }), 9, "ok Stopped after 2 s"],
    // Cause: "Stopped after 0 s". Law: numbers read as people say them.
    ["gone at once", action("stop", { phase: "verified", seconds: 0 }), 9, "ok Stopped"],
    // Cause: a restart after an update did not say what runs now. Law: an outcome says version from → to.
    [
      "back with another version",
      action("restart", { phase: "verified", seconds: 8, version: "3.18.2" }),
      9,
      "ok Online again after 8 s: 3.17.4 → 3.18.2",
    ],
    [
      "updated in place",
      action("update", { phase: "verified", seconds: 8, version: "3.18.2" }),
      9,
      "ok Updated: 3.17.4 → 3.18.2",
    ],
    [
      "not updated",
      action("update", { phase: "unchanged", seconds: 8, successorId: "ts_new", version: "3.17.4" }),
      9,
      "bad Not updated: Online again with 3.17.4. Update it again.",
    ],
    [
      "ambiguous",
      action("restart", { phase: "ambiguous", candidateIds: ["a", "b"] }),
      9,
      "warn 2 possible matches: Open the session to choose.",
    ],
    // Cause: minutes later it still read "after 60 s". Law: what goes on is told as it is now.
    [
      "late",
      action("restart", { phase: "overdue", reason: "not-back" }),
      181,
      "bad Still offline after 3 min",
    ],
    // Cause: "Updates off: Update checks are turned off in its configuration. Turn on update checks in …". Law: once.
    [
      "refused",
      action("update", { phase: "refused", error }),
      1,
      "bad Updates off: Turn on update checks in its configuration, or update it on its host.",
    ],
    [
      "unsure",
      action("stop", { phase: "unsure", error: { msg: "" } }),
      4,
      "warn No answer yet… 4 s: It may have been this stop.",
    ],
    // Cause: a failure of the service was told as no answer. Law: that is said only when there was none.
    [
      "answered 500",
      action("stop", { phase: "unsure", error: { ...error, status: 500 } }),
      4,
      "warn Result unknown… 4 s: It may have been this stop.",
    ],
    [
      "answered 404",
      action("restart", { phase: "unsure", error: { ...error, status: 404 } }),
      4,
      "warn Disconnected: It may have been this restart.",
    ],
  ])("%s", (_name, one, seconds, said) => {
    const words = stateWords(one, T0 + seconds * 1000);
    expect(`${words.tone} ${saidText(words)}`).toBe(said);
  });

  // Cause: while it was away the seconds counted from its leaving, the result from sending: they jumped from 2 to 5. Law: one
  // clock, which never goes back.
  it("counts the seconds of a restart and of its result from one moment", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("restart" as const, "update" as const),
        fc.integer({ min: 1, max: 58_000 }),
        fc.integer({ min: 0, max: 58_000 }),
        (kind, leaves, more) => {
          const backAt = T0 + Math.min(leaves + more, 59_000);
          const away = observe([action(kind)], { at: T0 + leaves, sessions: [] });
          const shown = /([0-9]+) s$/.exec(stateWords(away[0]!, backAt).text)?.[1];
          const back = { ...session, id: "ts_new", started_at: new Date(backAt).toISOString() };
          const [done] = observe(away, { at: backAt, sessions: [back] });
          const result = done?.state && "seconds" in done.state ? done.state.seconds : Number.NaN;
          expect(result - Number(shown)).toBeGreaterThanOrEqual(0);
          expect(result - Number(shown)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  // Cause: an updated agent on Windows was to press a button that is off. Law: what is asked for can be done.
  it("sends an updated agent that can't restart itself to its host, and offers no restart", () => {
    const windows = { ...action("update"), session: { ...session, os: "windows" } };
    const said = stateWords(windows, T0 + 11_000);
    expect(saidText(said)).toMatch(/^Restart by hand: .*start it on its host/);
    const offers = offersOf({
      session: windows.session,
      target: null,
      actions: [windows],
      online: true,
      now: T0 + 11_000,
    });
    expect(offers.filter(({ primary }) => primary)).toEqual([]);
    expect(offers.find(({ kind }) => kind === "update")?.disabledReason).toMatch(/start it on its host/);
  });
});

describe("offersOf", () => {
  const reasons = (about: Partial<Parameters<typeof offersOf>[0]>) =>
    Object.fromEntries(
      offersOf({ session, target: null, actions: [], online: true, now: T0, ...about }).map((offer) => [
        offer.kind,
        offer.disabledReason ?? "",
      ]),
    );

  it("says why not: the system, the transport, what is under way, being offline", () => {
    expect(reasons({})).toEqual({ update: "", restart: "", stop: "" });
    expect(reasons({ session: { ...session, os: "windows" } })["restart"]).toMatch(/Windows/);
    expect(reasons({ session: { ...session, transport: "ssh" } })["update"]).toMatch(/ssh/);
    expect(reasons({ actions: [action("stop")] })["restart"]).toBe("Stop is running.");
    expect(new Set(Object.values(reasons({ online: false })))).toEqual(new Set(["This session is offline."]));
  });

  it("offers the restart after an update once ten seconds have passed", () => {
    const actions = [action("update")];
    expect(busyReason("restart", actions, T0 + 4000)).toMatch(/^Ready to restart in 6 s/);
    expect(busyReason("restart", actions, T0 + 10_000)).toBeNull();
    expect(
      offersOf({ session, target: null, actions, online: true, now: T0 }).find((one) => one.primary)?.kind,
    ).toBe("restart");
    expect(busyReason("update", actions, T0 + 10_000)).toBe("Already updated. Restart it to finish.");
  });
});

describe("reportText", () => {
  it("tells the whole story in order", () => {
    const back = { ...session, id: "ts_new", started_at: "2026-11-21T14:02:18Z" };
    const left = observe([action("restart")], { at: T0 + 2000, sessions: [] });
    const [done] = observe(left, { at: T0 + 8000, sessions: [back] });
    expect(reportText(done!, "fra-gw-02").split("\n")).toEqual([
      "Restart of fra-gw-02 (ts_old, 3.17.4)",
      "2026-11-21T14:02:11.000Z  Restart sent",
      "2026-11-21T14:02:11.000Z  Accepted. 1 URL expected to go offline.",
      "2026-11-21T14:02:13.000Z  ts_old disconnected",
      "2026-11-21T14:02:19.000Z  1 possible match. Same authtoken, source IP, OS and notes. Started after the command.",
      "2026-11-21T14:02:19.000Z  Online again as ts_new after 8 s. Version 3.17.4.",
    ]);
  });
});

describe("answerOf", () => {
  const http = (status: number) =>
    new ApiError({ kind: "http", method: "POST", path: "/x", msg: "m", status, operationId: "op_1" });
  it.each([
    [http(409), "refused"],
    // A browser sent the POST again on a broken connection and showed the 404 of the second as the outcome of the
    // restart that had worked. Law: a session that is gone when its command arrives may have gone by that command.
    [http(404), "unsure"],
    [http(429), "failed"],
    [http(502), "failed"],
    [http(503), "unsure"],
    [http(504), "unsure"],
    [new ApiError({ kind: "timeout", method: "POST", path: "/x", msg: "" }), "unsure"],
    [new ApiError({ kind: "network", method: "POST", path: "/x", msg: "" }), "unsure"],
    [new Error("bug"), "failed"],
  ])("of %o is %s", (failure, outcome) => {
    expect(answerOf(failure).outcome).toBe(outcome);
  });

  // Cause: an agent that somebody stopped while updates went out was called restarted, and its 404 no clear answer. Law: an
  // update takes no session away, so one that is gone when it arrives was gone before.
  it("of a 404 is refused where it was an update", () => {
    expect(answerOf(http(404), "update").outcome).toBe("refused");
    expect(answerOf(http(404), "stop").outcome).toBe("unsure");
  });
});

// Cause: each tab said when its own list had missed the session first, up to a minute apart. Law: one agent, one story, whichever
// tab tells it.
it("says the same time of a stop in every tab", () => {
  const stopped = observe([action("stop")], { at: T0 + 4000, sessions: [] });
  const [one, other] = [T0 + 4000, T0 + 64_000].map((leftAt) =>
    leftWords({ session, seenAt: T0, leftAt }, stopped),
  );
  expect(one).toEqual(other);
  expect(one?.text).toMatch(/^Stopped at /);
  expect(leftWords({ session, seenAt: T0, leftAt: T0 + 64_000 }, []).text).not.toBe(
    leftWords({ session, seenAt: T0, leftAt: T0 + 4000 }, []).text,
  );
});
