// How long a browser that has nothing of the console waits for /sessions with its rows, and how much script that takes. In turns with
// a bare page under the same policies, and with the dashboard of frps where GATEHOUSE_FRPS_DASHBOARD is the folder of its built
// files (`assets/frps/static` of its source, up to 0.66); a small server answers for frps, with as many rows.
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { findChromium } from "../chromium.mjs";
import { headers, origin, withService } from "../load/service.mjs";
import { quantile } from "./kit/measure.mjs";

const ROUNDS = 7;
const ROWS = 24;
/** What is aimed at: rows against frps, which took 5.6 times as long as a bare page on a quiet machine; first paint; kB of script. */
const ROWS_OF_FRPS = 0.7;
const FRPS_OF_BARE = 5.6;
const PAINT_OF_BARE = 1.5;
const SCRIPT_KB = 120;
const PAINT_NOTE = "the frame alone takes 1.2 times as long, the rest is scripts that are compiled beside it";
const ROWS_NOTE = "document, compiling, running and drawing wait for each other";

const PAGE = { "content-type": "text/html", "cross-origin-opener-policy": "same-origin" };
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** @typedef {{ name: string, url: string, row: string, key?: string }} Target */
/** @typedef {{ rows: number, paint: number, script: number, cpu: number }} Visit */

/** @param {import("node:http").RequestListener} answer */
async function serve(answer) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return { server, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}` };
}

const bare = () =>
  serve((_, answer) => answer.writeHead(200, PAGE).end("<!doctype html><title>Bare</title><p>Sessions</p>"));

/** The files of its dashboard, compressed as frps does it, and what it asks for. @param {string} folder */
function frps(folder) {
  const proxies = Array.from({ length: ROWS }, (_, index) => ({
    name: `agent-${index}`,
    conf: { type: "tcp", transport: {}, remotePort: 6000 + index },
    clientVersion: "0.65.0",
    todayTrafficIn: 1000 * index,
    todayTrafficOut: 900 * index,
    curConns: index,
    lastStartTime: "11-22 08:00:00",
    lastCloseTime: "",
    status: "online",
  }));
  return serve((request, answer) => {
    const { pathname } = new URL(request.url ?? "/", "http://frps");
    if (pathname.startsWith("/api/")) return void answer.end(JSON.stringify({ proxies, proxyTypeCount: {} }));
    const file = join(folder, pathname === "/static/" ? "index.html" : pathname.replace("/static/", ""));
    if (pathname.includes("..") || !existsSync(file)) return void answer.writeHead(404).end();
    const type = TYPES[/** @type {keyof typeof TYPES} */ (extname(file))] ?? "image/x-icon";
    answer.writeHead(200, { "content-type": type, "content-encoding": "gzip" });
    return void answer.end(gzipSync(readFileSync(file)));
  });
}

/** One visit with an empty cache. @param {import("@playwright/test").Browser} browser @param {Target} target @returns {Promise<Visit>} */
async function visit(browser, { url, row, key }) {
  const value = JSON.stringify({ baseUrl: "/api", key, versionHeader: "Service-Version" });
  const kept = [{ origin: new URL(url).origin, localStorage: [{ name: "gatehouse.connection", value }] }];
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    storageState: { cookies: [], origins: key ? kept : [] },
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.addInitScript((selector) => {
    const look = () => {
      const height = document.querySelector(selector)?.getBoundingClientRect().height ?? 0;
      if (height > 0) performance.mark("rows");
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, row);
  await page.goto(url, { waitUntil: "commit" });
  const isThere = () =>
    performance.getEntriesByName("rows").length +
      performance.getEntriesByName("first-contentful-paint").length >
    1;
  await page.waitForFunction(isThere, null, { polling: 50, timeout: 30_000 });
  const { metrics } = await cdp.send("Performance.getMetrics");
  const seen = await page.evaluate(() => {
    const at = (/** @type {string} */ name) => performance.getEntriesByName(name)[0]?.startTime ?? 0;
    const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
    const bytes = scripts.map((one) => /** @type {PerformanceResourceTiming} */ (one).encodedBodySize);
    return {
      rows: at("rows"),
      paint: at("first-contentful-paint"),
      script: bytes.reduce((sum, size) => sum + size, 0) / 1000,
    };
  });
  await context.close();
  return { ...seen, cpu: 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) };
}

/** @param {(figure: import("./kit/table.mjs").Figure) => void} report */
export async function bench(report) {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("No Chromium: run node scripts/browser.mjs first.");
  const folder = process.env["GATEHOUSE_FRPS_DASHBOARD"];
  if (!folder) console.error("Skipped: the dashboard of frps, since GATEHOUSE_FRPS_DASHBOARD is not set.");
  const servers = { bare: await bare(), ...(folder && { frps: await frps(folder) }) };
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  /** @type {Map<string, Visit[]>} */
  const visits = new Map();
  await withService(async () => {
    const key = String(headers["authorization"]).replace("Bearer ", "");
    const targets = [
      { name: "ours", url: `${origin}/sessions`, row: "tbody a[href^='/sessions/']", key },
      { name: "bare", url: servers.bare.url, row: "p" },
      ...(servers.frps
        ? [{ name: "frps", url: `${servers.frps.url}/static/#/proxies/tcp`, row: ".el-table__row" }]
        : []),
    ];
    // Until the agents of the demo are online.
    await sleep(5000);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const target of round % 2 ? targets : targets.toReversed())
        visits.set(target.name, [...(visits.get(target.name) ?? []), await visit(browser, target)]);
  });
  await browser.close();
  for (const { server } of Object.values(servers)) server.close();

  /** @param {string} name @param {keyof Visit} what */
  const median = (name, what) =>
    quantile(
      (visits.get(name) ?? []).map((one) => one[what]),
      0.5,
    );
  /** @param {string} figure @param {keyof Visit} what @param {string} yard @param {keyof Visit} of @param {number} [most] @param {string} [note] */
  const compare = (figure, what, yard, of, most, note) => {
    const [value, beside] = [median("ours", what), median(yard, of)];
    const ratio = value / beside;
    const aim = most === undefined ? {} : { aim: `at most ${most} times`, met: ratio <= most, note };
    const yardstick = `${yard === "bare" ? "bare page" : "dashboard of frps"}: ${Math.round(beside)} ms`;
    report({ bench: figure, value, unit: "ms", yardstick, ratio, ...aim });
  };
  const script = median("ours", "script");
  const aim = { aim: `at most ${SCRIPT_KB} kB`, met: script <= SCRIPT_KB };
  report({ bench: "script of the first load of /sessions, in Brotli", value: script, unit: "kB", ...aim });
  compare("first paint, nothing in the cache", "paint", "bare", "paint", PAINT_OF_BARE, PAINT_NOTE);
  if (servers.frps) {
    compare("rows, nothing in the cache", "rows", "frps", "rows", ROWS_OF_FRPS, ROWS_NOTE);
    compare("CPU of the page until its rows", "cpu", "frps", "cpu");
  } else
    compare(
      "rows, nothing in the cache",
      "rows",
      "bare",
      "paint",
      Number((ROWS_OF_FRPS * FRPS_OF_BARE).toFixed(1)),
    );
}
