import { QueryObserver } from "@tanstack/react-query";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { startFaultServer } from "#testing/fault-server.ts";
import { setConnection } from "./connection.ts";
import { createQueryClient } from "./query-client.ts";
import { setAnswer } from "./set-answer.ts";
import { cancelScan, scannedList, type Scan } from "./scanned-list.ts";

const Item = z.looseObject({ id: z.string(), value: z.number() });
type Thing = z.infer<typeof Item>;

/** Requests in the order they came, answered when the test says so. */
let requests: { url: string; answer: (items: Thing[], next?: string) => void; fail: () => void }[] = [];
let server: Awaited<ReturnType<typeof startFaultServer>>;

beforeEach(async () => {
  requests = [];
  server = await startFaultServer((request, response: ServerResponse) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    requests.push({
      url: request.url ?? "",
      answer: (things, next) => send(200, { things, uri: "u", next_page_uri: next ?? null }),
      fail: () => send(400, { error_code: "E", status_code: 400, msg: "no", details: {} }),
    });
  });
  setConnection({ baseUrl: `${server.origin}/api`, key: "k", versionHeader: "V" }, { remember: false });
});
afterEach(() => server.close());

function start() {
  const client = createQueryClient();
  const list = scannedList<Thing>({ path: "/things", key: "things", item: Item });
  const observer = new QueryObserver(client, { ...list.query, retry: false });
  const stop = observer.subscribe(() => undefined);
  const scanned = () => client.getQueryData<Scan<Thing>>(list.scanKey)?.items.map(({ id }) => id);
  const read = () => client.getQueryData<Thing[]>(list.query.queryKey);
  return { client, list, observer, stop, scanned, read };
}

const come = (count: number) => vi.waitFor(() => expect(requests).toHaveLength(count));
const settle = () => new Promise((done) => setTimeout(done, 30));

describe("late answers", () => {
  it("of an older reading never replace what a newer one brought", async () => {
    const { observer, read, scanned, stop } = start();
    await come(1);
    requests[0]!.answer([{ id: "a", value: 1 }]);
    await vi.waitFor(() => expect(read()).toEqual([{ id: "a", value: 1 }]));
    void observer.refetch();
    await come(2);
    void observer.refetch();
    await come(3);
    requests[2]!.answer([{ id: "a", value: 3 }]);
    await vi.waitFor(() => expect(read()).toEqual([{ id: "a", value: 3 }]));
    requests[1]!.answer([{ id: "a", value: 2 }], `${server.origin}/api/things?page=2`);
    await settle();
    expect(read()).toEqual([{ id: "a", value: 3 }]);
    expect(scanned()).toBeUndefined();
    expect(requests).toHaveLength(3);
    stop();
  });

  it("of a page after Cancel add nothing, and ask for no further page; what came before stays", async () => {
    const { client, list, read, scanned, stop } = start();
    await come(1);
    requests[0]!.answer([{ id: "a", value: 1 }], `${server.origin}/api/things?page=2`);
    await come(2);
    expect(scanned()).toEqual(["a"]);
    await cancelScan(client, list.query.queryKey);
    requests[1]!.answer([{ id: "b", value: 1 }], `${server.origin}/api/things?page=3`);
    await settle();
    expect(scanned()).toEqual(["a"]);
    expect(read()).toBeUndefined();
    expect(requests).toHaveLength(2);
    stop();
  });
});

describe("what a write answered", () => {
  // Cause: a reading under way at a save answered after it and brought the old value back. Law: late answers never
  // replace newer ones.
  it("is not replaced by a reading that began before it", async () => {
    const { client, list, read, stop } = start();
    await come(1);
    await setAnswer(client, list.query.queryKey, [{ id: "a", value: 2 }]);
    requests[0]!.answer([{ id: "a", value: 1 }]);
    await settle();
    expect(read()).toEqual([{ id: "a", value: 2 }]);
    stop();
  });
});

describe("a reading that ends on the way", () => {
  it("keeps every page that came, also those not shown yet", async () => {
    const { observer, scanned, stop } = start();
    await come(1);
    for (const [at, id] of ["a", "b", "c"].entries()) {
      requests[at]!.answer([{ id, value: 1 }], `${server.origin}/api/things?page=${at + 2}`);
      await come(at + 2);
    }
    expect(scanned()).toEqual(["a"]);
    requests[3]!.fail();
    await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
    expect(scanned()).toEqual(["a", "b", "c"]);
    stop();
  });

  it("leaves nothing behind once all was forgotten", async () => {
    const { client, scanned, stop } = start();
    await come(1);
    requests[0]!.answer([{ id: "a", value: 1 }], `${server.origin}/api/things?page=2`);
    await come(2);
    stop();
    client.clear();
    requests[1]!.answer([{ id: "b", value: 1 }]);
    await settle();
    expect(scanned()).toBeUndefined();
  });

  it("and is begun again takes no row away before it has brought as many", async () => {
    const { client, list, observer, scanned, read, stop } = start();
    await come(1);
    requests[0]!.answer([{ id: "a", value: 1 }], `${server.origin}/api/things?page=2`);
    await come(2);
    requests[1]!.answer([{ id: "b", value: 1 }], `${server.origin}/api/things?page=3`);
    await come(3);
    await cancelScan(client, list.query.queryKey);
    await vi.waitFor(() => expect(scanned()).toEqual(["a", "b"]));
    void observer.refetch();
    await come(4);
    requests[3]!.answer([{ id: "a", value: 2 }], `${server.origin}/api/things?page=2`);
    await come(5);
    expect(scanned()).toEqual(["a", "b"]);
    requests[4]!.answer([{ id: "b", value: 2 }]);
    await vi.waitFor(() => expect(read()?.map(({ value }) => value)).toEqual([2, 2]));
    stop();
  });
});
