import type { Browser, Page } from "@playwright/test";
import { brotliCompressSync } from "node:zlib";
import { SETTLED_MS } from "../../src/ui/settled.ts";
import { connect } from "../fixtures/console.ts";
import type { RunningService } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";

const SCRIPT_BYTES_MAX = 120_000;
const SCRIPTS_MAX = 4;
const LISTS = ["/api/tunnel_sessions?limit=100", "/api/tunnels?limit=100"];

/** A page of who signed in before, in a browser that has nothing of the console. */
async function freshPage(browser: Browser, service: RunningService): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await connect(page, service);
  const state = await context.storageState();
  const stored = await page.evaluate(() => Object.entries(sessionStorage));
  await context.close();
  const fresh = await browser.newContext({ storageState: state });
  await fresh.addInitScript(
    (items) => items.forEach(([name, value]) => sessionStorage.setItem(name, value)),
    stored,
  );
  return fresh.newPage();
}

test("the first load of /sessions is at most 120 kB of script in at most 4 files, and nothing is asked for twice", async ({
  browser,
  service,
}) => {
  const sessions = await freshPage(browser, service);
  // What waits until the page has settled, and its next poll, are no part of its first load, however long a busy machine takes for that.
  await sessions.addInitScript((settledMs) => {
    const [once, often] = [window.setTimeout.bind(window), window.setInterval.bind(window)];
    const held = (ms?: number) => (ms !== undefined && ms >= settledMs ? 60_000 : ms);
    Object.assign(window, {
      setTimeout: (act: TimerHandler, ms?: number) => once(act, held(ms)),
      setInterval: (act: TimerHandler, ms?: number) => often(act, held(ms)),
    });
  }, SETTLED_MS);
  const scripts: Promise<number>[] = [];
  const lists: string[] = [];
  const problems: string[] = [];
  sessions.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  sessions.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/")) lists.push(pathname + search);
  });
  sessions.on("response", (answer) => {
    if (answer.request().resourceType() === "script") {
      scripts.push(answer.body().then((body) => brotliCompressSync(body).length));
    }
  });
  await sessions.goto(`${service.origin}/sessions`);
  await expect(sessions.getByText("24 online")).toBeVisible();
  await expect(sessions.getByRole("link", { name: "fra-gw-01" })).toBeVisible();
  await expect.poll(() => scripts.length).toBeGreaterThan(1);
  const asked = [...lists];
  const sizes = await Promise.all(scripts);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`first load of /sessions: ${sizes.length} scripts, ${total} bytes in Brotli`);
  expect(sizes.length).toBeLessThanOrEqual(SCRIPTS_MAX);
  expect(total).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
  expect(asked.toSorted()).toEqual(LISTS);

  // Other pages bring zod, which would try to compile text: the policy forbids that.
  await sessions.getByRole("link", { name: "Edges", exact: true }).click();
  await expect(sessions.getByRole("heading", { name: "Edges", level: 1 })).toBeVisible();
  await expect(sessions.getByRole("table").getByRole("link").first()).toBeVisible();
  expect(problems).toEqual([]);
  await sessions.context().close();
});

// Cause: the lists were asked for once the code of the page had been loaded and drawn. Law: no request of the first load waits for
// another that it need not wait for.
test("what the page needs first is asked for by the page itself, and drawn once its code is there", async ({
  browser,
  service,
}) => {
  const sessions = await freshPage(browser, service);
  const asked = new Set<string>();
  sessions.on("request", (request) => asked.add(request.url().replace(service.origin, "")));
  let go = () => undefined as void;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await sessions.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await sessions.goto(`${service.origin}/sessions`, { waitUntil: "commit" });
  const scripts = () => [...asked].filter((path) => path.startsWith("/assets/"));
  await expect
    .poll(() => LISTS.every((path) => asked.has(path)) && scripts().length === SCRIPTS_MAX)
    .toBe(true);
  // The frame of the console is there, with its styles.
  const nav = sessions.getByRole("navigation", { name: "Main" });
  await expect(nav.getByRole("link", { name: "Sessions" })).toBeVisible();
  expect(await nav.evaluate((element) => getComputedStyle(element).borderRightStyle)).toBe("solid");
  go();
  await expect(sessions.getByRole("link", { name: "fra-gw-01" })).toBeVisible();
  await sessions.context().close();
});
