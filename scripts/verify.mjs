// npm run verify: everything CI runs, cheapest first. Stops at the first step that fails and says which.
import { spawnSync } from "node:child_process";

/** @type {[name: string, command: string][]} */
const STEPS = [
  ["format", "npm run --silent format:check"],
  ["lint", "npm run --silent lint"],
  ["types", "npm run --silent types"],
  ["unit and component tests", "npm run --silent unit"],
  ["build", "npm run --silent build"],
  ["size budgets", "npm run --silent size"],
  ["browser tests", "npm run --silent e2e"],
];

let passed = 0;
for (const [name, command] of STEPS) {
  console.log(`\n== ${name}: ${command}`);
  const start = performance.now();
  const { status } = spawnSync(command, { shell: true, stdio: "inherit" });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (status !== 0) {
    console.log(`\n${name} failed after ${seconds} s\n${passed} passed, 1 failed`);
    process.exit(1);
  }
  console.log(`== ${name}: ok in ${seconds} s`);
  passed += 1;
}
console.log(`\nverify: ${passed} passed, 0 failed`);
