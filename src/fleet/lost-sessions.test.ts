import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { lostAfter, type LostSession } from "./lost-sessions.ts";

const session = (id: string, agent: string): TunnelSession => ({
  id,
  agent_version: "3.18.2",
  credential: { id: `cr_${agent}`, uri: "" },
  ip: "192.0.2.1",
  metadata: agent,
  os: "linux",
  region: "eu",
  started_at: "2026-11-21T00:00:00.000Z",
  transport: "websocket",
  uri: "",
});

const step = (lost: LostSession[], before: TunnelSession[], after: TunnelSession[], at = 1) =>
  lostAfter({ lost, before, after, actions: [], at });

describe("lostAfter", () => {
  const a1 = session("ts_a1", "a");
  const a2 = session("ts_a2", "a");
  const b = session("ts_b", "b");

  it("notes what left, and takes it back when its agent returns", () => {
    const lost = step([], [a1, b], [b]);
    expect(lost).toEqual([{ session: a1, at: 1 }]);
    expect(step(lost, [b], [b, a2])).toEqual([]);
    expect(step([], [a1, b], [a2, b])).toEqual([]);
    expect(step(lost, [b], [b], 2)).toEqual(lost);
    expect(step(lost, [b], [b], 3_600_001)).toEqual([]);
  });

  it("leaves what a command of this tab took away to the ledger", () => {
    const actions = [{ sessionId: "ts_a1" }] as never;
    expect(lostAfter({ lost: [], before: [a1], after: [], actions, at: 1 })).toEqual([]);
  });

  it("holds no more lost of an agent than sessions it had, and none that is online", () => {
    const all = ["a", "b"].flatMap((agent) => [1, 2, 3].map((n) => session(`ts_${agent}${n}`, agent)));
    fc.assert(
      fc.property(fc.array(fc.subarray(all), { minLength: 2, maxLength: 8 }), (lists) => {
        let lost: LostSession[] = [];
        for (const [index, after] of lists.slice(1).entries()) {
          lost = step(lost, lists[index]!, after, index);
          const online = new Set(after.map(({ id }) => id));
          expect(lost.some((one) => online.has(one.session.id))).toBe(false);
          expect(new Set(lost.map((one) => one.session.id)).size).toBe(lost.length);
        }
      }),
    );
  });
});
