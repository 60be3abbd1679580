// Cause: of two tabs one said "Updates off" and "Stopped at 2:02 PM", the other "Online", "Update 3…" and "offline", as if
// lost. Law: one agent, one story, whichever tab told it; nothing of another account.
import { afterEach, expect, it, vi } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
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
