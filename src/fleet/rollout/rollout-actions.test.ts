// Law: what a rollout left to tell is in the ledger once, goes with a retry, and never takes the place of what an agent was told later.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Rollout, RolloutAgentState } from "#contract/rollouts/rollout.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import type { FleetAction } from "../action.ts";
import { stateWords } from "../action-text.ts";
import { newsOf } from "../announce.ts";
import { blinksOf } from "../blinks.ts";
import { startAction } from "../start-action.ts";
import { reportOf } from "../report.ts";
import { isSentHere } from "../sent-here.ts";
import { withHeard } from "../commands.ts";
import { withRefusals } from "../heard-updates.ts";
import { withRollout } from "./rollout-actions.ts";

const AT = "2026-11-23T08:00:00Z";
const session = (id: string) =>
  ({
    id,
    uri: "",
    agent_version: "1.0.0",
    ip: "192.0.2.7",
    metadata: id,
    os: "linux",
    started_at: AT,
  }) as TunnelSession;
const step = (kind: string) => ({
  kind,
  session_id: "",
  started_at: AT,
  ended_at: AT,
  result: "done",
  detail: "",
});
type Given = { state: RolloutAgentState; attempts: number; kinds: readonly string[]; code: string | null };
const rolloutOf = (agents: readonly Given[]) =>
  ({
    id: "ro_1",
    created_at: AT,
    agents: agents.map(({ state, attempts, kinds, code }, i) => ({
      session: session(`ts_${i}`),
      session_id: `ts_${i}`,
      state,
      attempts,
      version: "1.0.0",
      detail: "Why.",
      error_code: code,
      steps: kinds.map(step),
    })),
  }) as unknown as Rollout;

const agents = fc.array(
  fc.record({
    state: fc.constantFrom<RolloutAgentState>(
      "waiting",
      "running",
      "succeeded",
      "by_hand",
      "failed",
      "not_started",
    ),
    attempts: fc.integer({ min: 1, max: 2 }),
    kinds: fc.subarray(["find", "update", "settle", "restart", "return"]),
    code: fc.option(fc.constant("ERR_GATEHOUSE_9102")),
  }),
  { maxLength: 6 },
);
const isTold = ({ state }: Given) => state === "by_hand" || state === "failed";

it("has one action for each agent that there is something to tell of, after every reading", () => {
  fc.assert(
    fc.property(agents, agents, fc.nat(6), (first, second, offline) => {
      const sessionOf = (id: string) => (id === `ts_${offline}` ? undefined : session(id));
      const before = withRollout([], rolloutOf(first), sessionOf);
      expect(withRollout(before, rolloutOf(first), sessionOf)).toBe(before);
      const after = withRollout(before, rolloutOf(second), sessionOf);
      // Cause: "Updates off" was forgotten once its rollout was retried or halted. Law: a refusal stands until the agent is told again.
      const stands = (i: number) =>
        ["waiting", "not_started"].includes(second[i]!.state) &&
        first[i]?.state === "failed" &&
        first[i].code;
      const known = second.flatMap((one, i) =>
        (isTold(one) || stands(i)) && i !== offline ? [`ts_${i}`] : [],
      );
      expect(after.map(({ sessionId }) => sessionId).toSorted()).toEqual(known);
      expect(after.some(isSentHere)).toBe(false);
      // Of the same attempt what was seen first stays.
      const news = after.filter(({ sessionId }) => !before.some((one) => one.sessionId === sessionId));
      expect(news.map(({ state }) => state.phase)).toEqual(
        news.map(({ sessionId }) => {
          const { state: outcome, code } = second[Number(sessionId.slice(3))]!;
          return outcome === "by_hand" ? "waiting" : code ? "refused" : "failed";
        }),
      );
    }),
  );
});

it("leaves an agent that was told something later as it is", () => {
  const later = startAction({
    id: "own",
    kind: "restart",
    session: session("ts_0"),
    sessions: [],
    urls: [],
    at: Date.parse(AT) + 1,
  });
  const rollout = rolloutOf([{ state: "failed", attempts: 1, kinds: ["update"], code: null }]);
  expect(withRollout([later], rollout, session)).toEqual([later]);
});

// Cause: of agents that a rollout restarted alike some were "Updated", some "Online again" and some "Online": those that the tab had heard
// of, seen leave, or neither. Law: what a rollout has done is told of each of its agents, in every tab alike.
describe("of agents that are back", () => {
  const back = (kinds: readonly string[], action = "update_and_restart", state = "succeeded") => {
    const steps = kinds.map((kind, i) => ({
      ...step(kind),
      started_at: new Date(Date.parse(AT) + i * 4_000).toISOString(),
      ended_at: new Date(Date.parse(AT) + (i + 1) * 4_000).toISOString(),
    }));
    const agent = {
      session: session("ts_0"),
      session_id: "ts_9",
      state,
      attempts: 1,
      version: "1.1.0",
      steps,
    };
    return { id: "ro_1", action, created_at: AT, agents: [agent] } as unknown as Rollout;
  };
  const SOON = Date.parse(AT) + 60_000;
  const now = (id: string) => (id === "ts_9" ? { ...session("ts_9"), agent_version: "1.1.0" } : undefined);
  const said = (all: readonly FleetAction[]) =>
    all.map((one) => [one.sessionId, one.session.agent_version, stateWords(one, SOON)]);

  it("tells what was done, with the seconds that the rollout measured", () => {
    const updated = withRollout([], back(["update", "settle", "restart", "return"]), now, SOON);
    expect(said(updated)).toEqual([
      ["ts_0", "1.0.0", { tone: "ok", text: "Updated", detail: "1.0.0 → 1.1.0" }],
    ]);
    const restarted = withRollout([], back(["restart", "return"], "restart"), now, SOON);
    expect(said(restarted)[0]?.[2]).toMatchObject({ text: "Online again after 4 s" });
    expect(newsOf([...updated, ...restarted], new WeakSet(), 0)).toEqual([]);
    // The rollout itself says how long that took.
    expect(blinksOf(["ts_0", "ts_9"], restarted, [])).toEqual([]);
    const again = back(["update", "settle", "restart", "return"]);
    expect(withRollout(updated, again, now, SOON)).toBe(updated);
    expect(
      withRollout(updated, { ...again, agents: back([], "restart", "failed").agents }, now, SOON),
    ).toHaveLength(1);
  });

  it("tells nothing of one that was not restarted, is gone again, came back long ago or is told by itself", () => {
    const done = back(["update", "settle", "restart", "return"]);
    expect(withRollout([], back(["update"]), now, SOON)).toEqual([]);
    expect(withRollout([], done, () => undefined, SOON)).toEqual([]);
    expect(withRollout([], done, now, SOON + 3_600_000)).toEqual([]);
    const [told] = withRollout([], done, now, SOON);
    const heard = { ...told!, id: "heard ts_0 1.1.0", sentAt: 0 };
    expect(withRollout([heard], done, now, SOON)).toEqual([heard]);
    expect(withRollout([heard, told!], done, now, SOON)).toEqual([heard]);
    expect(withRollout([told!], back(["restart", "return"], "restart", "running"), now, SOON)).toEqual([]);
  });
});

// Cause: an agent that awaited its restart by hand had one more "Update sent, accepted at once" for each rollout since. Law: it awaits
// one restart, however often it was updated.
it("tells once of an agent that awaits its restart by hand, also after a retry", () => {
  const byHand = (id: string, attempts = 1) => ({
    ...rolloutOf([{ state: "by_hand", attempts, kinds: ["update"], code: null }]),
    id,
  });
  const once = withRollout([], byHand("ro_1"), session);
  expect(withRollout(once, byHand("ro_2"), session)).toBe(once);
  const again = withRollout(once, byHand("ro_1", 2), session);
  expect(again.map(({ id }) => id)).toEqual(["rollout ro_1 ts_0 2"]);
});

// Cause: an agent that a rollout left to its host was "Update already installed, sent by a rollout, another browser or the API" in a tab
// that had heard of it first. Law: where the rollout is known that sent an update, it is told as that one's.
it("tells of an update that was heard of as its rollout's once that is known", () => {
  const AFTER = Date.parse(AT) + 3_600_000;
  const heard = (state: "updating" | "updated") =>
    withHeard([], session("ts_0"), { state, version: "1.1.0" }, AFTER);
  const byHand = rolloutOf([
    { state: "by_hand", attempts: 1, kinds: ["update", "settle", "start"], code: null },
  ]);
  const told = withRollout(heard("updated"), byHand, session);
  expect(told.map(({ id }) => id)).toEqual(["rollout ro_1 ts_0 1"]);
  expect(withRollout([...told, ...heard("updated")], byHand, session)).toEqual(told);
  // What is being installed was sent later.
  const installing = heard("updating");
  expect(withRollout(installing, byHand, session)).toBe(installing);
  const restart = startAction({
    id: "own",
    kind: "restart",
    session: session("ts_0"),
    sessions: [],
    urls: [],
    at: AFTER,
  });
  const later = [...heard("updated"), restart];
  expect(withRollout(later, byHand, session)).toBe(later);
});

// Cause: "Update sent, accepted at once" of an agent that had answered a minute later, and "Update sent" of one that failed before its
// turn came. Law: a report says what was sent, and when.
it("says when an update was accepted, and that nothing was sent", () => {
  const rollout = (state: RolloutAgentState, kinds: readonly string[]) => {
    const { agents, ...rest } = rolloutOf([{ state, attempts: 1, kinds, code: null }]);
    const end = { update: "2026-11-23T08:01:00Z" } as Record<string, string>;
    const steps = agents[0]!.steps.map((one) => ({ ...one, ended_at: end[one.kind] ?? null }));
    return { ...rest, agents: [{ ...agents[0]!, steps }] } as Rollout;
  };
  const said = (one: Rollout) => withRollout([], one, session).flatMap(reportOf);
  expect(said(rollout("by_hand", ["update", "start"]))).toMatchObject([
    { text: "Update sent", at: Date.parse(AT) },
    { text: "Accepted", at: Date.parse(AT) + 60_000 },
  ]);
  expect(said(rollout("failed", ["hold"]))).toMatchObject([{ text: "Not sent", detail: "Why." }]);
});

// Cause: as above, a refusal that the service told first would hide which rollout it was of. Law: as above.
it("tells a refused update as that of its rollout, though it was heard of before", () => {
  const code = "ERR_GATEHOUSE_9102";
  const refusal = { session: session("ts_0"), error_code: code, refused_at: "2026-11-23T08:00:09Z" };
  const heard = withRefusals([], [refusal], [session("ts_0")]);
  const rollout = rolloutOf([{ state: "failed", attempts: 1, kinds: ["update"], code }]);
  const told = withRollout(heard, rollout, session);
  expect([heard.length, told.length]).toEqual([1, 2]);
  const left = withRefusals(told, [refusal], [session("ts_0")]);
  expect(left.map(({ id }) => id)).toEqual([expect.stringMatching(/^rollout ro_1 /)]);
});
