import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const SHARED = ["package.json", "package-lock.json", "src/contract"];
const TARGETS = {
  console: {
    config: "vite.config.ts",
    output: "dist/console/index.html",
    inputs: [
      ...SHARED,
      "vite.config.ts",
      "scripts/compress.mjs",
      "scripts/lean-libraries.mjs",
      "service/http/console-pages.ts",
      "service/http/page-policy.ts",
      "index.html",
      "public",
      "src",
    ],
  },
  node: {
    config: "vite.node.config.ts",
    output: "dist/node/service.js",
    inputs: [...SHARED, "vite.node.config.ts", "service", "edge", "agent"],
  },
};

/** Builds those of the named targets whose sources differ from what was last built. Exits when a build fails. @param {(keyof typeof TARGETS)[]} names */
export function buildStale(names) {
  for (const name of names) {
    const target = TARGETS[name];
    const stamp = join(root, "dist", `${name}.stamp`);
    const now = fingerprint(target.inputs);
    if (existsSync(join(root, target.output)) && existsSync(stamp) && readFileSync(stamp, "utf8") === now)
      continue;
    console.error(`Building the ${name === "node" ? "service, edge and agent" : name}…`);
    const vite = join(root, "node_modules/vite/bin/vite.js");
    if (!existsSync(vite)) {
      console.error("The build tools are missing. Run npm ci first (without --omit=dev).");
      process.exit(1);
    }
    const built = spawnSync(
      process.execPath,
      [vite, "build", "--config", target.config, "--logLevel", "error"],
      {
        cwd: root,
        stdio: ["ignore", "inherit", "inherit"],
      },
    );
    if (built.status !== 0) process.exit(built.status ?? 1);
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, now);
  }
}

/** @param {string[]} inputs */
function fingerprint(inputs) {
  const hash = createHash("sha256");
  for (const input of inputs) {
    for (const file of filesOf(join(root, input))) hash.update(file).update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** @param {string} path @returns {string[]} */
function filesOf(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesOf(join(path, entry.name)));
}
