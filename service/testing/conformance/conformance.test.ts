import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { DESCRIPTION_MAX_BYTES, METADATA_MAX_BYTES } from "#contract/common.ts";
import { type ErrorName, ERRORS } from "#contract/error.ts";
import { ALL_CONTRACTS } from "#contract/modules/contracts.ts";
import { problemsOf } from "#contract/operations/operation.ts";
import { OPERATIONS } from "#contract/operations/operations.ts";
import { fieldsOf } from "./bound.ts";
import { missingRows } from "./missing-rows.ts";
import { MODULE_BOUNDS } from "./bounds-modules.ts";
import {
  boundsText,
  pages,
  refusesAt,
  refusesBodies,
  refusesCallers,
  refusesIds,
  refusesPaths,
  sharedBy,
  succeeds,
  takes,
} from "./checks.ts";
import { type LiveWorld, startLiveWorld } from "./live.ts";
import { REFUSALS } from "./refusals.ts";
import { CLOSED, SITUATIONS } from "./refusals-service.ts";
import { refused, refusedBy, refusesRow } from "./refused.ts";
import { streams } from "./stream-check.ts";
import { nameOf, TABLE } from "./table.ts";

let world: LiveWorld;
beforeAll(async () => {
  world = await startLiveWorld();
});
afterAll(() => world.close());

const BOUNDS = [
  ["description", DESCRIPTION_MAX_BYTES],
  ["metadata", METADATA_MAX_BYTES],
] as const;

/** Of every database; the half of the suite that runs on the embedded one can't show these. */
const ONLY_POSTGRES: readonly ErrorName[] = inject("postgres") ? [] : ["databaseUnreachable"];
const anyTime = [
  ...CLOSED.map(({ problem }) => problem),
  ...SITUATIONS.map(([problem]) => problem),
  ...ONLY_POSTGRES,
];

describe("the table", () => {
  it("has a row for every operation, and none for anything else", () => {
    const names = OPERATIONS.map(nameOf);
    expect(Object.keys(TABLE).toSorted()).toEqual(names.toSorted());
    expect(Object.keys(REFUSALS).filter((name) => !names.includes(name))).toEqual([]);
  });

  it("has rows beyond the bounds of every field of a module kind, and against each of its rules", () => {
    const missing = ALL_CONTRACTS.flatMap((kind) => missingRows(kind, MODULE_BOUNDS[kind.name]));
    const rows = "rows in service/testing/conformance/bounds-modules.ts to be written";
    expect({ [rows]: missing }).toEqual({ [rows]: [] });
  });

  it("has a row for every error that an operation declares", () => {
    const missing = OPERATIONS.flatMap((operation) => {
      const name = nameOf(operation);
      const shown = [
        ...sharedBy(operation),
        ...anyTime,
        ...(REFUSALS[name] ?? []).map(([problem]) => problem),
      ];
      return problemsOf(operation)
        .filter((problem) => !shown.includes(problem))
        .map((one) => `${name}: ${one}`);
    });
    expect(missing).toEqual([]);
  });

  it("has a row for every error of the service", () => {
    const own = Object.values(REFUSALS).flatMap((rows) => rows.map(([problem]) => problem));
    const shown = new Set([...OPERATIONS.flatMap(sharedBy), ...own, ...anyTime]);
    expect(Object.keys(ERRORS).filter((name) => !shown.has(name as ErrorName))).toEqual([]);
  });
});

describe.each(OPERATIONS.map((one) => [nameOf(one), one] as const))("%s", (name, operation) => {
  const { list, accepts = [], refuses = [] } = TABLE[name] ?? {};
  const bounds = BOUNDS.filter(
    ([field]) => operation.body !== undefined && fieldsOf(operation.body).includes(field),
  );

  it("succeeds with the documented status and body", () =>
    expect((operation.stream ? streams : succeeds)(world, operation)).resolves.toBeUndefined());
  it("refuses a caller without a key or version, or with wrong ones", () =>
    expect(refusesCallers(world, operation)).resolves.toBeUndefined());
  it("refuses an unknown query, another method and a longer path", () =>
    expect(refusesPaths(world, operation)).resolves.toBeUndefined());
  it.runIf(operation.path.includes("{"))("answers 404 for each id that is unknown or of another kind", () =>
    expect(refusesIds(world, operation)).resolves.toBeUndefined(),
  );
  it.runIf(operation.method !== "GET")(
    "refuses a body that is no JSON object of its fields, and changes nothing",
    () => expect(refusesBodies(world, operation)).resolves.toBeUndefined(),
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
  it.each(REFUSALS[name] ?? [])("refuses with %s: %s", (...row) =>
    expect(refusesRow(world, operation, row)).resolves.toBeUndefined(),
  );
  it.runIf(list)("pages newest first, over what was deleted too", () =>
    expect(pages(world, operation)).resolves.toBeUndefined(),
  );
});

describe.each(CLOSED)("$problem: $what", ({ problem, start }) => {
  let closed: LiveWorld;
  beforeAll(async () => {
    closed = await start();
  });
  afterAll(() => closed.close());

  const needKey = OPERATIONS.filter(({ open }) => !open);
  it.each(needKey.map((one) => [nameOf(one), one] as const))("%s", async (_, operation) => {
    const path = operation.path.replaceAll(/\{[a-z_]+\}/g, "x");
    const answer = await closed.app.call(`${operation.method} ${path}`);
    expect(refusedBy(operation, closed.app, answer, problem).error_code).toBe(ERRORS[problem].code);
  });
});

it.each(SITUATIONS)("%s: %s", async (problem, _, act, name) => {
  const { answer, app } = await act();
  const operation = OPERATIONS.find((one) => nameOf(one) === name);
  const body = operation ? refusedBy(operation, app, answer, problem) : refused(app, answer, problem);
  expect(body.error_code).toBe(ERRORS[problem].code);
});
