// Cause: a code that only the edge knows leaves an operator without help. Law: each code of the edge's table has its words.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { REFUSALS, refusalOutcome, type RefusalName } from "#edge/refusals.ts";
import { countedOf, trafficEvent } from "#service/testing/traffic-events.ts";
import { Counts } from "#service/traffic/traffic-counts.ts";
import { errorWords } from "./error-words.ts";
import { statusWords } from "./status-mark.tsx";

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

// Cause: a login whose provider was down read "503 refused" among requests, and counted under "Errors" in the charts. Law: a request is
// called in lists what it counts as, whatever refused it.
it.each(Object.keys(REFUSALS) as RefusalName[])("%s is called what it counts as", (refusal) => {
  const { status } = REFUSALS[refusal];
  const outcome = refusalOutcome(refusal);
  const counted = new Counts();
  const event = trafficEvent({ "http.response.status_code": status, "gatehouse.outcome": outcome });
  counted.add({ ...countedOf(event), refusal }, { duration: null, upstream: null });
  const word = counted.errors === 1 ? "error" : "refused";
  expect(counted.errors + counted.refused).toBe(1);
  expect(statusWords({ status, outcome, event }).text).toBe(`${status} ${word}`);
  expect(word).toBe(status >= 500 ? "error" : "refused");
});
