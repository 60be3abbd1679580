import { renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { answered, moved } from "./action.ts";
import { departures } from "./departures.ts";
import { useLostSessions } from "./lost-sessions.ts";
import { startAction } from "./start-action.ts";
import { ledger } from "./use-fleet.ts";

afterEach(() => {
  ledger.clear();
  departures.set([]);
});

// Cause: an agent that was stopped from here was in no list of what is offline. Law: what left stays known for the visit, however it
// left; only what a restart awaits is told by the restart.
it.each<[AgentCommand, number, boolean]>([
  ["stop", 1, false],
  ["restart", 0, false],
  // Cause: it was in no list for good once the restart had come to nothing. Law: what is awaited in vain is lost.
  ["restart", 1, true],
])("after a %s", (kind, count, isOver) => {
  const session = {
    id: "ts_1",
    metadata: "",
    os: "linux",
    started_at: "2026-11-20T00:00:00Z",
  } as TunnelSession;
  const begun = startAction({ id: kind, kind, session, sessions: [session], urls: [], at: 0 });
  const told = answered(begun, { outcome: "accepted" }, 0);
  ledger.update(() => [isOver ? moved(told, { phase: "overdue", reason: "not-back" }, 60_000) : told]);
  departures.set([{ session, seenAt: 0, leftAt: 1 }]);
  expect(renderHook(useLostSessions).result.current).toHaveLength(count);
});
