import { setImmediate as nextTurn } from "node:timers/promises";
import type { Filter } from "#contract/cel/filter.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import type { Slice } from "../store/pages.ts";
import { filtered } from "./traffic-feed.ts";
import type { TrafficStore } from "./traffic-store.ts";

/** Events read at a time: requests wait for them on SQLite. */
const STRIDE = 250;
/** Events that one search looks at, and the time it has, in milliseconds. The next page goes on. */
const SEARCHED_MAX = 50_000;
const SEARCH_MS = 1_000;

/** Events that pass, newest first; `last` = the id to go on before, undefined at the end. */
export async function searchTraffic(
  store: TrafficStore,
  { before, limit }: Slice,
  filter: Filter | null,
): Promise<{ events: TrafficEvent[]; last: string | undefined }> {
  const events: TrafficEvent[] = [];
  const until = performance.now() + SEARCH_MS;
  let at = before;
  for (let searched = 0; searched < SEARCHED_MAX && performance.now() < until;) {
    const stride = filter ? STRIDE : limit + 1;
    const rows = await store.before(at, stride, filter?.needs ?? []);
    for (const { id, event: text } of rows) {
      if (events.length === limit) return { events, last: at };
      at = id;
      if (text === null) continue;
      const event = JSON.parse(text) as TrafficEvent;
      if (!filter || filter.passes(filtered(event))) events.push(event);
    }
    if (rows.length < stride) return { events, last: undefined };
    searched += rows.length;
    await nextTurn();
  }
  return { events, last: at };
}
