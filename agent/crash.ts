// main.ts imports this before anything else: what fails while the other modules load is a crash, too.
import { writeSync } from "node:fs";

/** Exit code after an error in the program itself, launcher or worker: a supervisor starts it again. */
const CRASH_CODE = 70;

/** Ends with it. Node's own code for an error that nobody caught is 1, which means refused by the service. */
export function crash(error: unknown): never {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  try {
    writeSync(2, `Crashed: ${text}\n`);
  } catch {
    // Nobody reads it.
  }
  process.exit(CRASH_CODE);
}

process.on("uncaughtException", crash);
process.on("unhandledRejection", crash);
