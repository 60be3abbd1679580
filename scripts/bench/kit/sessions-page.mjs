// The built console before the built service with as many sessions as are asked for, in a browser that counts what it does.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "@playwright/test";
import Libsql from "libsql";
import { findChromium } from "../../chromium.mjs";

const root = join(import.meta.dirname, "../../..");

/** Sessions as that many agents would have them, straight into the store: agents would take minutes to connect. @param {string} data @param {number} count */
function addSessions(data, count) {
  const store = new Libsql(join(data, "gatehouse.db"));
  store.exec("PRAGMA busy_timeout = 10000");
  const sql = readFileSync(join(root, "e2e/fixtures/many-sessions.sql"), "utf8");
  store.exec(sql.replaceAll(":count", String(count)));
  store.close();
}

/** @typedef {{ origin: string, data: string, key: string }} Started */

/**
 * Starts the built service with these flags and a browser that is signed in, and does `act` on a page that shows nothing yet.
 * @param {readonly string[]} flags @param {(page: import("@playwright/test").Page, service: Started) => Promise<void>} act
 */
export async function withConsole(flags, act) {
  const data = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const all = ["--port", "0", "--data", data, "--demo-visitors", "0", "--log", "error", ...flags];
  const service = spawn(process.execPath, [join(root, "dist/node/service.js"), ...all], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const [line] = await once(service.stdout, "data");
    const { origin } = new URL(/http\S+/.exec(String(line))?.[0] ?? "");
    const key = readFileSync(join(data, "admin.key"), "utf8").trim();
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
    const connection = { baseUrl: `${origin}/api`, key, versionHeader: "Service-Version" };
    await page.addInitScript((text) => {
      if (location.origin !== "null") sessionStorage.setItem("gatehouse.connection", text);
    }, JSON.stringify(connection));
    await act(page, { origin, data, key });
  } finally {
    await browser.close();
    service.kill();
    await once(service, "exit");
    rmSync(data, { recursive: true, force: true });
  }
}

/**
 * Opens /sessions with `rows` sessions, all loaded, and does `act` there.
 * @param {number} rows @param {(page: import("@playwright/test").Page) => Promise<void>} act
 */
export function withSessions(rows, act) {
  return withConsole(["--demo", "2"], async (page, { origin, data, key }) => {
    const headers = { authorization: `Bearer ${key}`, "service-version": "2" };
    const online = async () =>
      (await (await fetch(`${origin}/api/tunnel_sessions`, { headers })).json()).tunnel_sessions.length;
    while ((await online()) < 2) await sleep(200);
    addSessions(data, rows - 2);
    // A commit of its own shows the service what another process put into its store (service/store/versions.ts).
    const json = { ...headers, "content-type": "application/json" };
    await fetch(`${origin}/api/ip_policies`, { method: "POST", headers: json, body: "{}" });
    await page.goto(`${origin}/sessions`);
    await page
      .getByText(`${rows.toLocaleString("en")} online`, { exact: true })
      .waitFor({ timeout: 180_000 });
    await act(page);
  });
}

/**
 * CPU milliseconds of the page's main thread during `act`, by what it did, and its longest task: what other processes do
 * does not count. Tracing costs a little itself, so the sums are taken without it.
 * @param {import("@playwright/test").Page} page @param {() => Promise<unknown>} act
 */
export async function costOf(page, act) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const read = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    const ms = (/** @type {string} */ name) => (metrics.find((one) => one.name === name)?.value ?? 0) * 1000;
    return {
      task: ms("TaskDuration"),
      script: ms("ScriptDuration"),
      style: ms("RecalcStyleDuration"),
      layout: ms("LayoutDuration"),
    };
  };
  const before = await read();
  await act();
  const after = await read();
  await devtools.detach();
  return {
    task: after.task - before.task,
    script: after.script - before.script,
    style: after.style - before.style,
    layout: after.layout - before.layout,
  };
}
