import { QueryObserver } from "@tanstack/react-query";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { followStream } from "./follow-stream.ts";
import { createQueryClient } from "./query-client.ts";
import { scannedList } from "./scanned-list.ts";
import { reading, told } from "./told.ts";

const Thing = z.looseObject({ id: z.string() });
const POLL_MS = 60;
const server = connectedServer();

let hidden = false;
let end = new AbortController();
/** The streams that are open. */
let streams: ServerResponse[] = [];
const say = (at: number) =>
  streams.at(-1)?.write(`retry: 2000\n\nevent: lists\ndata: {"things":${at}}\n\nid: ev_1\ndata: {}\n\n`);
const reads = () => server.seen.filter(({ url }) => url.startsWith("/things")).length;
const asks = () =>
  server.seen.filter(({ url, method }) => url === "/event_stream" && method === "GET").length;
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

beforeEach(() => {
  hidden = false;
  streams = [];
  end = new AbortController();
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => (hidden ? "hidden" : "visible"));
  server.answerWith((request, response) => {
    if (request.url !== "/event_stream")
      return json(200, { things: [], uri: "u", next_page_uri: null })(request, response);
    response.on("close", () => (streams = streams.filter((one) => one !== response)));
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    streams.push(response);
    return undefined;
  });
});
afterEach(() => {
  end.abort();
  stop();
  vi.restoreAllMocks();
});

let stop = () => {};
/** A list that polls, and the stream beside it. */
async function start() {
  const client = createQueryClient();
  const list = scannedList<{ id: string }>({ path: "/things", key: "things", item: Thing });
  const refetchInterval = list.every(POLL_MS);
  stop = new QueryObserver(client, { ...list.query, refetchInterval }).subscribe(() => undefined);
  client.mount();
  await vi.waitFor(() => expect(reads()).toBeGreaterThan(0));
  followStream(client, end.signal);
}
function show(visible: boolean) {
  hidden = !visible;
  document.dispatchEvent(new Event("visibilitychange"));
}
/** Waits until the list is polled at its own pace: slow polls are never two in the time of five, whatever else the machine does. */
const polledAsEver = () => vi.waitFor(async () => expect(await readsInAWhile()).toBeGreaterThan(1));

/** Waits until what was asked or due before the stream told of the list has come, however slow the machine is: only then is it left alone. */
const leftAlone = () => vi.waitFor(async () => expect(await readsInAWhile()).toBe(0));

/** How often the list is read in the time of five polls. */
async function readsInAWhile(): Promise<number> {
  const before = reads();
  await sleep(5 * POLL_MS);
  return reads() - before;
}

it("a list that the stream tells about is read at once when it changed, and not otherwise", async () => {
  // Cause: an idle console asked for its lists 18 times a minute. Law: decisions/api/polling.md.
  await start();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  say(1);
  await vi.waitFor(() => expect(told.has("things")).toBe(true));
  await leftAlone();
  say(1);
  expect(await readsInAWhile()).toBe(0);
  const before = reads();
  say(2);
  // At the latest a second after it was read last, whatever that was for.
  await vi.waitFor(() => expect(reads()).toBe(before + 1));
  expect(await readsInAWhile()).toBe(0);
});

it("says when a list changed that was followed all along, and nothing of one that changed meanwhile", async () => {
  // Cause: an agent lost a moment ago was "last seen 34 s ago", at the last poll. Law: what is followed is known up to its change.
  reading.changedAt?.clear();
  await start();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  say(1);
  await vi.waitFor(() => expect(told.has("things")).toBe(true));
  expect(reading.changedAt?.has("things")).toBe(false);
  const before = Date.now();
  say(2);
  await vi.waitFor(() => expect(reading.changedAt?.get("things")).toBeGreaterThanOrEqual(before));
  const changed = reading.changedAt?.get("things");
  show(false);
  await vi.waitFor(() => expect(streams).toHaveLength(0));
  show(true);
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  say(3);
  await vi.waitFor(() => expect(told.get("things")).toBe("3"));
  expect(reading.changedAt?.get("things")).toBe(changed);
});

it("knows until when a list was as it was read, however often it changed while no page read it", async () => {
  // Cause: an agent that was away for 2.5 s while no page read the list "was offline for up to 0 s": until it was back, the last change.
  // Law: what is followed is known up to its first change since it was read.
  reading.changedAt?.clear();
  await start();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  say(1);
  await vi.waitFor(() => expect(told.has("things")).toBe(true));
  stop();
  say(2);
  await vi.waitFor(() => expect(reading.changedAt?.has("things")).toBe(true));
  const first = reading.changedAt?.get("things");
  await sleep(5);
  say(3);
  await vi.waitFor(() => expect(told.get("things")).toBe("3"));
  expect(reading.changedAt?.get("things")).toBe(first);
});

it("what happened before a stream was open is read once it is", async () => {
  // Cause: a change between the reading of a page and its stream was shown by the next poll, 15 s later. Law: a change is in an open
  // page within a second.
  const client = createQueryClient();
  const read = vi.fn<() => Promise<number>>(() => Promise.resolve(1));
  stop = new QueryObserver(client, { queryKey: ["events"], queryFn: read }).subscribe(() => undefined);
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
  followStream(client, end.signal);
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.write('event: lists\ndata: {"things":1}\n\n');
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
});

it("what somebody else changed is read at once in a list that no stream tells of", async () => {
  // Cause: a module that was turned off elsewhere was still on for up to 50 s on Endpoints. Law: a change is in an open page within a second.
  const client = createQueryClient();
  const read = vi.fn<() => Promise<number>>(() => Promise.resolve(1));
  stop = new QueryObserver(client, { queryKey: ["https_edges", "list"], queryFn: read }).subscribe(
    () => undefined,
  );
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
  followStream(client, end.signal);
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.write('id: ev_1\ndata: {"event_type":"https_edge_route_updated.v0"}\n\n');
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
});

it("changes that come fast are read once, and again after a rest", async () => {
  // Law: what the service says is no way to make the console ask all the time.
  await start();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  say(1);
  await vi.waitFor(() => expect(told.has("things")).toBe(true));
  await leftAlone();
  const before = reads();
  for (let at = 2; at < 20; at += 1) say(at);
  await vi.waitFor(() => expect(reads()).toBeGreaterThan(before));
  await sleep(2500);
  // At once and after the rest, or once where it rests still from the reading before.
  expect(reads() - before).toBeLessThanOrEqual(2);
});

// Cause: while agents came back, their lists were asked for each second, whatever limit the service had told of. Law: nothing that a
// stream tells of is read before that is over (decisions/api/polling.md).
it("reads no list that changed before a limit is over that any reading was told of", async () => {
  await start();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  say(1);
  await leftAlone();
  const answer = json(429, { error_code: "ERR_GATEHOUSE_226", status_code: 429, msg: "Slow down." });
  server.answerWith((request, response) => {
    response.setHeader("retry-after", "4");
    answer(request, response);
  });
  const before = reads();
  say(2);
  await vi.waitFor(() => expect(reads()).toBe(before + 1));
  say(3);
  await sleep(1500);
  expect(reads()).toBe(before + 1);
  await vi.waitFor(() => expect(reads()).toBe(before + 2));
});

it("a service without a stream is asked for it once, and polled as ever", async () => {
  server.answerWith((request, response) =>
    request.url === "/event_stream"
      ? json(404, { error_code: "E", status_code: 404, msg: "no", details: {} })(request, response)
      : json(200, { things: [], uri: "u", next_page_uri: null })(request, response),
  );
  await start();
  await vi.waitFor(() => expect(asks()).toBe(1));
  await polledAsEver();
  await sleep(2500);
  expect(asks()).toBe(1);
});

it("a stream that ends leaves the list read at once and polled as ever, and is asked for again", async () => {
  await start();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  say(1);
  await vi.waitFor(() => expect(told.size).toBe(1));
  streams[0]?.destroy();
  await vi.waitFor(() => expect(told.size).toBe(0));
  await polledAsEver();
  await vi.waitFor(() => expect(asks()).toBe(2));
});

it("a hidden page asks for nothing and holds no stream; shown again it follows again", async () => {
  // Law: a hidden tab polls nothing.
  await start();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  say(1);
  await vi.waitFor(() => expect(told.size).toBe(1));
  show(false);
  await vi.waitFor(() => expect(streams).toHaveLength(0));
  await sleep(2 * POLL_MS);
  const before = server.seen.length;
  await sleep(5 * POLL_MS);
  expect(server.seen.length).toBe(before);
  show(true);
  await vi.waitFor(() => expect(streams).toHaveLength(1));
});
