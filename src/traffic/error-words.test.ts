// Cause: a code that only the edge knows leaves an operator without help. Law: each code of the edge's table has its words.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { errorWords } from "./error-words.ts";
import { statusWords } from "./status-mark.tsx";
import type { TrafficRow } from "./traffic-row.ts";

it("has words for every refusal of the edge", () => {
  const table = readFileSync("edge/README.md", "utf8");
  const codes = [...table.matchAll(/^\| `(ERR_GATEHOUSE_\d+)`/gm)].map(([, code = ""]) => code);
  expect(codes.length).toBeGreaterThan(10);
  const unknown = errorWords("ERR_GATEHOUSE_0");
  expect(
    codes.filter((code) => errorWords(code) === unknown || errorWords(code).title === unknown.title),
  ).toEqual([]);
});

// Cause: of a request that was refused since its backend was off, "Choose a backend" was all advice. Law: advice fits each cause of a code.
it("says that a backend may be off", () => {
  expect(errorWords("ERR_GATEHOUSE_3203").help).toContain("turn it on");
});

// Cause: a request to an app that does not run read "502 refused". Law: a word says who did what.
it.each([
  ["ERR_GATEHOUSE_3210", 502, "502 failed"],
  ["ERR_GATEHOUSE_3201", 502, "502 failed"],
  ["ERR_GATEHOUSE_3204", 503, "503 refused"],
  ["ERR_GATEHOUSE_3230", 403, "403 refused"],
])("%s is %i in lists: %s", (error_code, status, text) => {
  const event = { gatehouse: { error_code } } as TrafficRow["event"];
  expect(statusWords({ status, outcome: "refused", event }).text).toBe(text);
});
