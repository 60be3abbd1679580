import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

// Cause: testers and hints watched fields by their bare names, so on the page of a new route, where each module is a
// part of one form, they saw nothing. Law: the forms of all kinds on one page.
it("forms of module kinds name their fields relative to the scope they stand in", () => {
  const isBare = (file: string) => /\b(useWatch|watch\()/.test(readFileSync(file, "utf8"));
  expect(isBare("src/editing/use-draft.ts")).toBe(true);
  const files = readdirSync("src/modules", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
    .map((file) => `src/modules/${file}`);
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter(isBare)).toEqual([]);
});
