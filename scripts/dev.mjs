// npm run dev: the service from a rebuilt bundle, restarted on change, and Vite's dev server in front of it (port 4181).
import { spawn } from "node:child_process";
import { join } from "node:path";
import { buildStale, root } from "./build-stale.mjs";

buildStale(["node"]);
const vite = join(root, "node_modules/vite/bin/vite.js");
const children = [
  [vite, "build", "--config", "vite.node.config.ts", "--watch", "--logLevel", "warn"],
  ["--watch-path=dist/node", "dist/node/service.js", ...process.argv.slice(2)],
  [vite],
].map((args) => spawn(process.execPath, args, { cwd: root, stdio: "inherit" }));

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.on(signal, () => children.forEach((child) => child.kill(signal)));
}
