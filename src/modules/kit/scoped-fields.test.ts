import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

// Cause: testers and hints watched fields by their bare names, so on the page of a new route, where each module is a
// part of one form, they saw nothing. Law: the forms of all kinds on one page.
it("forms of module kinds name their fields relative to the scope they stand in", () => {
  const files = ["src/editing", "src/modules"]
    .flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: "utf8" }).map((file) => `${room}/${file}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."));
  expect(files.length).toBeGreaterThan(50);
  const bare = files.filter((file) => /\b(useWatch|watch\()/.test(readFileSync(file, "utf8")));
  expect(bare).toEqual(["src/editing/use-draft.ts"]);
});
