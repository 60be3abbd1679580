import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { request } from "./client.ts";
import { setConnection } from "./connection.ts";
import { createQueryClient } from "./query-client.ts";
import { scannedList } from "./scanned-list.ts";

const Thing = z.looseObject({ id: z.string(), n: z.number() });
const server = connectedServer();
const read = () => request({ method: "GET", path: "/things/a", answer: Thing, kept: true });
const asked = () => server.seen.map(({ headers }) => headers["if-none-match"]);

/** Answers with the ETag of what is there now, and 304 to who has it. */
let there: Record<string, unknown> = {};
beforeEach(() => {
  there = {};
  server.answerWith((incoming, response) => {
    const body = there[incoming.url ?? ""];
    const etag = `"${Buffer.from(JSON.stringify(body)).toString("base64url")}"`;
    if (incoming.headers["if-none-match"] === etag) response.writeHead(304).end();
    else json(200, body, { etag })(incoming, response);
  });
});

it("what did not change is the same object; what did is the new one", async () => {
  // Law: an unchanged poll is a 304 and renders nothing; a stale answer never replaces a newer one.
  there["/things/a"] = { id: "a", n: 1 };
  const first = await read();
  expect(await read()).toBe(first);
  there["/things/a"] = { id: "a", n: 2 };
  expect(await read()).toEqual({ id: "a", n: 2 });
  expect(asked().map(Boolean)).toEqual([false, true, true]);
});

it("nothing of one key's answers is kept for another", async () => {
  there["/things/a"] = { id: "a", n: 1 };
  await read();
  setConnection({ baseUrl: server.origin, key: "another", versionHeader: "V" }, { remember: false });
  await read();
  expect(asked()).toEqual([undefined, undefined]);
});

it("a service that lets the header not through is asked without it", async () => {
  // Law: the console works with a service that has no ETags, or half of what they need.
  there["/things/a"] = { id: "a", n: 1 };
  await read();
  server.answerWith((incoming, response) =>
    incoming.headers["if-none-match"] ? response.destroy() : json(200, { id: "a", n: 3 })(incoming, response),
  );
  await expect(read()).rejects.toMatchObject({ kind: "network" });
  expect(await read()).toEqual({ id: "a", n: 3 });
});

it("a list that did not change is the same list, from answers without a body", async () => {
  // Cause: each poll parsed and compared every row. Law: an unchanged poll renders no row.
  there["/things?limit=100"] = { things: [{ id: "a", n: 1 }], uri: "u", next_page_uri: "/things?page=2" };
  there["/things?page=2"] = { things: [{ id: "b", n: 1 }], uri: "u", next_page_uri: null };
  const list = scannedList<{ id: string; n: number }>({ path: "/things", key: "things", item: Thing });
  const client = createQueryClient();
  const observer = new QueryObserver(client, list.query);
  const stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toHaveLength(2));
  const before = observer.getCurrentResult().data;
  await observer.refetch();
  expect(observer.getCurrentResult().data).toBe(before);
  expect(asked().slice(2).every(Boolean)).toBe(true);
  there["/things?page=2"] = { things: [{ id: "b", n: 2 }], uri: "u", next_page_uri: null };
  await observer.refetch();
  expect(observer.getCurrentResult().data?.[0]).toBe(before?.[0]);
  expect(observer.getCurrentResult().data?.[1]).toEqual({ id: "b", n: 2 });
  stop();
});
