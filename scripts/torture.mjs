// npm run torture: kills the built service again and again while it writes, and puts it through every other fault that it has to
// survive, on each database. Prints what was answered and what was kept. Takes minutes; `npm test` has a short run of it.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { findPostgres } from "./postgres.mjs";

const USAGE = "Usage: npm run torture -- [--rounds N] [--database sqlite|postgres] [--seed N]";
const PROJECTS = { sqlite: "node", postgres: "postgres" };
const ROUNDS_MAX = 10_000;

/** @param {string} text @returns {never} */
function refuse(text) {
  console.error(`${text}\n${USAGE}`);
  process.exit(2);
}

function read() {
  try {
    const text = /** @type {const} */ ({ type: "string" });
    return parseArgs({ options: { rounds: text, database: text, seed: text } }).values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

const { rounds = "100", database, seed } = read();
if (!/^\d+$/.test(rounds) || Number(rounds) < 1 || Number(rounds) > ROUNDS_MAX)
  refuse(`--rounds must be a whole number from 1 to ${ROUNDS_MAX}.`);
if (database !== undefined && !(database in PROJECTS)) refuse("--database must be sqlite or postgres.");
if (seed !== undefined && !/^\d{1,10}$/.test(seed)) refuse("--seed must be a whole number.");
if (database !== "sqlite" && !process.env["GATEHOUSE_TEST_DATABASE"] && !findPostgres())
  refuse("No Postgres was found. Install one, or use --database sqlite.");

const chosen = Object.entries(PROJECTS).filter(([name]) => database === undefined || name === database);
for (const [, project] of chosen) {
  const { status } = spawnSync(
    "npx",
    [
      "vitest",
      "run",
      "--project",
      project,
      "service/torture.test.ts",
      "service/delivery/kills.test.ts",
      "--disableConsoleIntercept",
    ],
    {
      stdio: "inherit",
      env: {
        ...process.env,
        GATEHOUSE_TORTURE_ROUNDS: rounds,
        ...(seed && { GATEHOUSE_TORTURE_SEED: seed }),
      },
    },
  );
  if (status !== 0) process.exit(1);
}
