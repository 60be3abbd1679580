// Cause: of two tabs one said "Updates off" and "Stopped at 2:02 PM", the other "Online", "Update 3…" and "offline", as if
// lost. Law: one agent, one story, whichever tab told it; nothing of another account.
import { afterEach, expect, it, vi } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { withRefusals, withUpdates } from "./heard-updates.ts";
import { createLedger } from "./ledger.ts";
import { observe } from "./observe.ts";
import { shareLedger } from "./share-ledger.ts";
import { startAction, withAnswer } from "./start-action.ts";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const session = (id: string, startedAt = "2026-11-21T14:00:00Z"): TunnelSession => ({
  id,
  uri: "",
  agent_version: "3.18.2",
  ip: "203.0.113.1",
  os: "linux",
  region: "eu",
  started_at: startedAt,
  transport: "service/2",
});
const T0 = Date.parse("2026-11-21T14:02:00Z");

function openTab(...seen: string[]) {
  const ledger = createLedger(null);
  stops.push(shareLedger(ledger, () => seen));
  return ledger;
}
const tell = (
  ledger: ReturnType<typeof openTab>,
  kind: "restart" | "update",
  id: string,
  refused = false,
) => {
  const at = T0 + ledger.getSnapshot().length;
  const started = startAction({ id: kind + id, kind, session: session(id), sessions: [], urls: [], at });
  ledger.update((actions) => [...actions, started]);
  const answer = refused
    ? ({ outcome: "refused", error: { msg: "No." } } as const)
    : ({ outcome: "accepted" } as const);
  ledger.update((actions) => withAnswer(actions, kind + id, answer, at));
};
const phases = (ledger: ReturnType<typeof openTab>) =>
  ledger.getSnapshot().map(({ id, state }) => `${id} ${state.phase}`);

it("tells every tab what one told its agents, and what came of it, but nothing of agents that it has not seen", async () => {
  const [one, other, stranger] = [openTab("ts_1"), openTab("ts_1"), openTab("ts_9")];
  tell(one, "update", "ts_1", true);
  tell(one, "restart", "ts_1");
  await vi.waitFor(() => expect(phases(other)).toEqual(["updatets_1 refused", "restartts_1 waiting"]));
  other.update((actions) => observe(actions, { at: T0 + 2000, sessions: [] }));
  const back = session("ts_2", "2026-11-21T14:02:03Z");
  other.update((actions) => observe(actions, { at: T0 + 4000, sessions: [back] }));
  await vi.waitFor(() => expect(phases(one)).toEqual(["updatets_1 refused", "restartts_1 verified"]));
  // What was seen later of the same takes nothing back.
  one.update((actions) => actions.map((action) => ({ ...action })));
  // A tab that is opened now asks, and knows the agent by its new session.
  const late = openTab("ts_2");
  await vi.waitFor(() => expect(phases(late)).toEqual(phases(one)));
  expect(other.getSnapshot()).toEqual(one.getSnapshot());
  expect(phases(stranger)).toEqual([]);
});

it("takes nothing that is no action", async () => {
  const tab = openTab("ts_1");
  const liar = new BroadcastChannel("gatehouse.fleet");
  const send = liar.postMessage.bind(liar);
  for (const odd of [null, 7, "text", [{}], [{ id: "1", sessionId: "ts_1" }]]) send(odd);
  liar.close();
  tell(openTab("ts_1"), "restart", "ts_1");
  await vi.waitFor(() => expect(phases(tab)).toEqual(["restartts_1 waiting"]));
});

// Cause: a tab that was just opened heard from the service of an update that another tab had sent, before that tab answered, and gave
// it a second card there, "Sent by a rollout, another browser or the API". Law: an update that this browser sent is told once, in every
// tab, whichever of the two is known first.
const hear = (ledger: ReturnType<typeof openTab>, version: string) => {
  const updates = [{ session: { id: "ts_1", uri: "" }, state: "updated" as const, version }];
  ledger.update((actions) => withUpdates(actions, updates, [session("ts_1")], T0 + 20_000));
};

it("tells an update that one tab sent once, though another heard of it first", async () => {
  const sender = openTab("ts_1");
  tell(sender, "update", "ts_1");
  const opened = createLedger(null);
  hear(opened, "3.18.3");
  expect(phases(opened)).toEqual(["heard ts_1 3.18.3 waiting"]);
  stops.push(shareLedger(opened, () => ["ts_1"]));
  // What it heard reaches the sender, too.
  opened.update((actions) => [...actions]);
  await vi.waitFor(() => expect(phases(opened)).toEqual(["updatets_1 waiting"]));
  tell(opened, "restart", "ts_1");
  await vi.waitFor(() => expect(phases(sender)).toEqual(["updatets_1 waiting", "restartts_1 waiting"]));
});

it("tells a refusal that one tab was given once, though another heard of it first", async () => {
  const [sender, opened] = [openTab("ts_1"), openTab("ts_1")];
  const code = "ERR_GH_UPDATE";
  const sent = startAction({
    id: "own",
    kind: "update",
    session: session("ts_1"),
    sessions: [],
    urls: [],
    at: T0,
  });
  const refusal = {
    session: { id: "ts_1", uri: "" },
    error_code: code,
    refused_at: new Date(T0).toISOString(),
  };
  opened.update((actions) => withRefusals(actions, [refusal], [session("ts_1")]));
  await vi.waitFor(() => expect(sender.getSnapshot()).toEqual(opened.getSnapshot()));
  sender.update((actions) => [...actions, sent]);
  sender.update((actions) =>
    withAnswer(actions, "own", { outcome: "refused", error: { msg: "No.", code } }, T0),
  );
  for (const tab of [opened, sender]) await vi.waitFor(() => expect(phases(tab)).toEqual(["own refused"]));
});

it("tells an update by others beside one of this browser that came to its end before", async () => {
  const [sender, opened] = [openTab("ts_1"), openTab("ts_1")];
  tell(sender, "update", "ts_1");
  const risen = { ...session("ts_1"), agent_version: "3.18.3" };
  sender.update((actions) => observe(actions, { at: T0 + 4000, sessions: [risen] }));
  await vi.waitFor(() => expect(phases(opened)).toEqual(["updatets_1 verified"]));
  hear(opened, "3.18.4");
  await vi.waitFor(() => expect(phases(sender)).toContain("heard ts_1 3.18.4 waiting"));
  expect(phases(opened)).toEqual(phases(sender));
});
