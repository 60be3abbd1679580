import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { slowestFiles } from "./slowest-files.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-reports-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, report: unknown) => writeFileSync(join(folder, name), JSON.stringify(report));
const spec = (...durations: number[]) => ({
  tests: [{ results: durations.map((duration) => ({ duration })) }],
});

it("adds up every browser test of a file, however deep and however often tried, and sorts both runners’ files", () => {
  write("unit.json", {
    testResults: [{ name: join(process.cwd(), "src/a.test.ts"), startTime: 1000, endTime: 1400 }],
  });
  write("browser.json", {
    suites: [
      {
        file: "pages/b.spec.ts",
        specs: [spec(100, 50)],
        suites: [{ file: "fixtures/states.ts", specs: [spec(300)] }],
      },
      { file: "pages/c.spec.ts", suites: [] },
    ],
  });
  expect(slowestFiles(folder)).toEqual([
    { file: "e2e/pages/b.spec.ts", ms: 450 },
    { file: "src/a.test.ts", ms: 400 },
    { file: "e2e/pages/c.spec.ts", ms: 0 },
  ]);
});

it("has nothing to say where nothing ran", () => expect(slowestFiles(folder)).toEqual([]));
