import { expect, it } from "vitest";
import { RESOURCES } from "./all.ts";
import { KINDS } from "./kinds.ts";

it("holds every kind of resource, each once", () => {
  expect(RESOURCES.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(KINDS).toSorted());
});
