import { describe, expect, it } from "vitest";
import { type Answer, type FleetAction } from "./action.ts";
import { startAction, withAnswer } from "./start-action.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { observe } from "./observe.ts";
import { reportOf } from "./report.ts";
import type { VisitStorage } from "#ui/visit-store.ts";

const add = (ledger: Ledger, one: FleetAction) => ledger.update((actions) => [...actions, one]);
const answer = (ledger: Ledger, id: string, given: Answer) =>
  ledger.update((actions) => withAnswer(actions, id, given, 1100));

function memory(): VisitStorage & { text: () => string | undefined } {
  const map = new Map<string, string>();
  return {
    getItem: (name) => map.get(name) ?? null,
    setItem: (name, value) => void map.set(name, value),
    removeItem: (name) => void map.delete(name),
    text: () => [...map.values()][0],
  };
}

function action(id: string): FleetAction {
  const session = {
    id: `ts_${id}`,
    uri: "",
    agent_version: "3.18.2",
    ip: "203.0.113.1",
    os: "linux",
    region: "eu",
    started_at: "2026-11-21T14:00:00Z",
    transport: "service/2",
  };
  return startAction({ id, kind: "stop", session, sessions: [session], urls: ["https://a"], at: 1000 });
}

describe("ledger", () => {
  it("survives a reload of the tab and goes on watching", () => {
    const storage = memory();
    const before = createLedger(storage);
    add(before, action("1"));
    answer(before, "1", { outcome: "accepted" });
    const after = createLedger(storage);
    expect(after.getSnapshot()).toEqual(before.getSnapshot());
    after.update((actions) => observe(actions, { at: 4000, sessions: [] }));
    expect(after.getSnapshot()[0]?.state).toEqual({ phase: "verified", seconds: 3 });
  });

  it("is unsure of a command whose answer the reload cut off", () => {
    const storage = memory();
    add(createLedger(storage), action("1"));
    expect(createLedger(storage).getSnapshot()[0]?.state.phase).toBe("unsure");
  });

  // Cause: of several agents those whose turn had not come when the page was reloaded were told nothing, without a word. Law:
  // after a reload every action ends in an outcome.
  it("says of a command that waited for its turn that it was not sent", () => {
    const storage = memory();
    add(createLedger(storage), { ...action("1"), log: [] });
    const [restored] = createLedger(storage).getSnapshot();
    expect(restored?.state).toEqual({
      phase: "failed",
      error: { msg: "The page was reloaded before it was sent." },
    });
    expect(restored && reportOf(restored).map(({ text }) => text)).toEqual(["Not sent"]);
  });

  it.each(["{", "7", "[{}]", '[{"id":"1","kind":"explode"}]'])("starts empty over garbage %s", (text) => {
    const storage = memory();
    storage.setItem("gatehouse.fleet", text);
    expect(createLedger(storage).getSnapshot()).toEqual([]);
  });

  it("works without a storage, and with one that refuses", () => {
    const refusing: VisitStorage = {
      getItem: () => {
        throw new Error("denied");
      },
      setItem: () => {
        throw new Error("full");
      },
      removeItem: () => {
        throw new Error("denied");
      },
    };
    for (const storage of [null, refusing]) {
      const ledger = createLedger(storage);
      add(ledger, action("1"));
      expect(ledger.getSnapshot()).toHaveLength(1);
    }
  });

  it("is bounded, keeps open actions, and tells its listeners of changes only", () => {
    const storage = memory();
    const ledger = createLedger(storage);
    let told = 0;
    const stop = ledger.subscribe(() => (told += 1));
    add(ledger, action("open"));
    for (let n = 0; n < 150; n += 1) {
      add(ledger, action(String(n)));
      answer(ledger, String(n), { outcome: "refused", error: { msg: "no" } });
    }
    const ids = ledger.getSnapshot().map(({ id }) => id);
    expect(ids).toHaveLength(100);
    expect(ids[0]).toBe("open");
    expect(ids.at(-1)).toBe("149");
    told = 0;
    ledger.update((actions) => observe(actions, { at: 900, sessions: [] }));
    expect(told).toBe(0);
    stop();
    ledger.clear();
    expect(told).toBe(0);
    expect(storage.text()).toBeUndefined();
  });
});
