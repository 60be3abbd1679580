import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ErrorBody, Issue } from "#contract/error.ts";
import type { ModuleContract } from "#contract/modules/module-contract.ts";
import { OPERATIONS } from "#contract/operations/operations.ts";
import { nameOf, TABLE } from "../testing/conformance/table.ts";
import { fill, makeWorld, type World } from "../testing/conformance/world.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

type Path = Issue["path"];
type Node = { [name: string]: unknown };

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = makeWorld(app);
});
afterAll(() => app.close());

const pathsOf = (body: ErrorBody) =>
  (JSON.parse(body.details?.["issues"] ?? "[]") as Issue[]).map(({ path }) => path.join("."));

/** Every object and every text in a body, with its path. */
function nodesOf(value: unknown, path: Path = []): { value: unknown; path: Path }[] {
  if (typeof value === "string") return [{ value, path }];
  if (typeof value !== "object" || value === null) return [];
  const list = Array.isArray(value);
  const inside = Object.entries(value).flatMap(([name, child]) =>
    nodesOf(child, [...path, list ? Number(name) : name]),
  );
  return list ? inside : [{ value, path }, ...inside];
}

/** A copy of the body with something else at a path. */
function changed(body: unknown, path: Path, change: (node: unknown) => unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return change(body);
  const copy = structuredClone(body) as Node;
  copy[name] = changed(copy[name], rest, change);
  return copy;
}

const withProto = (node: unknown) =>
  JSON.parse(`{"__proto__":"x",${JSON.stringify(node).slice(1)}`.replace(/,}$/, "}")) as unknown;

const writes = OPERATIONS.filter(({ body }) => body);

describe.each(writes.map((operation) => [nameOf(operation), operation] as const))("%s", (name, operation) => {
  it("refuses a field __proto__ in any object of its body, and U+0000 in any text, at its path", async () => {
    // Cause: zod leaves __proto__ out of maps without a word, and only Postgres refuses U+0000.
    // Law: what is sent is kept or refused at its field, alike on both databases.
    const row = TABLE[name];
    const at = fill(operation.path, (await row?.arrange(world)) ?? {});
    const body = await row?.body?.(world);
    for (const { value, path } of nodesOf(body)) {
      const text = typeof value === "string";
      const sent = changed(body, path, text ? (node) => `${String(node)}\0` : withProto);
      const answer = await app.call(`${operation.method} ${at}`, { body: sent });
      expect([answer.status, path]).toEqual([400, path]);
      expect(pathsOf(answer.body)).toContain((text ? path : [...path, "__proto__"]).join("."));
    }
  });
});

describe("maps", () => {
  const route = async () => {
    const { id: edge_id } = await world.make("/edges/https");
    const { id } = await world.make("/edges/https/{edge_id}/routes", { edge_id });
    return `/edges/https/${edge_id}/routes/${id}`;
  };

  it.each(["constructor", "tostring", "valueof", "hasownproperty"])("keep the name %s", async (name) => {
    const at = await route();
    const map = { [name]: "x", other: "y" };
    const backend = await app.call("POST /backends/tunnel_group", { body: { labels: map } });
    expect(backend).toMatchObject({ status: 201, body: { labels: map } });
    const headers = await app.call(`PUT ${at}/response_headers`, { body: { add: map } });
    expect(headers).toMatchObject({ status: 200, body: { add: map } });
    const inbound = { actions: [{ type: "deny", config: { a: map, toString: 1 } }] };
    const policies = await app.call<ModuleContract>(`PUT ${at}/policies`, { body: { inbound } });
    expect(policies).toMatchObject({ status: 200, body: { inbound } });
  });

  it("that hold anything are looked through to their depths", async () => {
    // Cause: the values of an action's config are unknown to every schema. Law: as above.
    const at = await route();
    const put = (config: string) =>
      app.call(`PUT ${at}/policies`, { raw: `{"inbound":{"actions":[{"type":"deny","config":${config}}]}}` });
    const config = "inbound.actions.0.config";
    expect(pathsOf((await put('{"a":[{"__proto__":1}]}')).body)).toEqual([`${config}.a.0.__proto__`]);
    expect(pathsOf((await put('{"a":["b\\u0000"]}')).body)).toEqual([`${config}.a.0`]);
    expect(pathsOf((await put('{"a\\u0000":"b"}')).body)).toEqual([`${config}.a\0`]);
    expect(pathsOf((await put('{"a":-1e400}')).body)).toEqual([`${config}.a`]);
    const deep = await put(`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`);
    expect(deep).toMatchObject({ status: 400, body: { error_code: "ERR_GATEHOUSE_215" } });
    expect((await app.call(`GET ${at}/policies`)).status).toBe(404);
  });
});

describe("queries", () => {
  it.each(["object_id=%00", "principal=usr_%00", "before_id=ev_%00", "type=%00", "since=%00"])(
    "refuse U+0000 in %s",
    async (query) => {
      // Cause: the text went to the database, and only Postgres refuses it. Law: 400 on the field, alike on both.
      const answer = await app.call(`GET /events?${query}`);
      expect(answer.status).toBe(400);
      expect(pathsOf(answer.body)).toEqual([query.split("=")[0]]);
    },
  );

  it("and paths with U+0000 name nothing", async () => {
    expect((await app.call("GET /api_keys/ak_%00")).status).toBe(404);
  });
});

describe("the words of a refusal", () => {
  // Cause: 80,000 empty entries became as many faults, and a 500. Law: a bound is checked before entries; 100 faults are told.
  it("tells of too many entries at once, and of 100 faulty ones at most", async () => {
    const rules = (count: number) => ({ body: { acl: Array.from({ length: count }, () => "") } });
    const many = await app.call("POST /credentials", rules(80_000));
    expect([many.status, many.body.msg]).toEqual([400, "acl must have at most 10000 entries."]);
    const some = await app.call("POST /credentials", rules(5000));
    expect(some.status).toBe(400);
    expect(JSON.parse(some.body.details?.["issues"] ?? "")).toHaveLength(100);
  });

  it("tell up to three faults, and where the rest is", async () => {
    const { body } = await app.call("POST /credentials", { body: { acl: ["a", "b", "c", "d"] } });
    expect(body.error_code).toBe("ERR_GATEHOUSE_600");
    expect(body.msg).toMatch(
      /^acl\.0 must .+\. acl\.1 must .+\. acl\.2 must .+\. 1 more problem in details\.issues\.$/,
    );
    expect(pathsOf(body)).toHaveLength(4);
  });

  it("end with one period, or with an example as it is to be written", async () => {
    // Cause: an example ended with a period of its own, “like acme..”. Law: a refusal says how to mend it.
    const provider = { github: {} };
    const { edge_id = "", id = "" } =
      (await TABLE["GET /edges/https/{edge_id}/routes/{id}"]?.arrange(world)) ?? {};
    const { body } = await app.call(`PUT /edges/https/${edge_id}/routes/${id}/oauth`, {
      body: { provider, cookie_prefix: "a_b" },
    });
    expect(body.msg).toBe("cookie_prefix can have only letters, digits and periods. Example: acme.sso");
  });
});
