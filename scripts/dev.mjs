// npm run dev: the service from a rebuilt bundle, restarted on change, and Vite's dev server in front of it (port 4181).
import { spawn } from "node:child_process";
import { join } from "node:path";
import { buildStale, root } from "./build-stale.mjs";
import { withoutSecrets } from "./secret-flags.mjs";

buildStale(["node"]);
const { args, env } = withoutSecrets(process.argv.slice(2));
const vite = join(root, "node_modules/vite/bin/vite.js");
const children = [
  [vite, "build", "--config", "vite.node.config.ts", "--watch", "--logLevel", "warn"],
  ["--watch-path=dist/node", "dist/node/service.js", ...args],
  [vite],
].map((words, n) =>
  spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...env },
    // What is typed is for Vite.
    stdio: [n === 2 ? "inherit" : "ignore", "inherit", "inherit"],
  }),
);

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.on(signal, () => children.forEach((child) => child.kill(signal)));
}
