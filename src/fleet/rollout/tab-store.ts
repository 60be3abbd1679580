import type { Asked } from "#contract/rollouts/asked.ts";
import type { KeptSession } from "#contract/rollouts/reading.ts";
import type { RolloutPlan } from "#contract/rollouts/rollout.ts";
import { awaitsHosts, type RolloutState } from "#contract/rollouts/state.ts";

/** Where a rollout belongs: the service's base URL, and who started it where the service says. */
export type Place = { base: string; who: string | null };

/** A rollout that the browser keeps. No key, no token: what the list says of its agents, and what came of each. */
export type TabRollout = Place & {
  id: string;
  /** Rises with each change: who read an older one changes nothing. */
  revision: number;
  created_at: string;
  asked: Asked;
  plan: RolloutPlan;
  sessions: readonly KeptSession[];
  state: RolloutState;
  /** When each agent was last told something, by the clock of the service; null = never. */
  told: readonly (number | null)[];
  /** Sessions that were online lately: who sees none of them looks at another account. */
  known: readonly string[];
};

const NAME = "gatehouse.rollouts";

/** Whether this browser can run rollouts: it needs a secure page (HTTPS or this machine). */
export const canRunHere = (): boolean =>
  globalThis.indexedDB !== undefined && globalThis.navigator?.locks !== undefined;

let opening: Promise<IDBDatabase> | undefined;

function opened(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.addEventListener("upgradeneeded", () =>
      asked.result.createObjectStore(NAME, { keyPath: "id" }).createIndex("base", "base"),
    );
    asked.addEventListener("success", () => resolve(asked.result));
    asked.addEventListener("error", () => reject(fault(asked.error)));
  }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

const fault = (error: DOMException | null) =>
  new Error(`This browser could not keep the rollout. ${error?.message ?? ""}`.trim());

/** Runs one transaction, and answers what it found once it is kept. */
async function within<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore, found: (value: T) => void) => void,
  none: T,
): Promise<T> {
  const transaction = (await opened()).transaction(NAME, mode, { durability: "strict" });
  return new Promise<T>((resolve, reject) => {
    let answer = none;
    transaction.addEventListener("complete", () => resolve(answer));
    transaction.addEventListener("abort", () => reject(fault(transaction.error)));
    run(transaction.objectStore(NAME), (value) => {
      answer = value;
    });
  });
}

const belongs = (one: TabRollout, { base, who }: Place): boolean =>
  one.base === base && (one.who === null || who === null || one.who === who);

/** Those of a place, newest first. */
export async function keptRollouts(place: Place): Promise<TabRollout[]> {
  const all = await within<TabRollout[]>(
    "readonly",
    (store, found) => {
      const asked: IDBRequest<TabRollout[]> = store.index("base").getAll(place.base);
      asked.addEventListener("success", () => found(asked.result));
    },
    [],
  );
  return all.filter((one) => belongs(one, place)).toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
}

export const isOpen = ({ state }: TabRollout): boolean => state.ended_at === null;

/** Those of a place that go on, and those that have agents that only their hosts can start. */
export async function liveRollouts(place: Place): Promise<TabRollout[]> {
  return (await keptRollouts(place)).filter((one) => isOpen(one) || awaitsHosts(one.state));
}

/** Keeps a new one, and forgets those that ended before a time, in milliseconds. */
export async function keepRollout(rollout: TabRollout, endedBefore: number): Promise<void> {
  await within(
    "readwrite",
    (store) => {
      store.add(rollout);
      const all: IDBRequest<TabRollout[]> = store.getAll();
      all.addEventListener("success", () => {
        for (const { id, state } of all.result)
          if (state.ended_at !== null && state.ended_at < endedBefore) store.delete(id);
      });
    },
    null,
  );
}

/** Changes one as it is now, whichever tab changed it before. Answers it; null where it is gone or `change` answers null. */
export function changeRollout(
  id: string,
  change: (now: TabRollout) => TabRollout | null,
): Promise<TabRollout | null> {
  return within<TabRollout | null>(
    "readwrite",
    (store, found) => {
      const asked: IDBRequest<TabRollout | undefined> = store.get(id);
      asked.addEventListener("success", () => {
        const next = asked.result ? change(asked.result) : null;
        if (!next) return;
        const kept = { ...next, revision: (asked.result?.revision ?? 0) + 1 };
        store.put(kept);
        found(kept);
      });
    },
    null,
  );
}
