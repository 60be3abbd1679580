import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { tunnels } from "#resources/tunnels.ts";
import { reading } from "#api/told.ts";
import { departures } from "./departures.ts";
import { startAction, withAnswer } from "./start-action.ts";
import { howLeft } from "./how-left.ts";
import { successorOf } from "./successor-of.ts";
import { trafficAfter, watchDepartures, type Traffic } from "./watch-departures.ts";

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

const NONE: Traffic = { left: [], arrived: [] };
const step = (traffic: Traffic, before: TunnelSession[], after: TunnelSession[], at = 1000) =>
  trafficAfter(traffic, { before, after, seenAt: at - 5, at });
const away = ({ left }: Traffic) =>
  left.filter(({ back }) => back === undefined).map(({ session: { id } }) => id);

describe("trafficAfter", () => {
  const a1 = session("ts_a1", "a");
  const a2 = session("ts_a2", "a");
  const b = session("ts_b", "b");

  it("notes what left and when it was last seen, and follows it to the session it comes back as", () => {
    const gone = step(NONE, [a1, b], [b]);
    expect(gone.left).toEqual([{ session: a1, seenAt: 995, leftAt: 1000 }]);
    expect(step(gone, [b], [b, a2], 9_000_000).left).toEqual([{ ...gone.left[0], back: "ts_a2" }]);
    expect(away(step(gone, [b], [b], 90_000_000))).toEqual(["ts_a1"]);
    expect(step(gone, [b], [a1, b]).left).toEqual([]);
  });

  // Cause: an agent that lost its connection is back before the service gives up its old session. Law: it is not lost.
  it("knows an agent that was back before its old session left", () => {
    const both = step(NONE, [a1], [a1, a2]);
    expect(step(both, [a1, a2], [a2], 20_000).left[0]?.back).toBe("ts_a2");
    expect(away(step(both, [a1, a2], [a2], 200_000))).toEqual(["ts_a1"]);
  });

  // Cause: an agent whose authtoken was replaced was listed twice, online and offline. Law: one agent is one, as far as it can be told.
  it("knows an agent with another authtoken by its metadata, where only one looks like it", () => {
    const renewed = { ...a2, credential: { id: "cr_new", uri: "" } };
    const gone = step(NONE, [a1, b], [b]);
    expect(step(gone, [b], [b, renewed], 2_000).left[0]?.back).toBe("ts_a2");
    const twin = { ...renewed, id: "ts_a3" };
    expect(away(step(gone, [b], [b, renewed, twin], 2_000))).toEqual(["ts_a1"]);
    const both = step(NONE, [a1], [a1, renewed]);
    expect(away(step(both, [a1, renewed], [renewed], 20_000))).toEqual(["ts_a1"]);
    const silent = { ...a1, metadata: "" };
    const other = { ...renewed, metadata: "" };
    expect(away(step(step(NONE, [silent], []), [], [other], 2_000))).toEqual(["ts_a1"]);
  });

  // Cause: a page that was reloaded gave a session that one had come back as to another one too: an agent that was stopped before was
  // "Restarted", and never followed. Law: a session is one agent's; who came back as one that left again is followed to its end.
  it("gives no session away twice, also to a page that was reloaded", () => {
    const renewed = { ...a2, credential: { id: "cr_new", uri: "" } };
    const again = { ...renewed, id: "ts_a3" };
    const stopped = { session: a1, seenAt: 990, leftAt: 995, reason: "closed" as const };
    const both = step({ left: [stopped], arrived: [] }, [renewed], []);
    const back = step(both, [], [again], 2_000);
    expect(back.left.map((one) => one.back)).toEqual([undefined, "ts_a3"]);
    const reloaded = step({ left: back.left, arrived: [] }, [], [again], 3_000);
    expect(away(reloaded)).toEqual(["ts_a1"]);
    const told = reloaded.left.map((one) => ({ back: renewed.id, ...one }));
    expect(successorOf([], "ts_a1", told)).toBe("ts_a3");
    expect(
      successorOf(
        [],
        "ts_a1",
        told.map((one) => ({ ...one, back: "ts_a3" })),
      ),
    ).toBe("ts_a3");
  });

  it("names no successor among several alike, but counts them", () => {
    const a3 = session("ts_a3", "a");
    const a4 = session("ts_a4", "a");
    const one = step(step(NONE, [a1, a2], []), [], [a3]);
    expect(one.left.map(({ back }) => back)).toEqual([null, undefined]);
    expect(away(step(one, [a3], [a3, a4]))).toEqual([]);
  });

  it("misses no agent that is online, and no more of one than it had sessions", () => {
    const all = ["a", "b"].flatMap((agent) => [1, 2, 3].map((n) => session(`ts_${agent}${n}`, agent)));
    fc.assert(
      fc.property(fc.array(fc.subarray(all), { minLength: 2, maxLength: 8 }), (lists) => {
        let traffic = NONE;
        for (const [index, after] of lists.slice(1).entries()) {
          const before = lists[index]!;
          traffic = step(traffic, before, after, index);
          const online = new Set(after.map(({ id }) => id));
          const ids = traffic.left.map((one) => one.session.id);
          expect(ids.some((id) => online.has(id))).toBe(false);
          expect(new Set(ids).size).toBe(ids.length);
          const followed = traffic.left.flatMap(({ back }) => back ?? []);
          expect(new Set(followed).size).toBe(followed.length);
        }
      }),
    );
  });
});

describe("howLeft", () => {
  const a1 = session("ts_a1", "a");
  const left = { session: a1, seenAt: 1, leftAt: 2 };
  const told = (kind: "restart" | "stop" | "update", outcome: "accepted" | "refused") =>
    withAnswer(
      [startAction({ id: "1", kind, session: a1, sessions: [a1], urls: [], at: 0 })],
      "1",
      outcome === "accepted" ? { outcome } : { outcome, error: { msg: "" } },
      0,
    );

  // Cause: any earlier command hid a loss. Law: only a command that can end a session explains its end.
  it("is lost unless a command of this tab ended it, or it came back", () => {
    expect(howLeft(left, [])).toBe("lost");
    expect(howLeft({ ...left, back: "ts_a2" }, [])).toBe("restarted");
    expect(howLeft(left, told("stop", "accepted"))).toBe("stopped");
    expect(howLeft(left, told("restart", "accepted"))).toBe("restarted");
    expect(howLeft(left, told("restart", "refused"))).toBe("lost");
    expect(howLeft(left, told("update", "accepted"))).toBe("lost");
  });
});

// Cause: a new agent "serves nothing" until the tunnels were polled again, seconds later. Law: nothing is said from a list that
// is older than what it is said of.
it("has the tunnels read again once a session is new, and not before", () => {
  const client = createQueryClient();
  const list = (...sessions: TunnelSession[]) => client.setQueryData(tunnelSessions.query.queryKey, sessions);
  const isOld = () => client.getQueryState(tunnels.query.queryKey)?.isInvalidated;
  const [a, b] = [session("ts_a", "a"), session("ts_b", "b")];
  client.setQueryData(tunnels.query.queryKey, []);
  list(a);
  watchDepartures(client);
  list({ ...a, region: "us" });
  expect(isOld()).toBe(false);
  list(a, b);
  expect(isOld()).toBe(true);
});

// Cause: an agent lost a moment ago was "last seen 34 s ago", at the last poll, though the stream was open all along. Law: last seen
// is when it was last known online.
it("has seen until the stream said that the list changed what was in it, and until the last reading without a stream", () => {
  const [a, b, c] = [session("ts_sa", "sa"), session("ts_sb", "sb"), session("ts_sc", "sc")];
  const client = createQueryClient();
  const list = (at: number, ...sessions: TunnelSession[]) =>
    client.setQueryData(tunnelSessions.query.queryKey, sessions, { updatedAt: at });
  const seen = (id: string) => departures.getSnapshot().find((one) => one.session.id === id);
  reading.changedAt = new Map();
  list(1000, a, b, c);
  watchDepartures(client);
  list(41_000, a, b);
  expect(seen("ts_sc")).toMatchObject({ seenAt: 1000, leftAt: 41_000 });
  reading.changedAt.set(tunnelSessions.key, 75_000);
  list(75_300, a);
  expect(seen("ts_sb")).toMatchObject({ seenAt: 75_000, leftAt: 75_300 });
  delete reading.changedAt;
});
