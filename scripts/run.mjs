// npm start, npm run edge and npm run agent: builds what is stale, then runs the program in this very process.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildStale, root } from "./build-stale.mjs";

const [program, ...flags] = process.argv.slice(2);
if (program !== "service" && program !== "edge" && program !== "agent") {
  console.error("Usage: node scripts/run.mjs service|edge|agent [flags]");
  process.exit(2);
}
buildStale(program === "service" ? ["console", "node"] : ["node"]);
const file = join(root, "dist/node", `${program}.js`);
// A signal to npm ends npm and its shell but does not come through to here: their end is the signal.
const parent = process.ppid;
if (process.env["npm_lifecycle_event"]) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 200);
  watch.unref();
}
process.argv = [process.execPath, file, ...flags];
await import(pathToFileURL(file).href);
