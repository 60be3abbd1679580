// Makes sure that there is a Chromium for the browser tests: a system one, else Playwright's own, else Debian's.
import { spawnSync } from "node:child_process";
import { findChromium } from "./chromium.mjs";

const root = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
const apt = [...root, "apt-get", "-o", "DPkg::Lock::Timeout=300", "-y", "--no-install-recommends"];
const tries = [
  ["npx", "playwright", "install", "--only-shell", "chromium"],
  [...root, "apt-get", "-o", "DPkg::Lock::Timeout=300", "update"],
  [...apt, "install", "chromium-headless-shell"],
  [...apt, "install", "chromium"],
];

for (const [command, ...args] of tries) {
  if (findChromium()) break;
  console.log(`No Chromium found. Running: ${[command, ...args].join(" ")}`);
  spawnSync(/** @type {string} */ (command), args, {
    stdio: "inherit",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

const found = findChromium();
if (!found) {
  console.error("Couldn’t find or install Chromium. Install it, or set GATEHOUSE_CHROMIUM to its path.");
  process.exit(1);
}
console.log(`Chromium: ${found}`);
