import type { QueryClient } from "@tanstack/react-query";
import { getConnection, type Connection } from "./connection.ts";
import { ApiError } from "./errors.ts";
import { pause } from "./pause.ts";
import { readStream } from "./read-stream.ts";
import { readChanges } from "./list-changes.ts";
import { reading, told } from "./told.ts";

/** Before it is asked for again: twice as long each time, until it says something. */
const WAIT_MS = { shortest: 2000, longest: 60_000 };
/** The pause between two readings of a list that goes on changing: at least, and so many times as long as the reading took. */
const REST = { ms: 1000, factor: 5 };
const PATH = "/event_stream";

/**
 * Follows `GET /event_stream` while the page is visible, until `end` (decisions/api/polling.md): a list that it says has
 * changed is read again at once, and polled seldom meanwhile. A service without it is left alone, and polled as ever.
 */
export function followStream(client: QueryClient, end: AbortSignal): void {
  reading.changes = readChanges;
  const changedAt = (reading.changedAt ??= new Map());
  let visit = new AbortController();
  /** The connection that is followed, what each list of it was said to be at, and whether it has a stream. */
  let of: { connection: Connection | null; at: Map<string, string>; absent: boolean } | undefined;
  const readers = new Map<string, () => void>();

  const reread = (name: string): void => {
    const read = () => client.refetchQueries({ queryKey: [name], type: "active" });
    const reader = readers.get(name) ?? onceAtATime(read, () => isLimited(client));
    readers.set(name, reader);
    reader();
  };
  const onLists = (at: Map<string, string>, since: number, text: string): void => {
    for (const [name, value] of Object.entries(JSON.parse(text) as Record<string, unknown>)) {
      const [before, now] = [at.get(name), String(value)];
      at.set(name, now);
      const readAt = client.getQueryState([name, "list"])?.dataUpdatedAt ?? 0;
      // Said of a change while it was followed all along: before the first word of a stream it may have been long ago.
      // What no page reads may change again, and was as it was read until it first did.
      const isFirst = (changedAt.get(name) ?? 0) <= readAt;
      if (told.has(name) && before !== now && isFirst) changedAt.set(name, Date.now());
      told.set(name, now);
      if (before === undefined ? readAt < since : before !== now) reread(name);
    }
  };
  const follow = async (signal: AbortSignal): Promise<void> => {
    for (let wait = WAIT_MS.shortest; !signal.aborted; await pause(wait, signal)) {
      const connection = getConnection();
      if (of?.connection !== connection) of = { connection, at: new Map(), absent: connection === null };
      const { at } = of;
      wait = Math.min(2 * wait, WAIT_MS.longest);
      if (!connection || of.absent) continue;
      const since = Date.now();
      let isOpen = false;
      of.absent = !(await readStream(connection, { path: PATH }, signal, ({ event, data }) => {
        wait = WAIT_MS.shortest;
        // What happened is read as lists are, with whatever else shows it. No stream tells what was before it.
        if (event === "message" || !isOpen) reread("events");
        isOpen = true;
        if (event === "message") reread(listOf(data));
        if (event === "lists") onLists(at, since, data);
      }));
      if (signal.aborted) return;
      // Those that waited for the stream are read now, and as often as ever from then on.
      const names = [...told.keys()];
      told.clear();
      for (const name of names) reread(name);
    }
  };
  const onVisibility = (): void => {
    visit.abort();
    told.clear();
    visit = new AbortController();
    if (!document.hidden && !end.aborted) void follow(visit.signal);
  };
  onVisibility();
  document.addEventListener("visibilitychange", onVisibility);
  end.addEventListener("abort", () => {
    document.removeEventListener("visibilitychange", onVisibility);
    onVisibility();
  });
}

/**
 * The list that an audit event changes, as the cache calls it: "https_edge_route_updated.v0" → "https_edges", "api_key_deleted.v0" → "keys".
 * What an agent was told is read with the news.
 */
export function listOf(event: string): string {
  const { event_type: type = "" } = JSON.parse(event) as { event_type?: string };
  if (type.startsWith("agent_command_")) return "news";
  const kind = type.replace(/_[a-z]+\.v\d+$/, "").replace(/^(api|tunnel)_(group_)?|(?<=_edge)_route$/g, "");
  return `${kind.replace(/(?<!e)y$/, "ie")}s`;
}

/** Whether a limit still holds that a reading was told of. */
function isLimited(client: QueryClient): boolean {
  const queries = client.getQueryCache().getAll();
  return queries.some(({ state: { error, errorUpdatedAt } }) => {
    const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
    return seconds !== undefined && Date.now() < errorUpdatedAt + 1000 * seconds;
  });
}

/** Runs `read` at once, or once it is not `limited`, and once more after a rest however often it is asked for meanwhile. */
function onceAtATime(read: () => Promise<unknown>, limited: () => boolean): () => void {
  let [running, again] = [false, false];
  const run = async (): Promise<void> => {
    running = true;
    do {
      while (limited()) await pause(REST.ms);
      again = false;
      const started = performance.now();
      await read();
      await pause(Math.max(REST.ms, (performance.now() - started) * REST.factor));
    } while (again && !document.hidden);
    running = false;
  };
  return () => {
    again = true;
    if (!running) void run();
  };
}
