import { departuresOf, type departures } from "./departures.ts";
import { mergeDepartures } from "./merge-departures.ts";

const NAME = "gatehouse.left";
const ASK = "ask";
/** So many ids of sessions that are online show that two tabs look at the same account. */
const SAMPLE = 50;

type Store = Pick<typeof departures, "getSnapshot" | "set" | "subscribe">;
type Own = {
  /** Ids of the sessions that are online, newest first, once they were read. */
  online: () => readonly string[] | undefined;
  /** Ids of the sessions that a page of this tab was opened for. */
  askedFor: () => readonly string[];
  /** Departures came in that this tab did not see. */
  onNews?: () => void;
};

/**
 * Shows in every tab of this origin which agents one of them saw leave, and what they came back as. A tab takes in all from
 * one that sees the same sessions online; where one sees none, only what a page here was opened for. Returns the way to stop.
 */
export function shareDepartures(store: Store, own: Own): () => void {
  const tabs = new BroadcastChannel(NAME);
  // Called by another name, since lint takes it for a window's, which needs an origin.
  const send = tabs.postMessage.bind(tabs);
  const tell = () => send({ online: (own.online() ?? []).slice(0, SAMPLE), left: store.getSnapshot() });
  // One that was dismissed here, or is online again, stays away.
  const had = new Set<string>();
  const note = () => {
    for (const { session } of store.getSnapshot()) had.add(session.id);
  };
  note();
  tabs.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data === ASK) return tell();
    const { online, left } = (data ?? {}) as { online?: unknown; left?: unknown };
    const allowed = Array.isArray(online) ? allowedBy(online, own) : () => false;
    const before = store.getSnapshot();
    const next = mergeDepartures(
      before,
      departuresOf(left).filter(({ session }) => allowed(session.id)),
      had,
    );
    if (next === before) return undefined;
    store.set(next);
    if (next.length > before.length) own.onNews?.();
    return undefined;
  });
  const stop = store.subscribe(() => {
    note();
    tell();
  });
  send(ASK);
  return () => {
    stop();
    tabs.close();
  };
}

/** Which sessions another tab may tell of that sees these online. One that is online here did not leave. */
function allowedBy(theirs: readonly unknown[], own: Own): (id: string) => boolean {
  const online = own.online() ?? [];
  const here = new Set<unknown>(online);
  const isSame = theirs.some((id) => here.has(id));
  const asked = online.length === 0 || theirs.length === 0 ? own.askedFor() : [];
  return (id) => !here.has(id) && (isSame || asked.includes(id));
}
