import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import { answered } from "#fleet/action.ts";
import { startAction } from "#fleet/start-action.ts";
import { observe } from "#fleet/observe.ts";
import { compareVersions } from "#contract/version.ts";
import { visibleRows } from "#testing/visible-rows.ts";
import { sessionTable } from "./columns.tsx";
import { buildRows, countServed, versionKey } from "./session-rows.ts";

const { model: sessionModel, schema: sessionSchema } = sessionTable;

const NOW = Date.parse("2026-11-21T14:00:00Z");
const session = (id: string, patch: Partial<TunnelSession> = {}): TunnelSession => ({
  id,
  uri: "",
  agent_version: "3.18.2",
  ip: "203.0.113.1",
  os: "linux",
  region: "eu",
  started_at: "2026-11-20T14:00:00Z",
  transport: "service/2",
  ...patch,
});

const old = session("ts_c");
const behind = session("ts_d", { agent_version: "3.17.4" });
const sessions = [session("ts_a"), session("ts_b"), old, behind];
const sent = (kind: "restart" | "stop" | "update") =>
  answered(
    startAction({ id: "1", kind, session: old, sessions, urls: [], at: NOW }),
    { outcome: "accepted" },
    NOW,
  );
const order = (rows: ReturnType<typeof buildRows>) =>
  visibleRows(rows, sessionModel, { search: "", filters: {}, sort: [sessionSchema.defaultSort] }).map(
    ({ id }) => id,
  );

describe("buildRows", () => {
  it("puts what needs attention first: open actions, what is behind, then the rest by name", () => {
    const rows = buildRows({ sessions, serves: null, actions: [sent("restart")], now: NOW });
    expect(order(rows)).toEqual(["ts_c", "ts_d", "ts_a", "ts_b"]);
    expect(rows.map(({ target }) => target)).toEqual([null, null, null, "3.18.2"]);
  });

  // Cause: an agent that refused its update stood below those that only wait for their restart. Law: trouble comes first.
  it("puts a refused update before one that waits for its restart", () => {
    const refused = { ...sent("update"), state: { phase: "refused", error: { msg: "No." } } } as const;
    const waits = { ...sent("update"), id: "2", sessionId: "ts_a", session: session("ts_a") };
    const rows = buildRows({ sessions, serves: null, actions: [waits, refused], now: NOW });
    expect(order(rows).slice(0, 2)).toEqual(["ts_c", "ts_a"]);
  });

  // Cause: an agent that had nothing to update to was first, "No update available" in place of "Online". Law: what needs nothing
  // is like any other, unless it is outdated all the same.
  it("leaves an agent that had nothing to update to where it was", () => {
    const error = { msg: "None.", code: UPDATE_REFUSALS.notAvailable };
    const refused = (of: TunnelSession) => {
      const one = startAction({ id: "1", kind: "update", session: of, sessions, urls: [], at: NOW });
      return answered(one, { outcome: "refused", error }, NOW);
    };
    const rows = (of: TunnelSession) =>
      buildRows({ sessions, serves: null, actions: [refused(of)], now: NOW });
    expect(order(rows(old))).toEqual(["ts_d", "ts_a", "ts_b", "ts_c"]);
    expect(rows(old)[2]).toMatchObject({ shown: null, failedUpdate: null });
    expect(rows(behind)[3]).toMatchObject({ shown: { id: "1" }, failedUpdate: { id: "1" } });
  });

  it("keeps the row of a session that left until its successor is there", () => {
    const away = sessions.filter((one) => one !== old);
    const left = observe([sent("restart")], { at: NOW + 2000, sessions: away });
    const ghost = buildRows({ sessions: away, serves: null, actions: left, now: NOW + 2000 });
    expect(ghost.find(({ id }) => id === "ts_c")).toMatchObject({ online: false, shown: left[0] });
    const back = session("ts_z", { started_at: "2026-11-21T14:00:05Z" });
    const done = observe(left, { at: NOW + 8000, sessions: [...away, back] });
    const twinless = done[0]?.state.phase === "verified";
    expect(twinless).toBe(true);
    const rows = buildRows({ sessions: [...away, back], serves: null, actions: done, now: NOW + 8000 });
    expect(rows.map(({ id }) => id)).not.toContain("ts_c");
    expect(rows.find(({ id }) => id === "ts_z")?.shown).toBe(done[0]);
    const later = buildRows({ sessions: [...away, back], serves: null, actions: done, now: NOW + 3_600_000 });
    expect(later.find(({ id }) => id === "ts_z")?.shown).toBeNull();
  });

  it("answers the same objects for rows that say the same", () => {
    const first = buildRows({ sessions, serves: new Map(), actions: [], now: NOW });
    const before = new Map(first.map((row) => [row.id, row]));
    const added = [session("ts_new"), ...sessions];
    const next = buildRows(
      { sessions: added, serves: new Map([["ts_a", 1]]), actions: [], now: NOW + 1 },
      first,
    );
    expect(next.filter((row) => before.get(row.id) === row).map(({ id }) => id)).toEqual([
      "ts_b",
      "ts_c",
      "ts_d",
    ]);
  });
});

// Cause: an agent that crashed was gone from the list without a trace. Law: what left stays for the visit, and says how.
describe("agents that left", () => {
  const away = sessions.filter((one) => one !== old);
  const left = { session: old, seenAt: NOW - 5000, leftAt: NOW };
  const rowOf = (inputs: Partial<Parameters<typeof buildRows>[0]>, id: string) =>
    buildRows({ sessions: away, serves: null, actions: [], now: NOW + 1000, ...inputs }).find(
      (row) => row.id === id,
    );

  it("stay in the list until their agent is online again, the lost ones first", () => {
    const rows = buildRows({ sessions: away, serves: null, actions: [], left: [left], now: NOW + 9_000_000 });
    expect(order(rows)).toEqual(["ts_c", "ts_d", "ts_a", "ts_b"]);
    expect(rows.find(({ id }) => id === "ts_c")).toMatchObject({
      id: "ts_c",
      online: false,
      departure: left,
      target: null,
    });
    const back = { ...left, back: "ts_z" };
    const now = { sessions: [...away, session("ts_z")], left: [back] };
    expect(rowOf(now, "ts_c")).toBeUndefined();
    expect(rowOf(now, "ts_z")).toMatchObject({ online: true, departure: back, root: "ts_c" });
  });

  // Cause: an updated agent left the count of outdated ones as soon as it restarted, before anybody saw its new version. Law:
  // what is not proven is not told.
  it("stay outdated while they restart, and not once they were stopped", () => {
    const told = (kind: "restart" | "stop") => {
      const started = startAction({ id: "1", kind, session: behind, sessions, urls: [], at: NOW });
      const without = sessions.filter((one) => one !== behind);
      const actions = observe([answered(started, { outcome: "accepted" }, NOW)], {
        at: NOW + 2000,
        sessions: without,
      });
      const rows = buildRows({ sessions: without, serves: null, actions, now: NOW + 3000 });
      return rows.find(({ id }) => id === "ts_d");
    };
    expect(told("restart")).toMatchObject({ online: false, target: "3.18.2" });
    expect(told("stop")).toMatchObject({ online: false, target: null });
  });

  // Cause: an outdated agent that was lost left the list of the outdated within seconds, and with it what had failed. Law: rows
  // that matched stay until the filter is touched.
  it("stay outdated when they were lost", () => {
    const lost = { session: behind, seenAt: NOW - 5000, leftAt: NOW };
    const without = sessions.filter((one) => one !== behind);
    expect(rowOf({ sessions: without, left: [lost] }, "ts_d")).toMatchObject({
      online: false,
      target: "3.18.2",
    });
  });

  // Cause: an updated agent that was gone stood among the open actions for ever. Law: what nothing is done about is not under way.
  it("are lost 15 min after their update, when they do not come back", () => {
    const started = startAction({ id: "1", kind: "update", session: behind, sessions, urls: [], at: NOW });
    const without = sessions.filter((one) => one !== behind);
    const accepted = answered(started, { outcome: "accepted" }, NOW);
    const actions = observe([accepted], { at: NOW + 2000, sessions: without });
    const lost = rowOf({ left: [left] }, "ts_c")?.rank;
    for (const left of [[], [{ session: behind, seenAt: NOW, leftAt: NOW + 2000 }]]) {
      const rankAt = (now: number) => rowOf({ sessions: without, actions, left, now }, "ts_d")?.rank;
      expect(rankAt(NOW + 3000)).toBeLessThan(lost ?? 0);
      expect(rankAt(NOW + 16 * 60_000)).toBe(lost);
    }
  });

  it("are last when they were stopped from here", () => {
    const stopped = observe([sent("stop")], { at: NOW + 2000, sessions: away });
    const rows = buildRows({ sessions: away, serves: null, actions: stopped, left: [left], now: NOW + 3000 });
    expect(order(rows).at(-1)).toBe("ts_c");
  });
});

it("a reading that changed nothing is the same list, and one that changed a session renders that one", () => {
  // Cause: each poll built all rows and put them in order again. Law: what did not change costs nothing.
  const many = Array.from({ length: 200 }, (_, n) => session(`ts_${n}`));
  const rows = buildRows({ sessions: many, serves: null, actions: [], now: NOW });
  expect(buildRows({ sessions: [...many], serves: null, actions: [], now: NOW + 5000 }, rows)).toBe(rows);
  const next = many.with(7, session("ts_7", { region: "us" })).toSpliced(3, 1);
  const after = buildRows({ sessions: next, serves: null, actions: [], now: NOW + 5000 }, rows);
  expect(after.filter((row) => !rows.includes(row)).map(({ id }) => id)).toEqual(["ts_7"]);
});

it("rows made from those before say the same as rows made from nothing", () => {
  // Law: keeping what did not change is no other answer.
  const versions = fc.constantFrom("3.1.0", "3.2.0", "4.0.0", "nightly");
  const some = fc.uniqueArray(fc.nat(12), { minLength: 1 });
  const reading = fc.record({
    ids: some,
    version: versions,
    served: fc.boolean(),
    told: fc.option(fc.constantFrom("restart", "stop", "update")),
    later: fc.nat(2 * 3_600_000),
  });
  fc.assert(
    fc.property(fc.array(reading, { minLength: 2, maxLength: 5 }), (readings) => {
      const known = new Map<string, TunnelSession>();
      const sessionOf = (id: string, version: string) => {
        const one = known.get(id) ?? session(id, { agent_version: version });
        known.set(id, one);
        return one;
      };
      let before: ReturnType<typeof buildRows> = [];
      for (const { ids, version, served, told, later } of readings) {
        const listed = ids.map((n) => sessionOf(`ts_${n}`, n % 3 === 0 ? version : "3.1.0"));
        const first = listed[0] ?? old;
        const action =
          told &&
          answered(
            startAction({ id: "1", kind: told, session: first, sessions: listed, urls: [], at: NOW }),
            { outcome: "accepted" },
            NOW,
          );
        const inputs = {
          sessions: told ? listed.slice(1) : listed,
          serves: served ? new Map([[first.id, 1]]) : null,
          actions: action ? observe([action], { at: NOW + 2000, sessions: listed.slice(1) }) : [],
          now: NOW + later,
        };
        before = buildRows(inputs, before);
        const copy = new Map([...known].map(([id, one]) => [id, { ...one }]));
        const fresh = { ...inputs, sessions: inputs.sessions.map(({ id }) => copy.get(id)!) };
        expect(before).toEqual(buildRows(fresh));
      }
    }),
  );
});

// Cause: a restart that worked hid the update that was refused before it. Law: a failure stays told beside what came after.
describe("an update that did not take", () => {
  const refused = answered(
    startAction({ id: "0", kind: "update", session: old, sessions, urls: [], at: NOW - 1000 }),
    { outcome: "refused", error: { msg: "Updates are off." } },
    NOW - 500,
  );
  const back = session("ts_z", { started_at: "2026-11-21T14:00:05Z" });
  const away = sessions.filter((one) => one !== old);
  const restarted = observe([refused, sent("restart")], { at: NOW + 8000, sessions: [...away, back] });

  it("is told beside a later restart, under the new session, until an update takes", () => {
    const rows = (actions: typeof restarted) =>
      buildRows({ sessions: [...away, back], serves: null, actions, now: NOW + 9000 });
    const row = rows(restarted).find(({ id }) => id === "ts_z");
    expect(row).toMatchObject({ failedUpdate: { id: "0" }, shown: { kind: "restart" }, root: "ts_c" });
    const again = startAction({ id: "2", kind: "update", session: back, sessions, urls: [], at: NOW + 8500 });
    const waits = answered(again, { outcome: "accepted" }, NOW + 8600);
    expect(rows([...restarted, waits]).find(({ id }) => id === "ts_z")?.failedUpdate).toBeNull();
    // Cause: it stayed beside 3.18.2, which a rollout had brought. Law: it is told until the version rose, whoever did that.
    const now = NOW + 9000;
    const raised = { ...back, agent_version: "9.0.0" };
    const risen = buildRows({ sessions: [...away, raised], serves: null, actions: restarted, now });
    expect(risen.find(({ id }) => id === "ts_z")?.failedUpdate).toBeNull();
  });
});

describe("countServed", () => {
  it("counts tunnels by session", () => {
    const at = "2026-11-21T14:00:00Z";
    const ref = { id: "ts_a", uri: "" };
    const tunnels = [
      { id: "tn_1", started_at: at, tunnel_session: ref, public_url: "https://a" },
      { id: "tn_2", started_at: at, tunnel_session: ref, labels: { app: "x" } },
      { id: "tn_3", started_at: at, public_url: "https://b" },
    ];
    expect([...countServed(tunnels)]).toEqual([["ts_a", 2]]);
  });
});

describe("the version column", () => {
  it("orders by precedence", () => {
    const versions = ["3.9.0", "3.18.2", "3.18.2-rc.2", "3.18.2-rc.10", "2.10.0", "nightly"];
    const rows = buildRows({
      sessions: versions.map((v, n) => session(`ts_${n}`, { agent_version: v })),
      serves: null,
      actions: [],
      now: NOW,
    });
    const sorted = visibleRows(rows, sessionModel, {
      search: "",
      filters: {},
      sort: [{ column: "version", descending: false }],
    });
    expect(sorted.map((row) => row.session.agent_version)).toEqual([
      "nightly",
      "2.10.0",
      "3.9.0",
      "3.18.2-rc.2",
      "3.18.2-rc.10",
      "3.18.2",
    ]);
  });
});

// Law: a column of versions sorts by precedence, as updates are offered by it.
it("sorts versions by precedence: numbers as numbers, a release after its pre-releases", () => {
  const sorted = ["3.2.0-alpha", "3.2.0-rc.2", "3.2.0-rc.10", "3.2.0", "v3.10.0", "10.0.0+build.5"];
  expect(sorted.toReversed().toSorted((a, b) => (versionKey(a) < versionKey(b) ? -1 : 1))).toEqual(sorted);
  fc.assert(
    fc.property(
      fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)),
      fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)),
      (a, b) => {
        const [one, other] = [a.join("."), b.join(".")];
        expect(Math.sign(compareVersions(one, other))).toBe(
          versionKey(one) === versionKey(other) ? 0 : versionKey(one) < versionKey(other) ? -1 : 1,
        );
      },
    ),
  );
});
