import { expect } from "vitest";
import * as z from "zod/mini";
import { ID_PREFIXES } from "#contract/common.ts";
import type { ErrorName } from "#contract/error.ts";
import type { Operation } from "#contract/operations/operation.ts";
import { OPERATIONS } from "#contract/operations/operations.ts";
import { allowedMethods } from "../../http/methods.ts";
import type { AtBound } from "./bound.ts";
import { NO_ID } from "./refusal.ts";
import { issuesOf, refused, SECRET } from "./refused.ts";
import { nameOf, TABLE } from "./table.ts";
import { type Answer, fill, type Sent, type World } from "./world.ts";

type Prepared = {
  ids: Record<string, string>;
  at: string;
  body: object | undefined;
  send: <T>(sent?: Sent) => Promise<Answer<T>>;
};

async function prepare(world: World, operation: Operation): Promise<Prepared> {
  const row = TABLE[nameOf(operation)];
  if (!row) throw new Error(`conformance/table.ts has no row for ${nameOf(operation)}.`);
  const ids = await row.arrange(world);
  const at = fill(operation.path, ids);
  const body = (await row.body?.(world)) as object | undefined;
  const send = <T>(sent: Sent = {}) =>
    world.app.call<T>(`${operation.method} ${at}`, { ...(body && { body }), ...sent });
  return { ids, at, body, send };
}

/** Status and body of a success; its uri is absolute and answers; HEAD wherever there is GET. */
export async function succeeds(world: World, operation: Operation): Promise<void> {
  const { at, send } = await prepare(world, operation);
  const answer = await send<Record<string, unknown> | undefined>();
  const wrong = answer.status === operation.status ? undefined : answer.body;
  expect([answer.status, wrong]).toEqual([operation.status, undefined]);
  expect(answer.headers.get("gatehouse-operation-id")).toMatch(/^op_/);
  const { body } = answer;
  expect(body === undefined).toBe(operation.status === 204);
  if (operation.answer) expect(z.safeParse(operation.answer, body).error?.issues).toBeUndefined();
  const key = TABLE[nameOf(operation)]?.list?.key;
  if (key) expect(Object.keys(body ?? {}).toSorted()).toEqual([key, "next_page_uri", "uri"].toSorted());
  const uri = body?.["uri"];
  if (typeof uri === "string") {
    const base = `${world.origin}/api`;
    expect(uri.startsWith(`${base}/`)).toBe(true);
    expect((await world.app.call(`GET ${uri.slice(base.length)}`)).status).toBe(200);
  }
  if (operation.method !== "GET") return;
  const head = await world.app.call<undefined>(`HEAD ${at}`);
  expect([head.status, head.body]).toEqual([200, undefined]);
}

type Caller = readonly [Record<string, string>, ErrorName];
const WITHOUT_KEY: readonly Caller[] = [
  [{ authorization: "" }, "authMissing"],
  [{ authorization: `Basic ${SECRET}` }, "authMalformed"],
  [{ authorization: `Bearer ${SECRET}` }, "keyUnknown"],
  [{ authorization: `Bearer gha_${SECRET}` }, "authtokenAsKey"],
  [{ authorization: `Bearer ak_${NO_ID}` }, "keyIdAsKey"],
];
const WITHOUT_VERSION: readonly Caller[] = [
  [{ "service-version": "" }, "versionMissing"],
  [{ "service-version": "1" }, "versionInvalid"],
];

const callersOf = ({ open }: Operation) => [...(open ? [] : WITHOUT_KEY), ...WITHOUT_VERSION];

/** 401 without a key or with a wrong one, 400 without the version or with another; an open operation asks for no key. */
export async function refusesCallers(world: World, operation: Operation): Promise<void> {
  const { send } = await prepare(world, operation);
  for (const [headers, problem] of callersOf(operation)) {
    const { msg } = refused(world.app, await send({ headers }), problem);
    if (problem.startsWith("version")) expect(msg).toContain("Supported versions: 2");
  }
  if (operation.open) expect((await send({ headers: { authorization: "" } })).status).toBe(operation.status);
}

/** 400 for an unknown query parameter, 405 with Allow for another method, 404 for a longer path. */
export async function refusesPaths(world: World, operation: Operation): Promise<void> {
  const { at, body } = await prepare(world, operation);
  const call = (method: string, path: string) => world.app.call(`${method} ${path}`, body ? { body } : {});
  refused(world.app, await call(operation.method, `${at}?x_unknown=${SECRET}`), "queryUnknown");
  const allowed = allowedMethods(OPERATIONS, at);
  const other = ["PUT", "DELETE", "PATCH", "POST"].find((one) => !allowed.includes(one)) ?? "OPTIONS";
  const wrong = await call(other, at);
  refused(world.app, wrong, "methodNotAllowed");
  expect(wrong.headers.get("allow")?.split(", ")).toContain(operation.method);
  refused(world.app, await call(operation.method, `${at}/`), "pathUnknown");
}

/** 404 for each id of the path that is unknown, or of another kind. */
export async function refusesIds(world: World, operation: Operation): Promise<void> {
  const { at, body } = await prepare(world, operation);
  const ids = at.match(/[a-z]+_[0-9A-Za-z]{20,}/g) ?? [];
  // The kind of an event is no id.
  expect(ids).toHaveLength(operation.path.replace("{type}", "").split("{").length - 1);
  const call = (path: string) => world.app.call(`${operation.method} ${path}`, body ? { body } : {});
  for (const id of ids) {
    const prefix = id.split("_")[0];
    refused(world.app, await call(at.replace(id, `${prefix}_${NO_ID}`)), "resourceUnknown");
    refused(world.app, await call(at.replace(id, `${ID_PREFIXES.operation}_${NO_ID}`)), "idMalformed");
  }
}

const bodiesOf = ({ bodyMax = 262_144 }: Operation): readonly (readonly [Sent, ErrorName])[] => [
  [{ raw: `{"a": ${SECRET}` }, "bodyUnparsable"],
  [{ raw: "[]" }, "valueInvalid"],
  [{ raw: "{}", headers: { "content-type": "" } }, "contentTypeMissing"],
  [{ raw: "{}", headers: { "content-type": "text/plain" } }, "contentTypeUnsupported"],
  [{ raw: `"${"x".repeat(bodyMax)}"` }, "bodyTooLarge"],
  [{ raw: `{"x_unknown":"${SECRET}"}` }, "fieldUnknown"],
];

/** 400, 413 and 415 for a body that is no JSON object of the operation's fields; nothing changes. */
export async function refusesBodies(world: World, operation: Operation): Promise<void> {
  const { at, body, send } = await prepare(world, operation);
  const read = async () => ({ ...(await world.app.call(`GET ${at}`)), headers: null });
  const before = operation.method === "POST" ? null : await read();
  for (const [sent, problem] of bodiesOf(operation)) {
    const whole = problem === "fieldUnknown" ? { body: { ...body, x_unknown: SECRET } } : sent;
    const answer = refused(world.app, await send({ body: undefined, ...whole }), problem);
    if (problem === "fieldUnknown") expect(issuesOf(answer)).toMatchObject([{ path: ["x_unknown"] }]);
  }
  if (operation.body) refused(world.app, await send({ raw: "" }), "bodyUnparsable");
  // A module that is not set answers 404 with another operation id each time.
  if (before?.status === 200) expect(await read()).toEqual(before);
}

/** Text of exactly and of one more than `max` bytes, of one, two and four bytes a character. */
export async function boundsText(
  world: World,
  operation: Operation,
  [field, max]: readonly [string, number],
): Promise<void> {
  for (const unit of ["x", "é", "🙂"]) {
    const { body, send } = await prepare(world, operation);
    const bytes = Buffer.byteLength(unit);
    const text = `${unit.repeat(Math.floor(max / bytes))}${"y".repeat(max % bytes)}`;
    const answer = await send<Record<string, unknown>>({ body: { ...body, [field]: text } });
    expect([Buffer.byteLength(text), answer.status, answer.body[field]]).toEqual([
      max,
      operation.status,
      text,
    ]);
    const more = refused(world.app, await send({ body: { ...body, [field]: `${text}z` } }), "valueInvalid");
    expect(issuesOf(more)).toMatchObject([{ path: [field] }]);
  }
}

/** A change of the body that is at a bound is taken. */
export async function takes(world: World, operation: Operation, change: AtBound[1]): Promise<void> {
  const { ids, body, send } = await prepare(world, operation);
  const fields = await (typeof change === "function" ? change(world, ids) : world.withReferences(change));
  const answer = await send({ body: { ...body, ...(fields as object) } });
  expect([answer.status, answer.body]).toEqual([operation.status, answer.body]);
}

/** What was made for an operation's refusals: none of them changes it, so that one is enough for all. */
const refusing = new WeakMap<World, Map<Operation, Promise<Prepared>>>();

/** A change of the body that is beyond a bound is refused at its field and no other, with what to write instead. */
export async function refusesAt(
  world: World,
  operation: Operation,
  change: object,
  path: string,
  problem: ErrorName = "valueInvalid",
): Promise<void> {
  const made = refusing.get(world) ?? new Map<Operation, Promise<Prepared>>();
  refusing.set(world, made);
  const prepared = made.get(operation) ?? prepare(world, operation);
  made.set(operation, prepared);
  const { body, send } = await prepared;
  const issues = issuesOf(refused(world.app, await send({ body: { ...body, ...change } }), problem));
  expect(issues.map((issue) => issue.path.join("."))).toEqual([path]);
  for (const { message } of issues) expect(message.length).toBeGreaterThan(5);
}

/** Events name themselves `event_id`. */
type Item = { id?: string; event_id?: string };
type Page = Record<string, Item[]> & { next_page_uri: string | null };
const idOf = ({ id, event_id }: Item) => id ?? event_id;

/** Newest first, limits of 1 and 100, an empty page before the oldest, the right page before a deleted one. */
export async function pages(world: World, operation: Operation): Promise<void> {
  const list = TABLE[nameOf(operation)]?.list;
  if (!list) throw new Error(`${nameOf(operation)} is no list.`);
  const { key, add, remove } = list;
  const call = (query: string) => world.app.call<Page>(`GET ${operation.path}?${query}`);
  const page = async (query: string) => (await call(query)).body;
  const idsOf = async (query: string) => (await page(query))[key]?.map(idOf);
  const ids = [await add(world), await add(world), await add(world)].toReversed();
  const [newest = "", middle = "", last = ""] = ids;
  expect(await idsOf("limit=2")).toEqual([newest, middle]);
  expect((await idsOf("limit=100"))?.length).toBeGreaterThanOrEqual(3);
  const { next_page_uri } = await page("limit=1");
  expect(next_page_uri).toBe(`${world.origin}/api${operation.path}?before_id=${newest}&limit=1`);
  expect(await idsOf(`before_id=${newest}&limit=1`)).toEqual([middle]);
  const oldest = await oldestOf(page, key);
  expect(await page(`before_id=${oldest}`)).toMatchObject({ [key]: [], next_page_uri: null });
  if (remove && allowedMethods(OPERATIONS, fill(remove, { id: middle })).includes("DELETE")) {
    expect((await world.app.call(`DELETE ${fill(remove, { id: middle })}`)).status).toBe(204);
    expect(await idsOf(`before_id=${middle}&limit=1`)).toEqual([last]);
  }
  for (const limit of ["0", "101", "-1", "1.5", "ten", ""]) {
    refused(world.app, await call(`limit=${limit}`), "limitInvalid");
  }
  refused(world.app, await call("limit=1&limit=1"), "queryRepeated");
  refused(world.app, await call(`before_id=${ID_PREFIXES.operation}_1`), "valueInvalid");
}

async function oldestOf(page: (query: string) => Promise<Page>, key: string): Promise<string> {
  let oldest = "";
  for (let query = "limit=100"; query !== "";) {
    const { [key]: items = [], next_page_uri } = await page(query);
    oldest = idOf(items.at(-1) ?? {}) ?? oldest;
    query = next_page_uri === null ? "" : new URL(next_page_uri).search.slice(1);
  }
  return oldest;
}

/** The errors that the checks above show of an operation. */
export function sharedBy(operation: Operation): ErrorName[] {
  const { list, refuses = [] } = TABLE[nameOf(operation)] ?? {};
  return [
    ...callersOf(operation).map(([, problem]) => problem),
    "queryUnknown",
    "methodNotAllowed",
    "pathUnknown",
    ...(operation.path.includes("{") ? (["resourceUnknown", "idMalformed"] as const) : []),
    ...(operation.method === "GET" ? [] : bodiesOf(operation).map(([, problem]) => problem)),
    ...(list ? (["limitInvalid", "queryRepeated", "valueInvalid"] as const) : []),
    ...refuses.flatMap(([, , , problem]) => problem ?? []),
  ];
}
