import { renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { answered } from "./action.ts";
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
it.each<[AgentCommand, number]>([
  ["stop", 1],
  ["restart", 0],
])("after a %s", (kind, count) => {
  const session = {
    id: "ts_1",
    metadata: "",
    os: "linux",
    started_at: "2026-11-20T00:00:00Z",
  } as TunnelSession;
  const begun = startAction({ id: kind, kind, session, sessions: [session], urls: [], at: 0 });
  ledger.update(() => [answered(begun, { outcome: "accepted" }, 0)]);
  departures.set([{ session, seenAt: 0, leftAt: 1 }]);
  expect(renderHook(useLostSessions).result.current).toHaveLength(count);
});
