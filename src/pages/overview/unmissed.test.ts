// Cause: the overview listed three agents and "4 more agents are offline", the list behind it 8: one of them had been stopped. Law: a number
// is of what its link shows, or says of what.
import { expect, it } from "vitest";
import type { EndReason } from "#contract/ended-session.ts";
import type { TunnelGroupBackend } from "#contract/backend.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import type { Departure } from "#fleet/departures.ts";
import { attentionOf } from "./attention.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const gone = (n: number, reason: EndReason = "lost"): Departure => ({
  session: { id: `ts_${n}`, agent_version: "3.1.0", metadata: "" } as TunnelSession,
  seenAt: NOW - 12_000,
  leftAt: NOW,
  reason,
});
const LOST = [1, 2, 3, 4, 5, 6, 7].map((n) => gone(n));
const why = (lost: readonly Departure[]) =>
  attentionOf({
    published: null,
    sessions: [],
    left: lost,
    lost,
    actions: [],
    edges: [],
    serving: {},
    backends: new Map<string, TunnelGroupBackend>(),
    rules: [],
    policies: new Map<string, string>(),
    authorities: [],
    now: NOW,
  })
    .filter(({ key }) => key === "lost")
    .map((line) => `${line.what}. ${line.why}`);

it("says of how many agents that are offline it tells, also those that nobody misses", () => {
  const all = (count: number) =>
    `4 more agents are offline. Of ${count} that disconnected or were stopped within the last day.`;
  expect(why(LOST)).toEqual([all(7)]);
  expect(why([...LOST, gone(8, "stopped"), gone(9, "closed")])).toEqual([all(9)]);
});
