import { FILTER_KINDS, usableNames } from "../kinds.ts";
import { EVENTS_MAX } from "./bounds.ts";
import { EventTable } from "./event-table.ts";
import type { FromBench, RunRequest, Source, Tally, ToBench } from "./messages.ts";
import { type Heads, readEvents } from "./read-events.ts";
import { runFilter } from "./run.ts";

/** Lines that can’t be read and are listed. */
const BAD_MAX = 100;
/** Lines read between two looks at the clock, and the time between two turns of others, in milliseconds. */
const STRIDE = 200;
const SLICE_MS = 8;

const HEADS: Heads = Object.fromEntries(
  Object.entries(FILTER_KINDS).map(([kind, fields]) => [
    kind,
    [...new Set(Object.keys(fields).map((name) => name.split(".", 1)[0] ?? ""))],
  ]),
);

/** What was read of one source. */
class Store {
  readonly tables: Readonly<Record<string, EventTable>> = Object.fromEntries(
    Object.keys(FILTER_KINDS).map((kind) => [kind, new EventTable(usableNames(kind))]),
  );
  readonly bad: Tally["bad"][number][] = [];
  readonly others: Record<string, number> = {};
  badCount = 0;
  over = 0;

  get size(): number {
    return Object.values(this.tables).reduce((sum, { size }) => sum + size, 0);
  }

  tally(): Tally {
    const { bad, badCount, others, over } = this;
    const events = Object.entries(this.tables).map(
      ([kind, { size: count, first, last }]) => [kind, { count, first, last }] as const,
    );
    return { events: Object.fromEntries(events), bad: [...bad], badCount, others: { ...others }, over };
  }
}

/** A file that was moved or changed since it was chosen. */
const unreadable = (store: Store) => (error: unknown) => {
  const reason = `can’t be read: ${error instanceof Error ? error.message : String(error)} Choose the file again`;
  store.bad.push({ of: "Line", line: 1, reason, text: "" });
  store.badCount += 1;
  return "";
};

/** The other turn of an endless loop that lets messages in. */
const nextTurn = (): Promise<void> =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      done();
    });
    port1.start();
    port2.postMessage(null);
  });

/**
 * The workbench without its window: takes messages and answers by `post`. A newer run ends the one before, and one that begins
 * while events are read waits for them.
 */
export function createBench(post: (message: FromBench) => void): (message: ToBench) => void {
  const stores: Record<Source, Store> = { recent: new Store(), pasted: new Store() };
  let newest = 0;
  let loads: Promise<void> = Promise.resolve();

  async function load({ load: id, source, kind, given }: Extract<ToBench, { type: "load" }>): Promise<void> {
    const store = stores[source];
    const text = typeof given === "string" ? given : await given.text().catch(unreadable(store));
    let until = performance.now() + SLICE_MS;
    let count = 0;
    for (const read of readEvents(text, kind, HEADS)) {
      count += 1;
      if (count % STRIDE === 0 && performance.now() > until) {
        await nextTurn();
        if (stores[source] !== store) return;
        until = performance.now() + SLICE_MS;
      }
      if ("bad" in read) {
        store.badCount += 1;
        if (store.bad.length < BAD_MAX) store.bad.push(read.bad);
      } else if ("other" in read) store.others[read.other] = (store.others[read.other] ?? 0) + 1;
      else if (store.size >= EVENTS_MAX) store.over += 1;
      else store.tables[read.event.type]?.add(read.event.object, read.event.text, read.event.at);
    }
    if (stores[source] === store) post({ type: "loaded", load: id, source, tally: store.tally() });
  }

  async function run(request: RunRequest): Promise<void> {
    newest = request.run;
    await loads;
    const table = stores[request.source].tables[request.kind];
    if (!table || newest !== request.run) return;
    const pause = async () => {
      await nextTurn();
      return newest === request.run;
    };
    const answer = await runFilter(request, table, pause);
    if (answer && newest === request.run) post(answer);
  }

  const failed = (error: unknown) =>
    post({ type: "broke", message: error instanceof Error ? error.message : String(error) });

  return (message) => {
    if (message.type === "clear") stores[message.source] = new Store();
    else if (message.type === "load") loads = loads.then(() => load(message)).catch(failed);
    else run(message).catch(failed);
  };
}
