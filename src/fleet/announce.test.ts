import { expect, it } from "vitest";
import { answered, type FleetAction, type LogEntry } from "./action.ts";
import { startAction } from "./start-action.ts";
import { newsOf } from "./announce.ts";
import { observe } from "./observe.ts";

const T0 = Date.parse("2026-11-21T14:02:11Z");
const session = {
  id: "ts_old",
  uri: "",
  agent_version: "3.17.4",
  ip: "203.0.113.15",
  os: "linux",
  metadata: '{"host":"fra-gw-02"}',
  region: "eu",
  started_at: "2026-11-20T14:00:00Z",
  transport: "service/2",
};
const start = (kind: FleetAction["kind"]) =>
  startAction({ id: "1", kind, session, sessions: [session], urls: [], at: T0 });

it("tells each step once, with the agent's name", () => {
  const told = new WeakSet<LogEntry>();
  const said = (actions: readonly FleetAction[]) => newsOf(actions, told, T0);
  const sending = [start("restart")];
  expect(said(sending)).toEqual([]);
  const accepted = sending.map((one) => answered(one, { outcome: "accepted" }, T0 + 100));
  const name = said(accepted)[0]?.replace(/^Restart of (.*) accepted\.$/, "$1") ?? "";
  expect(name).toContain("fra-gw-02");
  expect(said(accepted)).toEqual([]);
  const left = observe(accepted, { at: T0 + 2000, sessions: [] });
  expect(said(left)).toEqual([]);
  const late = observe(left, { at: T0 + 61_000, sessions: [] });
  expect(said(late)).toEqual([`${name} is still offline after 60 s.`]);
  const back = { ...session, id: "ts_new", started_at: "2026-11-21T14:03:20Z" };
  const done = observe(late, { at: T0 + 70_000, sessions: [back] });
  expect(said(done)).toEqual([`${name} is online again as ts_new after 70 s.`]);
  expect(said(observe(done, { at: T0 + 72_000, sessions: [back] }))).toEqual([]);
});

it("tells a refusal, a stop, two candidates, and nothing of an earlier page", () => {
  const news = (one: readonly FleetAction[], since = T0) => newsOf(one, new WeakSet(), since).at(-1);
  const error = { msg: "Updates are off.", status: 409 };
  expect(news([answered(start("update"), { outcome: "refused", error }, T0 + 1)])).toMatch(
    /^Update of .*fra-gw-02.* refused: Updates are off\.$/,
  );
  const on = (kind: FleetAction["kind"]) => [answered(start(kind), { outcome: "accepted" }, T0 + 1)];
  const stopped = observe(on("stop"), { at: T0 + 2000, sessions: [] });
  expect(news(stopped)).toMatch(/fra-gw-02.* stopped after 2 s\.$/);
  expect(news(stopped, T0 + 5000)).toBeUndefined();
  const two = ["ts_a", "ts_b"].map((id) => ({ ...session, id, started_at: "2026-11-21T14:02:18Z" }));
  expect(news(observe(on("restart"), { at: T0 + 8000, sessions: two }))).toMatch(/: 2 possible matches/);
});
