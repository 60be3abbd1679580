import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { answered, type FleetAction } from "./action.ts";
import { identityOf, startAction } from "./start-action.ts";
import { claimsOf } from "./lineage.ts";
import { choose, observe } from "./observe.ts";

const T0 = Date.parse("2026-11-21T14:00:00Z");
/** The browser's clock is an hour off: nothing may depend on both clocks agreeing. */
const SERVICE_OFFSET = -3_600_000;

function session(id: string, patch: Partial<TunnelSession> & { startedMs?: number } = {}): TunnelSession {
  const { startedMs = T0 - 86_400_000, ...rest } = patch;
  return {
    id,
    uri: `/tunnel_sessions/${id}`,
    agent_version: "3.17.4",
    credential: { id: "cr_1", uri: "/credentials/cr_1" },
    ip: "203.0.113.15",
    os: "linux",
    metadata: '{"host":"fra-gw-02"}',
    region: "eu",
    started_at: new Date(startedMs + SERVICE_OFFSET).toISOString(),
    transport: "service/2",
    ...rest,
  };
}

function sent(kind: AgentCommand, target: TunnelSession, sessions: TunnelSession[], at = T0): FleetAction {
  const action = startAction({
    id: `${kind}-${target.id}`,
    kind,
    session: target,
    sessions,
    urls: [],
    at,
  });
  return answered(action, { outcome: "accepted" }, at + 100);
}

const read = (actions: readonly FleetAction[], seconds: number, ...sessions: TunnelSession[]) =>
  observe(actions, { at: T0 + seconds * 1000, sessions });

const other = session("ts_other", { ip: "198.51.100.1", startedMs: T0 - 1000 });
const old = session("ts_old");
const back = (id: string, seconds: number, patch: Partial<TunnelSession> = {}) =>
  session(id, { startedMs: T0 + seconds * 1000, ...patch });

describe("restart", () => {
  const start = () => [sent("restart", old, [old, other])];

  it("is verified by the successor, and named with its seconds", () => {
    const left = read(start(), 2, other);
    expect(left[0]?.leftAt).toBe(T0 + 2000);
    const done = read(left, 8, other, back("ts_new", 7));
    expect(done[0]?.state).toEqual({
      phase: "verified",
      seconds: 8,
      successorId: "ts_new",
      version: "3.17.4",
    });
    expect(done[0]?.log.map((entry) => entry.event)).toEqual([
      "sending",
      "accepted",
      "left",
      "candidates",
      "verified",
    ]);
  });

  it.each([
    ["another credential", { credential: { id: "cr_2", uri: "" } }],
    ["another address", { ip: "203.0.113.16" }],
    ["another os", { os: "darwin" }],
    ["other metadata", { metadata: "else" }],
    ["a start before the command", { started_at: session("x").started_at }],
  ])("does not take a session with %s", (_name, patch) => {
    const seen = read(start(), 8, other, back("ts_new", 7, patch));
    expect(seen[0]?.state.phase).toBe("waiting");
  });

  it("does not take a twin that was online before", () => {
    const twin = session("ts_twin");
    const seen = read([sent("restart", old, [old, twin])], 8, twin);
    expect(seen[0]?.state.phase).toBe("waiting");
  });

  it("waits while the old session is still listed, then says so, and still accepts a late success", () => {
    expect(read(start(), 59, old, other)[0]?.state.phase).toBe("waiting");
    const overdue = read(start(), 60, old, other);
    expect(overdue[0]?.state).toEqual({ phase: "overdue", reason: "still-online" });
    const late = read(overdue, 75, other, back("ts_new", 74));
    expect(late[0]?.state).toMatchObject({ phase: "verified", seconds: 75, successorId: "ts_new" });
  });

  it("is still offline after 60 s, and found later all the same", () => {
    const overdue = read(read(start(), 2, other), 61, other);
    expect(overdue[0]?.state).toEqual({ phase: "overdue", reason: "not-back" });
    expect(read(overdue, 65, other)).toBe(overdue);
    expect(read(overdue, 90, other, back("ts_new", 89))[0]?.state.phase).toBe("verified");
    expect(read(overdue, 3600, other, back("ts_new", 3599))).toBe(overdue);
  });

  it("is ambiguous with two candidates, until one is chosen", () => {
    const candidate = back("ts_b", 6);
    const seen = read(read(start(), 2, other), 8, other, back("ts_a", 5), candidate);
    expect(seen[0]?.state).toEqual({ phase: "ambiguous", candidateIds: ["ts_a", "ts_b"] });
    const id = seen[0]!.id;
    expect(choose(seen, id, session("ts_z"), T0)).toEqual(seen);
    expect(choose(seen, id, candidate, T0 + 20_000)[0]?.state).toMatchObject({
      phase: "verified",
      successorId: "ts_b",
      chosen: true,
    });
  });

  it("keeps watching when the answer was lost", () => {
    const action = startAction({
      id: "1",
      kind: "restart",
      session: old,
      sessions: [old],
      urls: [],
      at: T0,
    });
    const unsure = answered(action, { outcome: "unsure", error: { msg: "No answer", status: 504 } }, T0 + 50);
    expect(read([unsure], 9, back("ts_new", 8))[0]?.state.phase).toBe("verified");
  });
});

describe("twins", () => {
  const twin = session("ts_twin");
  const both = () => [sent("restart", old, [old, twin]), sent("restart", twin, [old, twin], T0 + 10)];

  it("wait for each other instead of claiming the same successor", () => {
    const one = read(both(), 8, back("ts_a", 7));
    expect(one.map((action) => action.state.phase)).toEqual(["waiting", "waiting"]);
    const two = read(one, 10, back("ts_a", 7), back("ts_b", 9));
    expect(two.map((action) => action.state)).toMatchObject([
      { phase: "verified", successorId: "ts_a" },
      { phase: "verified", successorId: "ts_b" },
    ]);
  });

  it("are ambiguous when only one of them is back in time", () => {
    const late = read(read(both(), 8, back("ts_a", 7)), 61, back("ts_a", 7));
    expect(late.map((action) => action.state)).toMatchObject([
      { phase: "ambiguous", candidateIds: ["ts_a"] },
      { phase: "ambiguous", candidateIds: ["ts_a"] },
    ]);
  });

  it("restarted one after the other each get their own", () => {
    const first = read([sent("restart", old, [old, twin])], 5, twin, back("ts_a", 4));
    const second = sent("restart", twin, [twin, back("ts_a", 4)], T0 + 6000);
    const done = read([...first, second], 12, back("ts_a", 4), back("ts_b", 11));
    expect(done.map((action) => action.state)).toMatchObject([
      { successorId: "ts_a" },
      { successorId: "ts_b" },
    ]);
  });
});

describe("stop", () => {
  it("is verified when a complete list is without it", () => {
    const actions = [sent("stop", old, [old, other])];
    expect(read(actions, 2, old, other)).toBe(actions);
    expect(read(actions, 3, other)[0]?.state).toEqual({ phase: "verified", seconds: 3 });
    expect(read(actions, 61, old, other)[0]?.state).toEqual({ phase: "overdue", reason: "still-online" });
  });
});

describe("update", () => {
  const newer = { agent_version: "3.18.2" };

  it("waits for its restart as long as it takes and is verified by a risen version", () => {
    const update = sent("update", old, [old]);
    const waiting = read([update], 600, old);
    expect(waiting[0]?.state.phase).toBe("waiting");
    const restarted = [...waiting, sent("restart", old, [old], T0 + 600_000)];
    const done = read(read(restarted, 602, other), 607, other, back("ts_new", 606, newer));
    expect(done.map((action) => action.state)).toMatchObject([
      { phase: "verified", successorId: "ts_new", version: "3.18.2", seconds: 5 },
      { phase: "verified", successorId: "ts_new", seconds: 7 },
    ]);
  });

  it("is not verified when the agent is back with the version it had", () => {
    const done = read(read([sent("update", old, [old])], 20, other), 25, back("ts_new", 24));
    expect(done[0]?.state).toMatchObject({ phase: "unchanged", successorId: "ts_new", version: "3.17.4" });
  });
});

describe("any history", () => {
  const step = fc.record({
    restart: fc.subarray([0, 1, 2, 3]),
    leave: fc.subarray([0, 1, 2, 3]),
    arrive: fc.subarray([0, 1, 2, 3]),
    stranger: fc.boolean(),
    seconds: fc.integer({ min: 1, max: 40 }),
  });

  // Cause: of two commands to one session only the one in time chose, for both. Law: a session takes what all of its
  // commands allow.
  const nothing = { restart: [], leave: [], arrive: [], stranger: false };
  const FOUND_BY_ONE = [
    { ...nothing, restart: [3], stranger: true, seconds: 10 },
    { ...nothing, restart: [2, 3], leave: [2, 3], seconds: 1 },
    { ...nothing, seconds: 38 },
    { ...nothing, arrive: [3], seconds: 11 },
    { ...nothing, restart: [3], leave: [3], seconds: 10 },
  ];

  it("gives no successor away twice, and only new sessions of the same identity", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.boolean(), (steps, alike) => {
        const metadata = (agent: number) => (alike ? "twin" : `agent-${agent % 2}`);
        const agents = [0, 1, 2, 3].map((n) => ({
          online: session(`ts_${n}`, { metadata: metadata(n) }) as TunnelSession | null,
          asked: false,
        }));
        const strangers: TunnelSession[] = [];
        const known = new Map<string, string>();
        let actions: readonly FleetAction[] = [];
        let at = T0;
        let next = 10;
        const list = () => [...agents.flatMap(({ online }) => (online ? [online] : [])), ...strangers];
        for (const { restart, leave, arrive, stranger, seconds } of steps) {
          for (const n of restart) {
            const { online } = agents[n]!;
            if (!online) continue;
            agents[n]!.asked = true;
            actions = [...actions, { ...sent("restart", online, list(), at), id: `a${next++}` }];
          }
          at += seconds * 1000;
          for (const n of leave) if (agents[n]!.asked) agents[n] = { online: null, asked: false };
          for (const n of arrive) {
            if (agents[n]!.online) continue;
            const id = `ts_${next++}`;
            agents[n]!.online = session(id, { metadata: metadata(n), startedMs: at });
          }
          if (stranger) strangers.push(session(`ts_${next++}`, { metadata: "twin", startedMs: at }));
          const before = actions;
          actions = observe(actions, { at, sessions: list() });
          expect(observe(actions, { at, sessions: list() })).toBe(actions);
          for (const online of list()) known.set(online.id, identityOf(online));
          for (const [i, action] of actions.entries()) {
            const was = before[i]!;
            expect(was.state.phase !== "verified" || action === was).toBe(true);
          }
        }
        const owners = new Map<string, string>();
        for (const { state, sessionId, session, knownIds } of actions) {
          if (state.phase !== "verified" || state.successorId === undefined) continue;
          expect(owners.get(state.successorId) ?? sessionId).toBe(sessionId);
          owners.set(state.successorId, sessionId);
          expect(knownIds).not.toContain(state.successorId);
          expect(known.get(state.successorId)).toBe(identityOf(session));
        }
        expect(claimsOf(actions)).toEqual(owners);
      }),
      { examples: [[FOUND_BY_ONE, true]] },
    );
  });
});
