import { expect, it } from "vitest";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import { AGENT_STATES, type RolloutSummary } from "#contract/rollouts/rollout.ts";
import { runningOf } from "#fleet/rollout/rollout-words.ts";
import { answered, type FleetAction } from "#fleet/action.ts";
import { observe } from "#fleet/observe.ts";
import { startAction, withEnds } from "#fleet/start-action.ts";
import { failures, lost, outdated, waiting } from "./agent-attention.ts";
import { moved } from "./moved-attention.ts";

const T0 = Date.parse("2026-11-21T12:00:00Z");
const agent = (id: string, os: string, version = "3.0.9"): TunnelSession => ({
  id,
  uri: `/tunnel_sessions/${id}`,
  agent_version: version,
  ip: "192.0.2.7",
  metadata: "",
  os,
  region: "eu",
  started_at: "2026-11-20T00:00:00Z",
  transport: "service/2",
  credential: { id: "cr_1", uri: "" },
});
const URL = "https://dock.example";
const sent = (kind: AgentCommand, session: TunnelSession, at: number, urls: string[] = []): FleetAction =>
  answered(
    startAction({ id: kind, kind, session, sessions: [session], urls, at }),
    { outcome: "accepted" },
    at,
  );
const gone = (actions: FleetAction[]) => observe(withEnds(actions), { at: T0 + 9000, sessions: [] });

// Cause: an agent that was stopped from here was never said to be offline, not even one that has to be started to finish its
// update, or whose URL was down. Law: where a stop left something to do, or something down, it says so, as in any other browser.
it("says what is left to do or down after a stop from here, and nothing else of it", () => {
  const session = agent("ts_1", "windows");
  const departure = { session, seenAt: T0, leftAt: T0 + 9000 };
  const why = (actions: FleetAction[], served?: string[]) =>
    lost(departure, {
      actions: gone(actions),
      endpoints: served?.map((url) => ({ public_url: url })),
      now: T0 + 9000,
    }).map((line) => [line.tone, line.what, line.why.replace(/^Stopped at [^.]+/, "Stopped at T")]);
  const update = sent("update", session, T0);
  const stop = sent("stop", session, T0 + 5000, [URL]);
  const line = (text: string) => [["off", "ts_1 is offline", `Stopped at T. ${text}`]];
  expect(why([update, stop], [URL])).toEqual(line("Update installed. Start it on its host."));
  expect(why([stop], [])).toEqual(line(`${URL} is offline.`));
  expect(why([update, stop], [])).toEqual(line(`${URL} is offline. Update installed. Start it on its host.`));
  // Another agent serves it, or nobody knows yet.
  expect(why([stop], [URL])).toEqual([]);
  expect(why([stop])).toEqual([]);
});

// Cause: an agent that was lost was named without the URLs that went with it. Law: what is down is said by what visitors see of it.
it("names the URLs that went with a lost agent and that nobody else serves", () => {
  const tunnel = (public_url: string) => ({ id: public_url, started_at: "2026-11-20T00:00:00Z", public_url });
  const departure = {
    session: agent("ts_1", "linux"),
    seenAt: T0,
    leftAt: T0 + 9000,
    served: [tunnel(URL), tunnel("https://b.example")],
  };
  const [line] = lost(departure, {
    actions: [],
    endpoints: [{ public_url: "https://b.example" }],
    now: T0 + 9000,
  });
  expect(line?.why).toMatch(/^Since .*, last seen 9 s ago\. https:\/\/dock\.example is offline\.$/);
});

// Cause: an agent came back at another address, and the overview said that nothing needs attention while the URL that people have was
// offline. Law: what is down is said until it is up.
it("names the URLs that an agent came back without", () => {
  const tunnel = { id: "tn_1", started_at: "2026-11-20T00:00:00Z", public_url: URL };
  const session = { ...agent("ts_2", "linux"), started_at: "2026-11-21T12:00:10Z" };
  const departure = {
    session: agent("ts_1", "linux"),
    seenAt: T0,
    leftAt: T0 + 9000,
    back: "ts_2",
    served: [tunnel],
  };
  const said = (endpoints: string[] | undefined, seconds: number, own?: object) =>
    moved({
      sessions: [session, agent("ts_3", "linux")],
      actions: [],
      left: [departure],
      endpoints: endpoints?.map((url) => ({ public_url: url })),
      serving: { live: new Map(own && [["bkdtg_1", [{ ...tunnel, public_url: null, ...own }]]]) },
      now: T0 + seconds * 1000,
    }).map(({ what, why, left }) => [what, why, left]);
  const line = [["ts_2 is online again without 1 of its URLs", `${URL} is offline.`, ["ts_1"]]];
  expect(said(["https://other.example"], 30)).toEqual(line);
  // It may still open them, another may serve it, or nobody knows yet.
  expect(said(["https://other.example"], 20)).toEqual([]);
  expect(said([URL], 30)).toEqual([]);
  expect(said(undefined, 30)).toEqual([]);
  // Cause: an agent that was restarted with --label, as the page of a new backend advises, was amber for the whole visit. Law: what was
  // chosen needs no attention, and what was not can be dismissed.
  const labelled = { labels: { app: "shop" }, tunnel_session: { id: "ts_2", uri: "" } };
  expect(said([], 30, labelled)).toEqual([]);
  expect(said([], 30, { ...labelled, forwards_to: "http://localhost:4000" })).toEqual(line);
  expect(said([], 30, { ...labelled, tunnel_session: { id: "ts_3", uri: "" } })).toEqual(line);
});

// Cause: between its restart and leaving the list an updated agent counted as outdated, with "Update…". Law: what was done about an
// agent counts until what came of it is known.
it("calls no updated agent outdated while it restarts", () => {
  const session = agent("ts_1", "linux");
  const sessions = [session, agent("ts_2", "linux", "3.1.0")];
  const said = (actions: FleetAction[]) =>
    outdated({ sessions, actions: [...withEnds(actions)], left: [], published: null });
  const update = sent("update", session, T0);
  expect(said([])).toHaveLength(1);
  expect(said([update])).toEqual([]);
  expect(said([update, sent("restart", session, T0 + 9000)])).toEqual([]);
});

// Cause: beside a rollout that held agents back the overview offered to update them at once, and nothing named it. Law: what is under
// way is told where the same is offered, and not offered again.
it("offers no update to agents that a rollout has still to do, and names it", () => {
  const sessions = [agent("ts_1", "linux"), agent("ts_2", "linux"), agent("ts_3", "linux", "3.1.0")];
  const said = (held?: ReadonlySet<string>) =>
    outdated({ sessions, actions: [], left: [], published: null, held }).map(({ what }) => what);
  expect(said()).toEqual(["2 agents can be updated"]);
  expect(said(new Set(["ts_1"]))).toEqual(["1 agent can be updated"]);
  expect(said(new Set(["ts_1", "ts_2"]))).toEqual([]);
  // Cause: the one that it had just updated "needs a restart", with a button. Law: as above.
  const actions = [sent("update", sessions[0]!, T0)];
  const next = (held?: ReadonlySet<string>) =>
    waiting({ sessions, actions, now: T0 + 20_000, held }).map(({ what }) => what);
  expect(next()).toEqual(["ts_1 needs a restart"]);
  expect(next(new Set(["ts_1"]))).toEqual([]);
  const counts = { ...Object.fromEntries(AGENT_STATES.map((state) => [state, 0])), waiting: 9, succeeded: 1 };
  const rollout = { id: "ro_1", status: "running", action: "update_and_restart", halted_by: null, counts };
  expect(runningOf([rollout as unknown as RolloutSummary])).toMatchObject([
    {
      what: "Rollout running",
      why: "Update and restart 10 agents: 9 waiting, 1 done.",
      fix: { to: "/rollouts/ro_1" },
    },
  ]);
});

// Cause: an updated agent that left stood there twice, as "Still offline after 60 s" and as offline. Law: one cause, one line.
it("says once that an agent that left after its update is offline", () => {
  const session = agent("ts_1", "linux");
  const departure = { session, seenAt: T0, leftAt: T0 + 9000 };
  const [update] = gone([sent("update", session, T0)]);
  const actions = [...observe([update!], { at: T0 + 90_000, sessions: [] })];
  expect(actions[0]?.state.phase).toBe("overdue");
  const of = { sessions: [], actions, now: T0 + 90_000 };
  expect(failures({ ...of, left: [] })).toHaveLength(1);
  expect(failures({ ...of, left: [departure] })).toEqual([]);
  expect(lost(departure, of).map(({ what }) => what)).toEqual(["ts_1 is offline"]);
});

// Cause: after a restart that an agent did not come back from, only "Still offline after 60 s" was said in the browser that had sent
// it: no URL, and no way to dismiss it. Law: what is down is told alike in every browser.
it("tells of an agent that didn't come back from a restart what is offline with it", () => {
  const session = agent("ts_1", "linux");
  const tunnel = { id: "tn_1", started_at: "2026-11-20T00:00:00Z", public_url: URL };
  const departure = { session, seenAt: T0, leftAt: T0 + 9000, served: [tunnel] };
  const [restart] = gone([sent("restart", session, T0)]);
  const told = (reason?: "restarted") => ({ ...departure, ...(reason && { reason }) });
  const line = [
    "ts_1 is offline",
    `${URL} is offline. It didn’t come back from its restart. Start it on its host.`,
  ];
  const said = (of: Parameters<typeof lost>[0], actions: readonly FleetAction[]) =>
    lost(of, { actions, endpoints: [], now: T0 + 90_000 }).map(({ what, why }) => [
      what,
      why.replace(/^Since .* ago\. /, ""),
    ]);
  const actions = observe([restart!], { at: T0 + 90_000, sessions: [] });
  expect(failures({ sessions: [], actions, left: [departure], now: T0 + 90_000 })).toEqual([]);
  expect(said(departure, actions)).toEqual([line]);
  // In another browser, by what the service says.
  expect(said(told("restarted"), [])).toEqual([line]);
});

// Cause: an update that found nothing newer stood under "Needs attention" and was counted, with "Nothing to do". Law: what needs
// nothing isn't told of, unless its agent is outdated all the same.
it("says nothing of an agent that had nothing to update to", () => {
  const session = agent("ts_1", "linux");
  const start = startAction({ id: "1", kind: "update", session, sessions: [session], urls: [], at: T0 });
  const error = { msg: "None.", code: UPDATE_REFUSALS.notAvailable, status: 409 };
  const actions = [answered(start, { outcome: "refused", error }, T0)];
  const said = (published: string[]) =>
    failures({ sessions: [session], actions, left: [], published, now: T0 }).map(({ what }) => what);
  expect(said(["3.0.9"])).toEqual([]);
  expect(said(["3.1.0"])).toEqual(["ts_1: No update available"]);
});
