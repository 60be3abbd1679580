import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import type { Operation } from "#contract/operations/operation.ts";
import { OPERATIONS } from "#contract/operations/operations.ts";
import { nameOf, TABLE } from "../testing/conformance/table.ts";
import { fill, makeWorld, type World } from "../testing/conformance/world.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = makeWorld(app);
});
afterAll(() => app.close());

const hasTexts = OPERATIONS.filter(({ body }) => {
  if (!body) return false;
  const { properties = {} } = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
  return Object.hasOwn(properties, "description");
});

type Texts = { description: string; metadata: string };

async function asking(operation: Operation) {
  const row = TABLE[nameOf(operation)];
  const at = fill(operation.path, (await row?.arrange(world)) ?? {});
  const ask = (body: object) => app.call<Texts>(`${operation.method} ${at}`, { body });
  return { ask, body: (await row?.body?.(world)) as object };
}

// Cause: texts were optional, modules and hostports nullable too. Law: what is left out or null stays, as the OpenAPI
// summary says; on a creation it is empty (protocol-facts.md#updates; every route alike).
const rows = (method: string) =>
  hasTexts.filter((one) => one.method === method).map((one) => [nameOf(one), one] as const);

it.each(rows("POST"))("%s takes null for a text that is not given", async (_, operation) => {
  const { ask, body } = await asking(operation);
  const made = await ask({ ...body, description: null, metadata: null });
  expect(made).toMatchObject({ status: 201, body: { description: "", metadata: "" } });
});

it.each(rows("PATCH"))("%s leaves a text of null as it is", async (_, operation) => {
  const { ask } = await asking(operation);
  expect((await ask({ description: "kept", metadata: "old" })).status).toBe(200);
  const changed = await ask({ description: null, metadata: "new" });
  expect(changed).toMatchObject({ status: 200, body: { description: "kept", metadata: "new" } });
});

it("a route of an edge that is not there is 404, whatever its body", async () => {
  // Cause: the body was read first. Law: as on every other route operation, the path comes first.
  const answer = await app.call("POST /edges/https/edghts_none/routes", { body: { match: 1 } });
  expect(answer).toMatchObject({ status: 404, body: { error_code: "ERR_GATEHOUSE_9002" } });
  const { id: edge_id } = await world.make("/edges/https");
  const refused = await app.call(`POST /edges/https/${edge_id}/routes`, { body: { match: 1 } });
  expect(refused).toMatchObject({ status: 400, body: { error_code: "ERR_GATEHOUSE_215" } });
});
