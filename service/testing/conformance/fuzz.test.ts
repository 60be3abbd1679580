import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ErrorBody, ERRORS } from "#contract/error.ts";
import { type Operation, problemsOf } from "#contract/operations/operation.ts";
import { OPERATIONS } from "#contract/operations/operations.ts";
import { MODULE_REQUESTS } from "#testing/module-arbitraries.ts";
import { mutate, RANDOM_REQUEST, type RandomRequest } from "#testing/request-arbitraries.ts";
import { TEST_MS } from "../../../scripts/patience.mjs";
import { startTestApp, type TestApp } from "../test-app.ts";
import { nameOf, TABLE } from "./table.ts";
import { type Answer, fill, makeWorld, type Sent, type World } from "./world.ts";

/** GATEHOUSE_FUZZ_SEED=N repeats a run; GATEHOUSE_FUZZ_REQUESTS=N makes it longer. */
const SEED = Number(process.env["GATEHOUSE_FUZZ_SEED"] ?? Date.now() % 2_147_483_647);
const REQUESTS = Number(process.env["GATEHOUSE_FUZZ_REQUESTS"] ?? 10_000);
/** Only against hanging: how fast it is says more of the machine than of the service. */
const HUNG_MS = 4 * TEST_MS;

let app: TestApp;
let world: World;
/** What must be there, by its path: as it was last answered. */
const known = new Map<string, unknown>();
/** Paths of what is online; it is read, told and never lost. */
const online: string[] = [];

beforeAll(async () => {
  app = await startTestApp({
    gateway: {
      command: async () => ({ outcome: "accepted" }),
      disconnectCredential: async () => undefined,
      close: async () => undefined,
    },
  });
  world = makeWorld(app);
  const { session, tunnel, endpoint } = await world.online();
  online.push(`/tunnel_sessions/${session}`, `/tunnels/${tunnel}`, `/endpoints/${endpoint}`);
});
afterAll(() => app.close());

const operations = OPERATIONS.filter(({ path }) => !path.endsWith("_stream"));
const get = async (path: string) => {
  const { status, body } = await app.call<Record<string, unknown>>(`GET ${path}`);
  return { status, body: status === 200 ? body : null };
};

/** A live object whose path fits the operation's up to its last id, then the rest; undefined when there is none. */
function pathFor({ path }: Operation, { target, strangeId }: RandomRequest): string | undefined {
  const end = path.lastIndexOf("}") + 1;
  if (end === 0) return path;
  const pattern = new RegExp(`^${path.slice(0, end).replaceAll(/\{[a-z_]+\}/g, "[^/]+")}$`);
  const fits = [...known.keys(), ...online].filter((one) => pattern.test(one));
  const item = fits[target % fits.length];
  if (item === undefined) return undefined;
  const last = encodeURIComponent(Buffer.from(strangeId ?? "").toString()).replace(/^\.+$/, "x") || "x";
  return `${strangeId === null ? item : item.replace(/[^/]+$/, () => last)}${path.slice(end)}`;
}

/** The operation's path on objects made for it, which later requests can name too. */
async function pathToNew(operation: Operation): Promise<string> {
  const path = fill(operation.path, (await TABLE[nameOf(operation)]?.arrange(world)) ?? {});
  for (const [item] of path.matchAll(/\w+_[0-9A-Za-z]{27}/g)) {
    const at = path.slice(0, path.indexOf(item) + item.length);
    if (!at.startsWith("/t") && !at.startsWith("/endpoints")) known.set(at, (await get(at)).body);
  }
  return path;
}

/** A valid body: the table's, or one of the module's many. */
async function bodyFor(operation: Operation, random: RandomRequest, at: string): Promise<unknown> {
  const kind = operation.path.split("/").at(-1) ?? "";
  const modules: Record<string, fc.Arbitrary<unknown>> = MODULE_REQUESTS;
  const arbitrary = operation.path.includes("/routes/{id}/") ? modules[kind] : undefined;
  if (arbitrary && random.target % 2 === 0) {
    const [body] = fc.sample(arbitrary, { numRuns: 1, seed: random.target });
    return world.withReferences(body);
  }
  const ids = { edge_id: /edges\/https\/([^/]+)/.exec(at)?.[1] ?? "" };
  if (operation.method === "POST") return world.body(operation.path, ids);
  return TABLE[nameOf(operation)]?.body?.(world);
}

/**
 * How often rows have changed in any table, as the database counts (docs/decisions/api/versions.md); but for the key that
 * the service creates for itself the first time a SAML module is sent.
 */
async function changes(): Promise<unknown> {
  const all = app.db.selectFrom("versions").select(({ fn }) => fn.sum("value").as("sum"));
  return (await all.where("name", "!=", "signing_keys").executeTakeFirstOrThrow()).sum;
}

/** The edge or route around a module, and whatever else holds the path. */
const ownersOf = (path: string) => [...known.keys()].filter((one) => path.startsWith(`${one}/`));

async function learn(paths: readonly string[]): Promise<void> {
  for (const path of paths) known.set(path, (await get(path)).body);
}

function forget(path: string): void {
  const id = path.split("/").at(-1) ?? "";
  for (const [other, body] of known) {
    if (other === path || JSON.stringify(body).includes(id)) known.delete(other);
  }
}

async function afterSuccess(
  operation: Operation,
  at: string,
  answer: Record<string, unknown>,
): Promise<void> {
  if (operation.method === "POST" && operation.status === 201) {
    const path = new URL(String(answer["uri"])).pathname.slice("/api".length);
    const read = await get(path);
    expect(read.body).toEqual("token" in answer ? { ...answer, token: null } : answer);
    known.set(path, read.body);
    await learn(ownersOf(at));
  } else if (operation.method === "DELETE") {
    expect((await get(at)).status).toBe(404);
    if (known.has(at)) forget(at);
    // What held the deleted one may still be there: an edge without its route.
    await learn(ownersOf(at));
    for (const owner of at.match(/^\/edges\/https\/[^/]+/) ?? []) {
      const { status, body } = await get(owner);
      if (status === 200) known.set(owner, body);
    }
  } else if (operation.method === "PUT" || operation.method === "PATCH") {
    const { body } = await get(at);
    expect(body).toEqual(answer);
    if (known.has(at)) known.set(at, body);
    await learn(ownersOf(at));
  }
}

const counts = { sent: 0, taken: 0, refused: 0 };

async function play(random: RandomRequest): Promise<void> {
  const operation = operations[random.operation % operations.length]!;
  const path = pathFor(operation, random) ?? (await pathToNew(operation));
  const valid = operation.body ? await bodyFor(operation, random, path) : undefined;
  const sent: Sent = { headers: random.headers };
  if (random.raw !== null) sent.raw = random.raw;
  else if (valid !== undefined) sent.body = mutate(valid, random.mutations);
  if (operation.method === "GET") delete sent.raw;
  const before = operation.method === "GET" ? null : await changes();
  const query = random.query === null ? "" : `?${random.query}`;
  const answer = await app.call<Record<string, unknown>>(`${operation.method} ${path}${query}`, sent);
  counts.sent += 1;
  if (answer.status >= 400) {
    checkDeclared(operation, answer);
    return checkRefused(answer, path, before);
  }
  counts.taken += 1;
  expect(answer.status).toBe(operation.status);
  return afterSuccess(operation, path, answer.body);
}

/** A path with a strange id may be none of the API, or another operation's. */
function checkDeclared(operation: Operation, { body }: Answer<unknown>): void {
  const declared = [...problemsOf(operation), "pathUnknown", "methodNotAllowed"] as const;
  expect(declared.map((name) => ERRORS[name].code)).toContain(ErrorBody.parse(body).error_code);
}

/** Nothing in the database changed, and what is known of the path is still answered. */
async function checkRefused(answer: Answer<unknown>, path: string, before: unknown): Promise<void> {
  counts.refused += 1;
  expect(answer.status).toBeLessThan(500);
  expect(ErrorBody.parse(answer.body).details?.["operation_id"]).toMatch(/^op_/);
  if (before === null) return;
  expect(await changes()).toEqual(before);
  if (known.has(path)) expect(await get(path)).toEqual({ status: 200, body: known.get(path) });
}

it(
  `answers ${REQUESTS} random requests without a 5xx, and loses or half-writes nothing (seed ${SEED})`,
  async () => {
    const requests = fc.sample(RANDOM_REQUEST, { numRuns: REQUESTS, seed: SEED });
    for (const [index, random] of requests.entries()) {
      try {
        await play(random);
      } catch (error) {
        const operation = nameOf(operations[random.operation % operations.length]!);
        const told = `seed ${SEED}, request ${index}: ${operation} ${JSON.stringify(random).slice(0, 2000)}`;
        throw new Error(`${told}\n${app.logged.slice(-3).join("")}`, { cause: error });
      }
    }
    for (const [path, body] of known) expect([path, (await get(path)).body]).toEqual([path, body]);
    process.stdout.write(`fuzz: seed ${SEED}, ${JSON.stringify(counts)}, ${known.size} objects kept\n`);
    expect(counts.sent).toBe(REQUESTS);
    expect(counts.taken).toBeGreaterThan(REQUESTS / 20);
    expect(counts.refused).toBeGreaterThan(REQUESTS / 20);
  },
  HUNG_MS,
);
