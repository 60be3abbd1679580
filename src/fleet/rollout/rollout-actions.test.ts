// Law: what a rollout left to tell is in the ledger once, goes with a retry, and never takes the place of what an agent was told later.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Rollout, RolloutAgentState } from "#contract/rollouts/rollout.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { startAction } from "../start-action.ts";
import { isSentHere } from "../sent-here.ts";
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
