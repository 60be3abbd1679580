// npm run check: the everyday loop, under a minute. Format, lint, types, and the unit tests of what changed since main, on
// the embedded database; verify runs all of them.
import { spawnSync } from "node:child_process";
import { runSteps } from "./steps.mjs";

const git = (/** @type {string[]} */ ...args) => spawnSync("git", args, { encoding: "utf8" }).stdout.trim();
const since = git("merge-base", "HEAD", "main") || "HEAD";
// The random requests of verify take longer than everything else here.
process.env["GATEHOUSE_FUZZ_REQUESTS"] ??= "500";
const tests = "vitest run --project node --project dom --project dom-alone --reporter dot";

await runSteps("check", [
  [
    ["format", "npm run --silent format:check"],
    ["lint", "npm run --silent lint"],
    ["types", "npm run --silent types"],
  ],
  [["tests of what changed", `npx ${tests} --changed ${since} --passWithNoTests`]],
  [["tests of the repository", `npx ${tests} scripts`]],
]);
