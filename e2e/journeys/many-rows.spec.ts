import type { Page } from "@playwright/test";
import { TEST_MS } from "../../scripts/patience.mjs";
import { call } from "../fixtures/api.ts";
import { connect } from "../fixtures/console.ts";
import { addSessions, PAGE, pressEach, timesOfKeys } from "../fixtures/many-sessions.ts";
import { open, options } from "../fixtures/palette.ts";
import type { RunningService } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";

// A trace takes a picture of every frame and keeps a thousand answers: what is measured would be the tracing.
test.use({ trace: "off" });

const COUNT = 100_000;
const FRAMES = 180;

/** Scrolls a little at every frame for `frames` frames; milliseconds between them. */
function scrollAndTime(page: Page, frames: number, step: number): Promise<number[]> {
  return page.evaluate(
    ([count, by]) =>
      new Promise<number[]>((done) => {
        const gaps: number[] = [];
        let last = performance.now();
        const frame = (now: number) => {
          gaps.push(now - last);
          last = now;
          window.scrollBy(0, by);
          if (gaps.length < count) requestAnimationFrame(frame);
          else done(gaps.slice(1));
        };
        requestAnimationFrame(frame);
      }),
    [frames, step] as const,
  );
}

/** CPU milliseconds of the page's main thread during `work`: what other processes of the machine do does not count. */
async function cpuOf(page: Page, work: () => Promise<unknown>): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
  const before = await busy();
  await work();
  const spent = (await busy()) - before;
  await devtools.detach();
  return spent;
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/*
 * The bounds: a key is painted within 50 ms (the median of ten: one alone may meet a refresh), a frame of scrolling costs
 * at most 16.7 ms of the main thread's own CPU time, and most frames are in time. Other processes only ever make it
 * slower, so one good round of three proves it. Measured on two busy cores: 20 ms a key, 10 ms a frame.
 */
const ROUNDS = 3;
const KEY_MS = 50;
const FRAME_CPU_MS = 1000 / 60;

/** What {@link slowness} takes where a frame took 15.7 ms (docs/performance.md). */
const YARDSTICK_MS = 88;

/** How much slower than that machine this one is, 1 at least and 2 at most: the same work takes 1.3 times as long on others. */
async function slowness(page: Page): Promise<number> {
  const times = await page.evaluate(() =>
    Array.from({ length: 7 }, () => {
      const began = performance.now();
      const rows = Array.from({ length: 300_000 }, (_, at) => ({ key: `row ${at % 977}`, at }));
      rows.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.at - b.at));
      return performance.now() - began;
    }),
  );
  return Math.min(2, Math.max(1, median(times) / YARDSTICK_MS));
}
const FIRST_ROWS_MS = 5000;

test.use({ agents: 2 });

test("100 000 sessions: the list opens, tells its progress, can be cancelled, filters and scrolls; so does the palette", async ({
  page,
  ownService: service,
}) => {
  const online = async () =>
    (await call<{ tunnel_sessions: unknown[] }>(service, "GET /tunnel_sessions")).body.tunnel_sessions.length;
  await expect.poll(online).toBe(2);
  addSessions(service, COUNT);
  // Cause: the list stayed at 2 until the service happened to commit something. Law: an embedded store is the service's alone
  // (service/store/versions.ts), so a commit of its own is what shows it another's.
  await call(service, "POST /ip_policies", {});
  await test.step("opens, tells its progress, can be cancelled and goes on", () => loads(page, service));
  await test.step("filters and scrolls", () => filtersAndScrolls(page));
  await test.step("a key in the palette is painted within 50 ms", () => findsInPalette(page));
});

async function loads(page: Page, service: RunningService): Promise<void> {
  const started = Date.now();
  await connect(page, service);
  const table = page.getByRole("table", { name: "Sessions" });
  await expect(table.getByRole("link").first()).toBeVisible();
  const opened = Date.now() - started;
  const progress = page.getByText(/^[\d,]+ loaded\. Search covers these\.$/);
  await expect(progress).toBeVisible();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByRole("button", { name: "Load all" })).toBeVisible();
  const loaded = Number((await progress.innerText()).replace(/ loaded.*/, "").replaceAll(",", ""));
  expect(loaded).toBeGreaterThanOrEqual(PAGE);
  expect(loaded).toBeLessThan(COUNT);
  await expect(table).toHaveAttribute("aria-rowcount", String(loaded + 1));

  const resumed = Date.now();
  await page.getByRole("button", { name: "Load all" }).click();
  await expect(page.getByText("100,002 online", { exact: true })).toBeVisible({ timeout: TEST_MS });
  await expect(progress).toHaveCount(0);
  console.log(JSON.stringify({ rows: COUNT, firstRowsMs: opened, wholeMs: Date.now() - resumed }));
  expect(opened).toBeLessThan(FIRST_ROWS_MS);
}

async function filtersAndScrolls(page: Page): Promise<void> {
  const table = page.getByRole("table", { name: "Sessions" });
  const rounds: { keys: number[]; cpu: number; late: number }[] = [];
  const slower = await slowness(page);
  const good = () =>
    rounds.find(
      ({ keys, cpu, late }) =>
        median(keys) <= KEY_MS * slower && cpu <= FRAME_CPU_MS * slower && late < FRAMES / 2,
    );
  while (rounds.length < ROUNDS && !good()) {
    await page.getByRole("searchbox").focus();
    const keys = await timesOfKeys(page, () => pressEach(page, "agent-0999"));
    await expect(page.getByText("100 of 100,002 match")).toBeVisible();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await expect(table).toHaveAttribute("aria-rowcount", String(COUNT + 3));
    await expect(page).not.toHaveURL(/q=/);
    let gaps: number[] = [];
    const cpu = await cpuOf(page, async () => {
      gaps = await scrollAndTime(page, FRAMES, 120);
    });
    rounds.push({ keys, cpu: cpu / FRAMES, late: gaps.filter((ms) => ms > 20).length });
    await page.evaluate(() => scrollTo(0, 0));
  }
  console.log(JSON.stringify({ frames: FRAMES, slower, rounds }));
  expect(good(), JSON.stringify(rounds)).toBeDefined();
}

async function findsInPalette(page: Page): Promise<void> {
  const rounds: number[][] = [];
  while (rounds.length < ROUNDS && !rounds.some((times) => median(times) <= KEY_MS)) {
    await open(page, "agent-");
    await expect(page.getByText("99,975 more. Keep typing.")).toBeVisible();
    const times = await timesOfKeys(page, () => pressEach(page, "099905"));
    await expect(options(page).first()).toContainText("agent-099905");
    rounds.push(times);
    await page.keyboard.press("Escape");
  }
  console.log(JSON.stringify({ palette: rounds }));
  expect(
    rounds.some((times) => times.length > 0 && median(times) <= KEY_MS),
    JSON.stringify(rounds),
  ).toBe(true);
}
