import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { describeIssue, toIssues } from "./issues.ts";

const schema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(5)),
  size: z.int().check(z.gte(1), z.lte(9)),
  on: z.optional(z.boolean()),
  kind: z.enum(["a", "b"]),
  list: z.optional(z.array(z.strictObject({ value: z.string() })).check(z.maxLength(2))),
});

const issues = (value: unknown) => {
  const { error } = z.safeParse(schema, value, { error: describeIssue });
  return error ? toIssues(error).map(({ path, message }) => `${path.join(".")} ${message}`) : [];
};
const valid = { name: "x", size: 1, kind: "a" };

describe("the text of a fault", () => {
  it("is none for what is right", () => expect(issues(valid)).toEqual([]));

  it.each<[string, unknown, string[]]>([
    ["missing fields", {}, ["name is required", "size is required", "kind is required"]],
    ["another type", { ...valid, name: 5, on: "yes" }, ["name must be a text", "on must be true or false"]],
    ["a fraction", { ...valid, size: 1.5 }, ["size must be a whole number"]],
    ["too small", { ...valid, name: "", size: 0 }, ["name must not be empty", "size must be at least 1"]],
    [
      "too big",
      { ...valid, name: "abcdef", size: 10 },
      ["name must have at most 5 characters", "size must be at most 9"],
    ],
    ["no such value", { ...valid, kind: "c" }, ["kind must be one of a, b"]],
    [
      "an entry of a list",
      { ...valid, list: [{ value: "x" }, { value: 1 }] },
      ["list.1.value must be a text"],
    ],
    [
      "too many entries",
      { ...valid, list: [1, 2, 3].map(() => ({ value: "" })) },
      ["list must have at most 2 entries"],
    ],
    [
      "unknown fields, each under its own name",
      { ...valid, nme: 1, list: [{ value: "", extra: 1 }] },
      [
        "list.0.extra is not a known field. The fields are value",
        "nme is not a known field. The fields are name, size, on, kind, list",
      ],
    ],
    ["no object", [], [" must be an object"]],
  ])("%s", (_, value, texts) => expect(issues(value)).toEqual(texts));

  it("says when no field is taken", () => {
    const { error } = z.safeParse(z.strictObject({}), { force: true }, { error: describeIssue });
    expect(error && toIssues(error)).toEqual([
      { path: ["force"], message: "is not a known field. There are no fields here" },
    ]);
  });
});
