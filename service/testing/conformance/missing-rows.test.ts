// Cause: the rows beyond a list's bounds, its entries and its order could be left out, and those at the ends of a range, and nothing
// told. Law: each check of a field, each end of a range and each rule has a row, and what has none is named.
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { distinct, Enabled, EnabledAnswer } from "#contract/modules/fields.ts";
import { contract, type ModuleContract } from "#contract/modules/module-contract.ts";
import type { Bounds } from "./bound.ts";
import { missingRows } from "./missing-rows.ts";

const kind = contract({
  kind: "made_up",
  owners: ["route"],
  title: "Made up",
  purpose: "Blocks countries",
  role: "guard",
  group: "Security",
  readsTraffic: false,
  request: z
    .strictObject({
      enabled: Enabled,
      countries: z
        .array(z.string().check(z.regex(/^[A-Z]{2}$/)))
        .check(z.minLength(1), z.maxLength(3), distinct()),
      weight: z.optional(z.int().check(z.gte(1), z.lte(9))),
      days: z.optional(z.array(z.enum(["mon", "tue"])).check(distinct())),
    })
    .check(
      z.refine(({ countries, weight }) => weight !== 5 || countries.length < 3, { path: ["countries"] }),
    ),
  answer: z.looseObject({
    enabled: EnabledAnswer,
    countries: z.array(z.string()),
    weight: z.nullish(z.int()),
    days: z.nullish(z.array(z.string())),
  }),
  example: { countries: ["DE"] },
}) as unknown as ModuleContract;

const BOUNDS = {
  accepts: [
    ["the least weight", { weight: 1 }],
    ["the greatest", { weight: 9 }],
  ],
  refuses: [
    ["no country", { countries: [] }, "countries"],
    ["four", { countries: ["DE", "FR", "IT", "ES"] }, "countries"],
    // Breaks two checks, and is the row of neither.
    ["four, one twice", { countries: ["DE", "DE", "IT", "ES"] }, "countries"],
    ["one twice", { countries: ["DE", "DE"] }, "countries.1"],
    ["lower case", { countries: ["de"] }, "countries.0"],
    ["no weight", { weight: 0 }, "weight"],
    ["too much weight", { weight: 10 }, "weight"],
    ["half a weight", { weight: 1.5 }, "weight"],
    ["another day", { days: ["sun"] }, "days.0"],
    ["a day twice", { days: ["mon", "mon"] }, "days.1"],
    ["three of 5", { countries: ["DE", "FR", "IT"], weight: 5 }, "countries"],
  ],
} satisfies Bounds;

test("rows for all of a kind are enough", () => {
  expect(missingRows(kind, BOUNDS)).toEqual([]);
});

test.each([
  ["no country", "countries beyond 1"],
  ["four", "countries beyond 3"],
  ["one twice", "countries beyond check 3"],
  ["lower case", "countries, an entry beyond ^[A-Z]{2}$"],
  ["no weight", "weight beyond 1"],
  ["too much weight", "weight beyond 9"],
  ["half a weight", "weight with a fraction"],
  ["another day", "days, an entry of none of its choices"],
  ["a day twice", "days beyond check 1"],
  ["three of 5", "rule 1 across its fields"],
  ["the least weight", "weight at 1"],
  ["the greatest", "weight at 9"],
])("without the row of %s, %s is missing", (row, missing) => {
  const but = <R extends readonly [string, ...unknown[]]>(rows: readonly R[]) =>
    rows.filter(([what]) => what !== row);
  const bounds = {
    accepts: but<(typeof BOUNDS.accepts)[number]>(BOUNDS.accepts),
    refuses: but(BOUNDS.refuses as never),
  } as Bounds;
  expect(missingRows(kind, bounds)).toEqual([`made_up: ${missing}`]);
});
