// npm run verify: everything CI runs, cheapest first. Stops at the first group with a step that fails and says which; its last
// lines name the slowest test files.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { slowestFiles } from "./slowest-files.mjs";
import { runSteps } from "./steps.mjs";

const reports = mkdtempSync(join(tmpdir(), "gatehouse-reports-"));
process.env["GATEHOUSE_TEST_REPORTS"] = reports;
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

await runSteps(
  "verify",
  [
    [
      ["format", "npm run --silent format:check"],
      ["lint", "npm run --silent lint"],
      ["types", "npm run --silent types"],
      ["build", "npm run --silent build"],
      // Here, as it waits for the network while the others work.
      ["a browser for the tests", "node scripts/browser.mjs"],
    ],
    // One after the other: each keeps the cores busy, and beside each other both wait for a turn (docs/decisions/tests/speed.md).
    [
      ["size budgets", "npm run --silent size"],
      ["unit and component tests", "npm run --silent unit"],
    ],
    [["browser tests", "npm run --silent e2e -- --project=journeys"]],
    [["measured browser tests", "npm run --silent e2e -- --project=measured --no-deps"]],
  ],
  () => {
    const slowest = slowestFiles(reports).slice(0, 10);
    if (slowest.length === 0) return;
    console.log("\nThe slowest test files, in seconds:");
    for (const { file, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)}  ${file}`);
  },
);
