import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** Path of a Chromium to test with, or null: GATEHOUSE_CHROMIUM, then the PATH, then Playwright's own. */
export function findChromium() {
  const named = process.env["GATEHOUSE_CHROMIUM"];
  if (named) return named;
  for (const name of NAMES) {
    for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
      if (folder && runs(join(folder, name))) return join(folder, name);
    }
  }
  const own = chromium.executablePath();
  return own && existsSync(own) ? own : null;
}

/** @param {string} file */
function runs(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
