import { defineConfig } from "@playwright/test";
import { findChromium } from "../scripts/chromium.mjs";
import { keepFilesInMemory } from "../scripts/memory-folder.mjs";
import { TEST_MS, WAIT_MS } from "../scripts/patience.mjs";
import { reportFile } from "../scripts/slowest-files.mjs";

keepFilesInMemory();
const report = reportFile(process.argv.includes("--project=measured") ? "measured" : "browser");

const executablePath = findChromium();
if (!executablePath) throw new Error("No Chromium: run node scripts/browser.mjs first.");

const MEASURED = ["journeys/many-rows.spec.ts", "journeys/typing-filters.spec.ts"];

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
// A page lives for seconds here: compiling its scripts to the fastest code takes longer than it saves. Less fast is worth it,
// for axe: a look takes a fifth less.
const BRIEF = [...ARGS, "--js-flags=--no-opt"];

/** Journeys against the real service, one process per worker; a trace is kept of the second try. */
export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  fullyParallel: true,
  // Most of a test is waiting for a frame, a poll or a socket: two on each of two cores.
  workers: 4,
  forbidOnly: Boolean(process.env["CI"]),
  // Once more in CI only, where other work on the machine may stop a browser for seconds; the report calls it flaky.
  retries: process.env["CI"] ? 1 : 0,
  timeout: TEST_MS,
  expect: { timeout: WAIT_MS },
  reporter: [["list"], ...(report ? [["json", { outputFile: report }] as const] : [])],
  projects: [
    {
      name: "journeys",
      testIgnore: MEASURED,
      use: { launchOptions: { executablePath, args: BRIEF } },
    },
    // What counts the milliseconds of a frame has the machine for itself.
    { name: "measured", testMatch: MEASURED, dependencies: ["journeys"] },
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    // A colour on its way to another theme has the contrast of neither, and its frames take the time of the tests.
    contextOptions: { reducedMotion: "reduce" },
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    video: "off",
    launchOptions: { executablePath, args: ARGS },
  },
});
