// Cause: a code that only the edge knows leaves an operator without help. Law: each code of the edge's table has its words.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { errorWords } from "./error-words.ts";

it("has words for every refusal of the edge", () => {
  const table = readFileSync("edge/README.md", "utf8");
  const codes = [...table.matchAll(/^\| `(ERR_GATEHOUSE_\d+)`/gm)].map(([, code = ""]) => code);
  expect(codes.length).toBeGreaterThan(10);
  const unknown = errorWords("ERR_GATEHOUSE_0");
  expect(
    codes.filter((code) => errorWords(code) === unknown || errorWords(code).title === unknown.title),
  ).toEqual([]);
});
