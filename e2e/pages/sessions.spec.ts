import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { call } from "../fixtures/api.ts";
import { connect, signIn } from "../fixtures/console.ts";
import { sessionOf } from "../fixtures/demo.ts";
import { expectSound } from "../fixtures/look.ts";
import { listStates } from "../fixtures/page-states.ts";
import { expect, test } from "../fixtures/test.ts";

listStates({
  path: "/sessions",
  reads: "/tunnel_sessions",
  heading: "Sessions",
  noun: "sessions",
  teaches: "No agent is online yet",
  opens: /\/sessions\/ts_/,
});

const table = (page: Page) => page.getByRole("table", { name: "Sessions" });
const names = (page: Page) => table(page).locator("tbody tr td:nth-child(2) a").allInnerTexts();
const rowOf = (page: Page, name: string) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name, exact: true }) });

test("an idle minute asks for its lists four times at most, changes no row, and a change is told at once", async ({
  page,
  ownService: service,
}) => {
  // Cause: the page asked 18 times a minute. Law: decisions/api/polling.md; an unchanged poll renders no row.
  await page.clock.install();
  await connect(page, service);
  await expect(page.getByText("8 online")).toBeVisible();
  const stream = page.waitForRequest("**/event_stream");
  await page.clock.runFor(6000);
  await stream;
  // What was asked for before has been answered once this has.
  const answered = () => page.evaluate(() => fetch("/healthz").then((answer) => answer.text()));
  await answered();
  await page.clock.runFor(6000);
  await answered();
  const reads: string[] = [];
  page.on("request", (request) => void reads.push(new URL(request.url()).pathname));
  await page.evaluate(() => {
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes)
        if (!target.parentElement?.closest("time")) document.body.dataset["rendered"] = target.nodeName;
    });
    observer.observe(document.querySelector("tbody")!, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  for (let seconds = 0; seconds < 60; seconds += 5) {
    await page.clock.runFor(5000);
    await answered();
  }
  // The browser's clock runs faster than the service's heartbeats: the stream may be asked for again.
  const lists = reads.filter((path) => !/\/(event_stream|healthz)$/.test(path));
  expect(lists.length, lists.join(" ")).toBeLessThanOrEqual(4);
  expect(await page.locator("body").getAttribute("data-rendered")).toBeNull();
  const session = await sessionOf(service, "fra-gw-01");
  await call(service, `POST /tunnel_sessions/${session.id}/stop`, {});
  await expect(page.getByText("7 online")).toBeVisible();
});

test("by keyboard alone: select a range, sort by two columns, open a row beside the table and close it", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  await page.goto(`${service.origin}/sessions?sort=agent`);
  await expect(table(page).getByRole("link").first()).toBeVisible();
  // Cause: "3 URLs, 1 backend" was cut to "3 URLs, 1 …" at 1280 px. Law: columns do not truncate what matters.
  await expect(table(page).getByText("4 tunnels").first()).toBeVisible();
  const cut = await table(page)
    .locator("tbody td:nth-child(8)")
    .evaluateAll((cells) =>
      cells.flatMap((cell) => (cell.scrollWidth > cell.clientWidth ? [cell.textContent] : [])),
    );
  expect(cut).toEqual([]);
  const all = await names(page);
  await table(page).getByRole("link", { name: all[0]!, exact: true }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowUp");
  const bar = page.getByRole("region", { name: "Selection" });
  await expect(bar.getByText("2 selected")).toBeVisible();
  await expect(table(page).getByRole("checkbox", { name: /^Select (?!all)/, checked: true })).toHaveCount(2);
  await page.keyboard.press("End");
  await expect(table(page).getByRole("link", { name: all.at(-1)!, exact: true })).toBeFocused();
  await page.keyboard.press("Home");
  await expect(table(page).getByRole("link", { name: all[0]!, exact: true })).toBeFocused();

  await table(page).getByRole("button", { name: "OS", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/sort=os/);
  await table(page).getByRole("button", { name: "Agent" }).focus();
  await page.keyboard.press("Shift+Enter");
  await expect(page).toHaveURL(/sort=os%2Cagent/);
  await page.keyboard.press("Shift+Enter");
  await expect(page).toHaveURL(/sort=os%2C-agent/);
  await expect(page.getByText("Sorted by OS, then Agent, descending")).toBeAttached();

  const [first] = await names(page);
  await table(page).getByRole("link", { name: first!, exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  const panel = page.getByRole("complementary", { name: "Opened row" });
  await expect(panel.getByRole("heading", { name: first! })).toBeVisible();
  await expect(page).toHaveURL(/open=ts_/);
  // Cause: the opened row lay over what can be done to the selected ones. Law: what can be done is in sight.
  const edges = async () => [(await bar.boundingBox())!, (await panel.boundingBox())!] as const;
  await expect
    .poll(async () => edges().then(([left, right]) => left.x + left.width - right.x))
    .toBeLessThanOrEqual(0);
  await expectSound(page, "selection and panel");
  await page.reload();
  await expect(panel.getByRole("heading", { name: first! })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(page).not.toHaveURL(/open=/);
});

test("with the pointer: a click opens a row, Shift selects a range, the head selects all that match", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  await page.goto(`${service.origin}/sessions?os=windows&sort=agent`);
  await expect(page.getByText("3 of 24 match")).toBeVisible();
  const boxes = table(page).getByRole("checkbox", { name: /^Select (?!all)/ });
  await boxes.nth(0).click();
  await boxes.nth(2).click({ modifiers: ["Shift"] });
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.getByRole("button", { name: "Remove filter OS" }).click();
  await expect(page.getByText("3 selected")).toBeVisible();
  await table(page).getByRole("checkbox", { name: "Select all that match" }).click();
  await expect(page.getByText("24 selected")).toBeVisible();
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect(page.getByRole("region", { name: "Selection" })).toHaveCount(0);
  await rowOf(page, "fra-gw-01").getByRole("cell").nth(3).click();
  await expect(page.getByRole("complementary", { name: "Opened row" })).toContainText("fra-gw-01");

  // Cause: a long name in the button that confirms ran out of the dialog, and its verb off the screen. Law: an action is read whole.
  await page.getByRole("button", { name: "Close" }).click();
  await table(page).getByRole("link", { name: "jonas's laptop, not for production" }).click();
  await page.getByRole("button", { name: /^Update to/ }).click();
  await page.setViewportSize({ ...NARROW, width: 320 });
  const question = page.getByRole("dialog", { name: /^Update jonas/ });
  await expect(question.getByRole("button", { name: /^Update jonas/ })).toBeVisible();
  expect(await question.evaluate(badlyPlaced)).toEqual([]);

  // Cause: "jonas's laptop, not for…" beside a status that had taken its room. Law: columns do not truncate what matters.
  await question.getByRole("button", { name: /^Update jonas/ }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("link", { name: "Sessions", exact: true }).first().click();
  await expect(rowOf(page, "jonas's laptop, not for production").getByText("Online")).toHaveCount(0);
  const long = table(page).getByRole("link", { name: "jonas's laptop, not for production" });
  const { width, whole } = await long.evaluate((link) => {
    const cell = link.closest("td") ?? link;
    const isCut = [cell, link].some(
      (one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth,
    );
    return { width: cell.clientWidth, whole: !isCut };
  });
  expect(width).toBeLessThan(200);
  expect(whole).toBe(true);
});

test("garbage in the URL shows the defaults", async ({ page, service }) => {
  await connect(page, service);
  const garbage = "sort=,,-,nope&columns=%00,zzz&density=huge&open=ts_nobody&os=&q=&page=7";
  await page.goto(`${service.origin}/sessions?${garbage}`);
  await expect(page.getByText("24 online")).toBeVisible();
  await expect(table(page)).toHaveAttribute("aria-rowcount", "25");
  await expect(table(page).getByRole("columnheader")).toHaveCount(10);
  await expect(table(page).getByRole("button", { name: "Status" })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Opened row" })).toHaveCount(0);
});

/** Fields of CSV by RFC 4180. */
function parseCsv(text: string): string[][] {
  return text
    .split("\r\n")
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'),
      ),
    );
}

test("columns and density live in the URL; CSV and JSON hold exactly what is shown", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  await page.goto(`${service.origin}/sessions?os=windows&sort=-agent`);
  await expect(page.getByText("3 of 24 match")).toBeVisible();
  await page.getByRole("button", { name: "View" }).click();
  const view = page.getByRole("region", { name: "View" });
  await view.getByRole("checkbox", { name: "Source IP" }).click();
  await view.getByRole("checkbox", { name: "Serves" }).click();
  await view.getByRole("radio", { name: "Compact" }).click();
  await expect(page).toHaveURL(/density=compact/);
  await expect(table(page).getByRole("columnheader", { name: "Source IP" })).toHaveCount(0);
  await expectSound(page, "view panel");
  const shown = await names(page);

  const save = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      view.getByRole("button", { name }).click(),
    ]);
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
  };
  const json = await save("JSON");
  expect(json.name).toBe("gatehouse-sessions.json");
  const objects = JSON.parse(json.text) as Record<string, unknown>[];
  expect(objects.map(({ agent }) => agent)).toEqual(shown);
  expect(Object.keys(objects[0]!)).toEqual(["id", "agent", "state", "version", "os", "region", "up"]);
  const csv = await save("CSV");
  const [head, ...records] = parseCsv(csv.text);
  expect(head).toEqual(Object.keys(objects[0]!));
  expect(records.map((record) => record[head!.indexOf("agent")])).toEqual(shown);

  await page.reload();
  await expect(table(page).getByRole("columnheader", { name: "Source IP" })).toHaveCount(0);
  await expect.poll(() => names(page)).toEqual(shown);
});

const NARROW = { width: 360, height: 740 };

/** Texts and controls that stick out of this element, are cut, or lie on each other. In the page. */
function badlyPlaced(within: Element): string[] {
  const { left, right } = within.getBoundingClientRect();
  const boxes = [...within.querySelectorAll("button, li, li span, h2, output")]
    .filter((one) => one.checkVisibility() && one.textContent !== "")
    .map((one) => ({ one, box: one.getBoundingClientRect() }));
  const cut = boxes.filter(
    ({ one, box }) =>
      box.left < left || box.right > right || (box.width > 1 && one.scrollWidth > one.clientWidth),
  );
  const leaves = boxes.filter(({ one }) => one.matches("button, output"));
  const covered = leaves.filter(({ one, box }) =>
    leaves.some(
      ({ one: other, box: its }) =>
        one !== other &&
        !one.contains(other) &&
        !other.contains(one) &&
        Math.min(box.right, its.right) - Math.max(box.left, its.left) > 1 &&
        Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top) > 1,
    ),
  );
  return [...cut, ...covered].map(({ one }) => one.textContent ?? "");
}

// Cause: at 360 px the outcomes of a bulk command ran out of their dialog, and the buttons of the bar lay on its count. Law: an
// outcome never hides a failure, at any width.
test("several agents are told the same: each its own outcome, what can't be told is left out", async ({
  page,
  ownService,
}) => {
  await connect(page, ownService);
  await expect(page.getByText("8 online")).toBeVisible();
  await table(page).getByRole("checkbox", { name: "Select all that match" }).click();
  const bar = page.getByRole("region", { name: "Selection" });
  await page.setViewportSize(NARROW);
  expect(await bar.evaluate(badlyPlaced)).toEqual([]);
  await bar.getByRole("button", { name: /^Restart \d/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Restart \d agents\?$/ });
  await expect(dialog).toContainText(/go offline during the restart|stays? up/);
  await expectSound(page, "bulk dialog");
  await page.setViewportSize(NARROW);
  expect(await dialog.evaluate(badlyPlaced)).toEqual([]);
  await dialog.getByRole("button", { name: /^Restart \d agents$/ }).click();
  const outcomes = page.getByRole("dialog", { name: /^Restart \d agents$/ });
  await expect(outcomes.getByText(/Online again after \d+ s/).first()).toBeVisible();
  await page.setViewportSize(NARROW);
  expect(await outcomes.evaluate(badlyPlaced)).toEqual([]);
  await outcomes.getByRole("button", { name: "Close" }).click();
  await expect(outcomes).toHaveCount(0);
});

// Cause: stacked, the name of an agent and its status below were two links less than 24 px apart. Law: targets have 24 px or as
// much room (WCAG 2.5.8).
test("the name and the status of an agent that left are far enough apart in a narrow window", async ({
  page,
  ownService: service,
}) => {
  await signIn(page, service);
  await page.goto(`${service.origin}/sessions`);
  await expect(page.getByText("8 online")).toBeVisible();
  const session = await sessionOf(service, "fra-gw-01");
  await call(service, `POST /tunnel_sessions/${session.id}/stop`, {});
  await page.setViewportSize({ width: 360, height: 800 });
  const status = table(page).getByRole("link", { name: /^(Stopped at|Offline since)/ });
  const name = table(page).getByRole("link", { name: "fra-gw-01", exact: true });
  await expect(status).toBeVisible();
  const [above, below] = [(await name.boundingBox())!, (await status.boundingBox())!];
  expect(below.y, "stacked").toBeGreaterThan(above.y + 10);
  expect(below.height).toBeGreaterThanOrEqual(24);
  expect(below.y - (above.y + above.height / 2)).toBeGreaterThanOrEqual(12);
});
