import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { DESCRIPTION_MAX_BYTES, METADATA_MAX_BYTES } from "#contract/common.ts";
import type { Operation } from "#contract/operations/operation.ts";
import { OPERATIONS } from "#contract/operations/operations.ts";
import { startTestApp, type TestApp } from "../test-app.ts";
import {
  boundsText,
  pages,
  refusesAt,
  refusesBodies,
  refusesCallers,
  refusesIds,
  refusesPaths,
  succeeds,
  takes,
} from "./checks.ts";
import { nameOf, TABLE } from "./table.ts";
import { makeWorld, type World } from "./world.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp({
    gateway: {
      command: async () => ({ outcome: "accepted" }),
      disconnectCredential: async () => undefined,
      close: async () => undefined,
    },
  });
  world = makeWorld(app);
});
afterAll(() => app.close());

/** A stream has no end and no JSON body: service/events tests it. */
const operations = OPERATIONS.filter(({ path }) => !path.endsWith("_stream"));
const BOUNDS = [
  ["description", DESCRIPTION_MAX_BYTES],
  ["metadata", METADATA_MAX_BYTES],
] as const;

function fieldsOf({ body }: Operation): string[] {
  if (!body) return [];
  const { properties = {} } = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
  return Object.keys(properties);
}

it("has a row for every operation", () => {
  expect(operations.map(nameOf).filter((name) => !Object.hasOwn(TABLE, name))).toEqual([]);
});

describe.each(operations.map((one) => [nameOf(one), one] as const))("%s", (name, operation) => {
  const { list, accepts = [], refuses = [] } = TABLE[name] ?? {};
  const bounds = BOUNDS.filter(([field]) => fieldsOf(operation).includes(field));

  it("succeeds with the documented status and body", () =>
    expect(succeeds(world, operation)).resolves.toBeUndefined());
  it("refuses a caller without a key or version, or with wrong ones", () =>
    expect(refusesCallers(world, operation)).resolves.toBeUndefined());
  it("refuses an unknown query, another method and a longer path", () =>
    expect(refusesPaths(world, operation)).resolves.toBeUndefined());
  it.runIf(operation.path.includes("{"))("answers 404 for each id that is unknown or of another kind", () =>
    expect(refusesIds(world, operation)).resolves.toBeUndefined(),
  );
  it.runIf(operation.body)("refuses a body that is no JSON object of its fields, and changes nothing", () =>
    expect(refusesBodies(world, operation)).resolves.toBeUndefined(),
  );
  it.each(bounds)("takes %s of %d bytes, no more", (...bound) =>
    expect(boundsText(world, operation, bound)).resolves.toBeUndefined(),
  );
  it.each(accepts)("takes %s", (_, change) =>
    expect(takes(world, operation, change)).resolves.toBeUndefined(),
  );
  it.each(refuses.map((row) => [row[0], row] as const))("refuses %s at its field", (_, [, ...row]) =>
    expect(refusesAt(world, operation, ...row)).resolves.toBeUndefined(),
  );
  it.runIf(list)("pages newest first, over what was deleted too", () =>
    expect(pages(world, operation)).resolves.toBeUndefined(),
  );
});
