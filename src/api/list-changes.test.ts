// Cause: a console of 100,000 sessions read a thousand pages for each agent that came or left. Law: decisions/api/long-lists.md.
import { QueryObserver } from "@tanstack/react-query";
import * as fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import * as z from "zod/mini";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { readChanges, withChanges } from "./list-changes.ts";
import { createQueryClient } from "./query-client.ts";
import { scannedList } from "./scanned-list.ts";
import { reading, told } from "./told.ts";

const thing = fc.record({ id: fc.nat(12).map((n) => `t_${String(n).padStart(2, "0")}`), value: fc.nat(3) });
const things = fc
  .uniqueArray(thing, { selector: ({ id }) => id })
  .map((all) => all.toSorted((a, b) => (a.id < b.id ? 1 : -1)));

it("a list with its changes is the list as it is now, and keeps the rows that are as they were", () => {
  fc.assert(
    fc.property(things, things, (before, after) => {
      const known = new Map(before.map((one) => [one.id, one]));
      const changed = after.filter(({ id, value }) => known.get(id)?.value !== value);
      const removed = before.filter(({ id }) => !after.some((one) => one.id === id)).map(({ id }) => id);
      const now = withChanges(before, changed, removed);
      expect(now).toEqual(after);
      for (const one of now) expect(changed.includes(one) || before.includes(one)).toBe(true);
    }),
  );
});

const server = connectedServer();
let stop = () => {};
afterEach(() => {
  stop();
  told.clear();
});

const page = { things: [{ id: "t_3" }, { id: "t_1" }], uri: "u", next_page_uri: null };
/** Reads the list, then again for each answer to the question what changed; what was asked, and what the list is then. */
async function readings(answers: readonly (readonly [number, object])[]) {
  let nth = 0;
  server.answerWith((request, response) => {
    if (!request.url?.includes("changed_since")) return json(200, page)(request, response);
    nth += 1;
    return json(...(answers[nth - 1] ?? [500, {}]))(request, response);
  });
  const client = createQueryClient();
  const item = z.looseObject({ id: z.string() });
  const list = scannedList<{ id: string }>({ path: "/things", key: "things", item, changes: true });
  told.set("things", "5");
  reading.changes = readChanges;
  stop = new QueryObserver(client, { ...list.query, staleTime: Infinity }).subscribe(() => undefined);
  for (let i = 0; i <= answers.length; i += 1) await client.refetchQueries({ queryKey: ["things"] });
  const ids = client.getQueryData<{ id: string }[]>(["things", "list"])?.map(({ id }) => id);
  return { asked: server.seen.map(({ url }) => url.replace("/things?", "")), ids };
}

it("what changed since the version of a list is all that is read of it", async () => {
  const changed = { things: [{ id: "t_4" }, { id: "t_3", value: 1 }], removed: ["t_1"], version: 8 };
  const none = { things: [], removed: [], version: 8 };
  const { asked, ids } = await readings([
    [200, { ...page, ...changed }],
    [200, { ...page, ...none }],
  ]);
  expect(asked.slice(-3)).toEqual(["limit=100", "changed_since=5", "changed_since=8"]);
  expect(ids).toEqual(["t_4", "t_3"]);
});

it.each([
  ["answers a page as ever", 200, page],
  ["refuses the question", 400, { error_code: "E", status_code: 400, msg: "no", details: {} }],
  ["answers nonsense", 200, { things: "?", removed: [], version: 1 }],
])("a service that %s has its list read whole", async (_, status, answer) => {
  const { asked, ids } = await readings([[status, answer]]);
  expect(asked.slice(-3)).toEqual(["limit=100", "changed_since=5", "limit=100"]);
  expect(ids).toEqual(["t_3", "t_1"]);
});

// Cause: after a limit had refused the question, the whole list was asked for at once, against the same limit. Law: what a limit
// refuses is asked for once it is over, and the list stays as it was read.
it("a limit ends the reading", async () => {
  const { asked, ids } = await readings([[429, { error_code: "E", status_code: 429, msg: "Slow down." }]]);
  expect(asked.slice(-2)).toEqual(["limit=100", "changed_since=5"]);
  expect(ids).toEqual(["t_3", "t_1"]);
});

// Cause: a long list whose first page was read before the stream spoke had no version, so its first refresh read every page.
// Law: a refresh reads only what changed (decisions/api/long-lists.md).
it("a long list that the stream speaks of while it is read is read from its start again, once, and then by what changed", async () => {
  const second = { ...page, next_page_uri: null };
  server.answerWith((request, response) => {
    if (request.url?.includes("changed_since"))
      return json(200, { ...page, things: [], removed: [], version: 8 })(request, response);
    const isFirst = !request.url?.includes("before_id");
    const first = { things: [{ id: "t_5" }], uri: "u", next_page_uri: "/api/things?before_id=t_5" };
    json(200, isFirst ? first : second)(request, response);
    if (isFirst) told.set("things", "5");
  });
  reading.changes = readChanges;
  const client = createQueryClient();
  const item = z.looseObject({ id: z.string() });
  const list = scannedList<{ id: string }>({ path: "/things", key: "things", item, changes: true });
  stop = new QueryObserver(client, { ...list.query, staleTime: Infinity }).subscribe(() => undefined);
  await expect.poll(() => client.getQueryData<unknown[]>(["things", "list"])?.length).toBe(3);
  await client.refetchQueries({ queryKey: ["things"] });
  const asked = server.seen.map(({ url }) => url?.replace("/things?", ""));
  expect(asked.slice(-4)).toEqual(["limit=100", "limit=100", "before_id=t_5", "changed_since=5"]);
});
