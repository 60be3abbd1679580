import { gzipSync } from "node:zlib";
import { connect } from "../fixtures/console.ts";
import { expect, test } from "../fixtures/test.ts";

const SCRIPT_BYTES_MAX = 150_000;
const SCRIPTS_MAX = 12;

test("the first load of /sessions is at most 150 kB gzip of script in at most 12 files", async ({
  browser,
  service,
}) => {
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
  const sessions = await fresh.newPage();
  const scripts: Promise<number>[] = [];
  const problems: string[] = [];
  sessions.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  sessions.on("response", (answer) => {
    if (answer.request().resourceType() === "script") {
      scripts.push(answer.body().then((body) => gzipSync(body, { level: 9 }).length));
    }
  });
  await sessions.goto(`${service.origin}/sessions`);
  await expect(sessions.getByText("24 online")).toBeVisible();
  await expect(sessions.getByRole("link", { name: "fra-gw-01" })).toBeVisible();
  await sessions.waitForLoadState("networkidle");
  const sizes = await Promise.all(scripts);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`first load of /sessions: ${sizes.length} scripts, ${total} bytes gzip`);
  expect(sizes.length).toBeLessThanOrEqual(SCRIPTS_MAX);
  expect(total).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
  expect(problems).toEqual([]);
  await fresh.close();
});
