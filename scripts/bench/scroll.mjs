// A list of 100,000 sessions in the browser: what a frame of scrolling costs, how long each act holds the page up, and whether
// memory stays flat over refreshes. CPU time of the page's main thread: what else the machine does counts less.
import { longestTask } from "./kit/longest-task.mjs";
import { costOf, withSessions } from "./kit/sessions-page.mjs";

const ROWS = 100_000;
const FRAMES = 120;
const STEP_PX = 600;
/** Rounds of scrolling; the median counts. */
const ROUNDS = 3;
const FRAME_MS = 1000 / 60;
const TASK_MS = 50;
const REFRESHES = 500;
const FEW_ROWS = 200;
/** Memory that may come and go. */
const FLAT_MB = 5;
const MB = 1_048_576;

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("./kit/table.mjs").Figure} Figure */

/** @param {Page} page */
const scroll = (page) =>
  page.evaluate(
    ([frames = 0, step = 0]) =>
      new Promise((done) => {
        scrollTo(0, 0);
        let count = 0;
        const frame = () => {
          scrollBy(0, step);
          count += 1;
          if (count < frames) requestAnimationFrame(frame);
          else done(null);
        };
        requestAnimationFrame(frame);
      }),
    [FRAMES, STEP_PX],
  );

/** Presses each key once the one before it was painted. @param {Page} page @param {string} text */
async function type(page, text) {
  for (const key of text) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));
  }
}

/** Long enough for what is done in slices. */
const SETTLED_MS = 2000;

/** @type {Record<string, (page: Page) => Promise<void>>} */
const ACTS = {
  filtering: async (page) => {
    await page.getByRole("searchbox").focus();
    await type(page, "agent-0999");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.waitForTimeout(SETTLED_MS);
  },
  sorting: async (page) => {
    await page.getByRole("button", { name: "Version", exact: true }).click();
    await page.waitForTimeout(SETTLED_MS);
  },
  "selecting all": async (page) => {
    await page.getByLabel("Select all that match").click();
    await page.getByLabel("Clear selection").click();
    await page.waitForTimeout(SETTLED_MS);
  },
  refreshing: refresh,
};

/** Reads the lists again and waits until none of their requests is open: the stream stays so. @param {Page} page */
async function refresh(page) {
  const now = { open: 0, at: Date.now() };
  const count = (/** @type {number} */ more) => (/** @type {import("@playwright/test").Request} */ request) =>
    void (request.url().includes("/tunnel") && Object.assign(now, { open: now.open + more, at: Date.now() }));
  const [began, ended] = [count(1), count(-1)];
  page.on("request", began).on("requestfinished", ended).on("requestfailed", ended);
  await page.getByRole("button", { name: "Refresh now" }).click();
  while (now.open > 0 || Date.now() - now.at < 50) await page.waitForTimeout(10);
  page.off("request", began).off("requestfinished", ended).off("requestfailed", ended);
}

/** Bytes of the page's heap that something still holds. @param {Page} page */
async function heap(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  await devtools.detach();
  return usedSize;
}

/** @param {(figure: Figure) => void} report */
export async function bench(report) {
  await withSessions(ROWS, async (page) => {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await costOf(page, () => scroll(page)));
    const middle = rounds.toSorted((a, b) => a.task - b.task)[Math.floor(ROUNDS / 2)];
    const frame = (middle?.task ?? 0) / FRAMES;
    report({
      bench: `a frame that scrolls ${STEP_PX} px, of ${ROWS.toLocaleString("en")} rows`,
      value: frame,
      unit: "ms",
      yardstick: "a frame at 60 a second",
      ratio: frame / FRAME_MS,
      aim: "under 16.7 ms",
      met: frame < FRAME_MS,
    });
    const style = (middle?.style ?? 0) / FRAMES;
    report({ bench: "of it, working out styles", value: style, unit: "ms", aim: "none", met: true });
    await page.evaluate(() => scrollTo(0, 0));
    for (const [name, act] of Object.entries(ACTS)) {
      const ms = await longestTask(page, () => act(page));
      const aim = `under ${TASK_MS} ms`;
      report({ bench: `longest task while ${name}`, value: ms, unit: "ms", aim, met: ms < TASK_MS });
    }
  });
  await withSessions(FEW_ROWS, async (page) => {
    for (let count = 0; count < 20; count += 1) await refresh(page);
    const before = await heap(page);
    for (let count = 0; count < REFRESHES; count += 1) await refresh(page);
    const grown = (await heap(page)) - before;
    report({
      bench: `memory that ${REFRESHES} refreshes leave behind`,
      value: grown / MB,
      unit: "MB",
      yardstick: "the heap before",
      ratio: (before + grown) / before,
      aim: `within ${FLAT_MB} MB`,
      met: grown < FLAT_MB * MB,
    });
  });
}
