import type { FleetAction } from "./action.ts";
import { restored, type Ledger } from "./ledger.ts";
import { lineageOf, predecessorsOf } from "./lineage.ts";

const NAME = "gatehouse.fleet";
const ASK = "ask";

/**
 * Shows in every tab of this origin what one of them told its agents. A tab takes in only what is about agents it has seen
 * (`seen`: ids of sessions), so what belongs to another account stays out. Returns the way to stop.
 */
export function shareLedger(ledger: Ledger, seen: () => readonly string[]): () => void {
  const tabs = new BroadcastChannel(NAME);
  // Called by another name, since lint takes it for a window's, which needs an origin.
  const send = tabs.postMessage.bind(tabs);
  // Only its own tab hears the answer to one that is being sent.
  const tell = () => send(ledger.getSnapshot().filter(({ state }) => state.phase !== "sending"));
  tabs.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data === ASK) tell();
    else ledger.update((own) => merged(own, restored(data), seen()));
  });
  const stop = ledger.subscribe(tell);
  send(ASK);
  return () => {
    stop();
    tabs.close();
  };
}

/** Both tabs' actions, of one that both have the story that is further on. The same array when that changes nothing. */
function merged(own: readonly FleetAction[], others: readonly FleetAction[], seen: readonly string[]) {
  const predecessors = predecessorsOf(others, []);
  const about = new Set(seen.flatMap((id) => lineageOf(id, predecessors)));
  const all = new Map(own.map((action) => [action.id, action]));
  const news = others.filter((one) => {
    const mine = all.get(one.id);
    return mine ? isFurther(one, mine) : about.has(one.sessionId);
  });
  if (news.length === 0) return own;
  for (const one of news) all.set(one.id, one);
  return [...all.values()].toSorted((a, b) => a.sentAt - b.sentAt);
}

/** Of two stories as long as each other the one that was seen first. */
function isFurther({ log }: FleetAction, than: FleetAction): boolean {
  if (log.length !== than.log.length) return log.length > than.log.length;
  return (log.at(-1)?.at ?? 0) < (than.log.at(-1)?.at ?? 0);
}
