// Cause: a lost agent opened in a new tab was "No such session", while the first tab said since when it is offline. Law: one agent,
// one story, in every tab of the browser; nothing of another account.
import { afterEach, expect, it, vi } from "vitest";
import { departuresOf, type Departure } from "./departures.ts";
import { leftAtOf } from "./how-left.ts";
import { mergeDepartures } from "./merge-departures.ts";
import { shareDepartures } from "./share-departures.ts";
import { startAction } from "./start-action.ts";
import { createVisitStore } from "#ui/visit-store.ts";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const gone = (id: string, patch: Partial<Departure> = {}): Departure => ({
  session: {
    id,
    uri: "",
    agent_version: "3.18.2",
    ip: "203.0.113.1",
    os: "linux",
    region: "eu",
    started_at: "2026-11-21T14:00:00Z",
    transport: "service/2",
  },
  seenAt: 1000,
  leftAt: 2000,
  ...patch,
});

function openTab(online: string[] | undefined, askedFor: string[] = [], left: Departure[] = []) {
  const store = createVisitStore(null, "left", departuresOf);
  store.set(left);
  stops.push(shareDepartures(store, { online: () => online, askedFor: () => askedFor }));
  return store;
}
const ids = (tab: ReturnType<typeof openTab>) => tab.getSnapshot().map(({ session }) => session.id);

it("tells a new tab of the same account what left, what it comes back as, and nothing to one of another account", async () => {
  const first = openTab(["ts_on"], [], [gone("ts_1")]);
  const stranger = openTab(["ts_else"], ["ts_1"]);
  const late = openTab(["ts_on", "ts_more"]);
  await vi.waitFor(() => expect(ids(late)).toEqual(["ts_1"]));
  expect(late.getSnapshot()[0]).toMatchObject({ seenAt: 1000, leftAt: 2000 });
  first.set([gone("ts_1", { back: "ts_2" })]);
  await vi.waitFor(() => expect(late.getSnapshot()[0]?.back).toBe("ts_2"));
  expect(ids(stranger)).toEqual([]);
  // What one dismissed stays dismissed there, whatever the others say next.
  late.set([]);
  first.set([gone("ts_1", { back: "ts_2" }), gone("ts_3")]);
  await vi.waitFor(() => expect(ids(late)).toEqual(["ts_3"]));
});

it("tells of the session that its page is opened for where none is online, and of none that is online", async () => {
  openTab([], [], [gone("ts_1"), gone("ts_2")]);
  const page = openTab(undefined, ["ts_1"]);
  await vi.waitFor(() => expect(ids(page)).toEqual(["ts_1"]));
  openTab(["ts_on"], [], [gone("ts_8"), gone("ts_9")]);
  const other = openTab(["ts_on", "ts_8"]);
  await vi.waitFor(() => expect(ids(other)).toEqual(["ts_9"]));
});

it("takes nothing that is no departure", async () => {
  const tab = openTab(["ts_on"]);
  const liar = new BroadcastChannel("gatehouse.left");
  const send = liar.postMessage.bind(liar);
  for (const odd of [
    null,
    7,
    [],
    {},
    { online: ["ts_on"], left: [{ id: "1" }] },
    { online: 1, left: [gone("ts_1")] },
  ])
    send(odd);
  liar.close();
  openTab(["ts_on"]).set([gone("ts_5")]);
  await vi.waitFor(() => expect(ids(tab)).toEqual(["ts_5"]));
});

// Cause: a tab that saw an agent leave said when its list had, every other one what the service says. Law: since when an agent is
// offline is one fact, in every place.
it("takes from the service when and how a session left, over what this tab saw of it", () => {
  const seen = gone("ts_1");
  const said = gone("ts_1", { seenAt: 1500, leftAt: 1500, reason: "stopped" });
  const [one] = mergeDepartures([seen], [said], new Set(["ts_1"]));
  expect(one).toMatchObject({ leftAt: 1500, seenAt: 1500, reason: "stopped" });
  const { session } = seen;
  const stop = startAction({ id: "1", kind: "stop", session, sessions: [], urls: [], at: 900 });
  const told = [{ ...stop, leftAt: 2500 }];
  expect([leftAtOf(one!, told), leftAtOf(seen, told), leftAtOf(seen, [])]).toEqual([1500, 2500, 2000]);
  // What another tab only saw as well changes nothing.
  expect(mergeDepartures([seen], [gone("ts_1", { leftAt: 9000 })], new Set(["ts_1"]))).toEqual([seen]);
});
