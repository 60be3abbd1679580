// Cause: the overview said only that an agent came back without its URL, where its page named the new one. Law: one event is told
// alike wherever it is told: what is known to serve a URL elsewhere is named beside it.
import { expect, it } from "vitest";
import type { Tunnel } from "#contract/tunnel.ts";
import { sessionOf } from "#testing/ended-sessions.ts";
import { moved } from "./moved-attention.ts";

const T0 = Date.parse(sessionOf("").started_at);
const session = (id: string) => ({ ...sessionOf("first"), id });
const tunnel = (of: string, port: number, url: string): Tunnel => ({
  id: `tn_${of}_${port}`,
  started_at: sessionOf("").started_at,
  tunnel_session: { id: of, uri: "" },
  forwards_to: `localhost:${port}`,
  public_url: url,
});
const left = (id: string, back: string, ...served: Tunnel[]) => ({
  session: session(id),
  seenAt: T0,
  leftAt: T0,
  back,
  served,
});
const [A, B, C, D] = ["a", "b", "c", "d"].map((name) => `https://${name}.example`) as [
  string,
  string,
  string,
  string,
];

it.each([
  [
    "at one",
    [left("ts_1", "ts_9", tunnel("ts_1", 80, A))],
    [tunnel("ts_9", 80, C)],
    "first is online again at another address",
    `1 address changed: ${A} → ${C}.`,
  ],
  [
    "at several",
    [left("ts_1", "ts_9", tunnel("ts_1", 80, A), tunnel("ts_1", 81, B))],
    [tunnel("ts_9", 80, C), tunnel("ts_9", 81, D)],
    "first is online again at other addresses",
    `2 addresses changed: ${A} → ${C} and ${B} → ${D}.`,
  ],
  [
    "at one after it came back twice",
    [left("ts_1", "ts_2", tunnel("ts_1", 80, A)), left("ts_2", "ts_9", tunnel("ts_2", 80, B))],
    [tunnel("ts_9", 80, C)],
    "first is online again at another address",
    `2 addresses changed: ${A} → ${C} and ${B} → ${C}.`,
  ],
  [
    "at one and without another",
    [left("ts_1", "ts_9", tunnel("ts_1", 80, A), tunnel("ts_1", 81, B))],
    [tunnel("ts_9", 80, C)],
    "first is online again without 2 of its URLs",
    `1 address changed: ${A} → ${C}. ${B} is offline.`,
  ],
  [
    "with another tunnel",
    [left("ts_1", "ts_9", tunnel("ts_1", 80, A))],
    [tunnel("ts_9", 81, C)],
    "first is online again without 1 of its URLs",
    `${A} is offline.`,
  ],
])("says of an agent that is back %s where its URLs are now", (_, gone, tunnels, what, why) => {
  const said = moved({
    sessions: [session("ts_9")],
    actions: [],
    left: gone,
    endpoints: tunnels.map(({ public_url: url }) => ({ public_url: url })),
    tunnels,
    serving: { live: new Map() },
    now: T0 + 60_000,
  });
  expect(said.map((line) => [line.what, line.why])).toEqual([[what, why]]);
});
