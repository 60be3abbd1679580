import type { Locator, Page } from "@playwright/test";
import { call } from "../fixtures/api.ts";
import { signIn } from "../fixtures/console.ts";
import { expectSound } from "../fixtures/look.ts";
import type { RunningService } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";

const breaker = { num_buckets: 10, volume_threshold: 4, error_threshold_percentage: 0.5 };

/** A route of a new edge with a circuit breaker; answers its page's path, which is the API's too. */
async function newRoute(service: RunningService): Promise<string> {
  const edge = await call<{ id: string }>(service, "POST /edges/https", {});
  const body = { match_type: "path_prefix", match: "/", circuit_breaker: breaker };
  const route = await call<{ id: string }>(service, `POST /edges/https/${edge.body.id}/routes`, body);
  return `/edges/https/${edge.body.id}/routes/${route.body.id}`;
}
const tab = (page: Page, name: RegExp) => page.getByRole("tab", { name });

test("a module as form, JSON and diff: sound everywhere, by keyboard, over a reload", async ({
  page,
  service,
}) => {
  const route = await newRoute(service);
  await signIn(page, service);
  await page.goto(`${service.origin}${route}`);
  await expect(page.getByRole("region", { name: "Suggestions" })).toContainText("Breaker trips early");
  await expectSound(page, "route");
  await page.getByRole("link", { name: "Circuit breaker: Volume threshold" }).click();
  await expect(page.getByLabel("Volume threshold")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("40");
  await expectSound(page, "form");
  await tab(page, /^Form/).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/\?.*tab=json/);
  const area = page.getByLabel("Circuit breaker as JSON");
  await expect(area).toHaveValue(/"volume_threshold": 40/);
  await area.fill((await area.inputValue()).replace('"num_buckets": 10', '"num_buckets": 129'));
  await expect(page.getByText("num_buckets: must be at most 128.")).toBeVisible();
  await expectSound(page, "JSON that is refused");
  await area.fill((await area.inputValue()).replace("129", "12"));
  await tab(page, /^JSON/).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("region", { name: "What will be sent" })).toContainText('"num_buckets": 12');
  await expectSound(page, "diff");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/ saved on /)).toBeVisible();
  await page.reload();
  await tab(page, /^JSON/).click();
  await expect(area).toHaveValue(/"num_buckets": 12/);
  const stored = await call(service, `GET ${route}/circuit_breaker`);
  expect(stored.body).toMatchObject({ ...breaker, num_buckets: 12, volume_threshold: 40 });
});

test("edits that are not saved hold the page: link, back, palette, reload", async ({ page, service }) => {
  const route = await newRoute(service);
  await signIn(page, service);
  await page.goto(`${service.origin}${route}`);
  await page.getByRole("link", { name: "Edit Circuit breaker" }).click();
  await page.getByLabel("Buckets").fill("11");
  const stay = async () => {
    await page.getByRole("button", { name: "Stay" }).click();
    // While the dialog is there, it has the keys for itself.
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByLabel("Buckets")).toHaveValue("11");
  };
  await page.getByRole("link", { name: "Keys", exact: true }).first().click();
  await stay();
  await page.goBack();
  await stay();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("Keys");
  await expect(page.getByRole("option").first()).toContainText("Keys");
  await page.keyboard.press("Enter");
  await stay();
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await expect(page.getByLabel("Buckets")).toHaveValue("11");
});

// Cause: the window scrolled a field into sight as if nothing lay over its edges. Law: a focused field is never under the
// save bar or a message.
for (const size of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
])
  test(`no focused field is covered at ${size.width} px`, async ({ page, service }) => {
    const route = await newRoute(service);
    await page.setViewportSize(size);
    await signIn(page, service);
    await page.goto(`${service.origin}${route}/circuit_breaker`);
    await page.getByLabel("Buckets").fill("11");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
    // Cause: at 360 px a message lay over the heading. Law: messages are above the save bar, and cover no heading.
    await page.evaluate(() => window.scrollTo(0, 0));
    const message = (await page.locator('[aria-label="Messages"] output > *').boundingBox())!;
    const heading = (await page.getByRole("heading", { level: 1 }).boundingBox())!;
    const bar = (await page.locator("[data-bottom-bar]").boundingBox())!;
    expect(message.y).toBeGreaterThan(heading.y + heading.height);
    expect(message.y + message.height).toBeLessThanOrEqual(bar.y);
    const covered = await page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const form = document.querySelector("form")!;
      const over = [...document.querySelectorAll('[data-bottom-bar], [aria-label="Messages"] output > *')];
      const hidden: string[] = [];
      for (const field of form.querySelectorAll<HTMLElement>("[data-field] :is(input, textarea, button)")) {
        field.focus();
        for (let frames = 0; frames < 3; frames += 1) await frame();
        const own = field.getBoundingClientRect();
        const isUnder = over.some((one) => {
          const { top, bottom, left, right } = one.getBoundingClientRect();
          return top < own.bottom && bottom > own.top && left < own.right && right > own.left;
        });
        if (isUnder) hidden.push(field.closest("[data-field]")!.getAttribute("data-field")!);
      }
      return hidden;
    });
    expect(covered).toEqual([]);
  });

/** The newest message. */
const messageOf = (page: Page) => page.locator('[aria-label="Messages"] output > *').last();

/** Raises a message in a dialog: that something was copied. */
async function copyInDialog(page: Page): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: "Copy as" }).click();
  await page.getByRole("menuitem", { name: "cURL" }).click();
  await expect(messageOf(page)).toBeVisible();
}

// Cause: only a form's bar told its height, so a message lay over the buttons of a dialog; above them it lay over what the dialog said.
// Law: a message never covers what a question can be answered with; one of the page behind waits until the dialog is closed.
test("a message leaves the buttons of a dialog free, and waits where it is about the page behind", async ({
  page,
  service,
}) => {
  const route = await newRoute(service);
  await signIn(page, service);
  const dialog = page.getByRole("dialog");
  for (const size of [
    { width: 360, height: 740 },
    { width: 360, height: 320 },
    { width: 1000, height: 300 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(`${service.origin}/ip-rules/new`);
    await copyInDialog(page);
    const buttons = dialog.locator("footer button");
    for (const button of await buttons.all()) await button.click({ trial: true });
    await expect(messageOf(page)).toBeInViewport({ ratio: 1 });
  }
  await page.goto(`${service.origin}${route}`);
  await page.getByRole("button", { name: /^Turn (on|off) Circuit breaker$/ }).click();
  await expect(messageOf(page)).toBeVisible();
  await page.getByRole("button", { name: "Delete route…" }).click();
  await expect(dialog).toBeVisible();
  await expect(messageOf(page)).toBeHidden();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(messageOf(page)).toBeInViewport({ ratio: 1 });
});

// Cause: on a phone a message lay over what a dialog that filled the window warned of. Law: a message covers nothing of a dialog: a
// sheet makes room for it, and takes it back.
test("a sheet makes room for a message above itself", async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await signIn(page, service);
  await page.goto(`${service.origin}/ip-rules/new`);
  const dialog = page.getByRole("dialog");
  await copyInDialog(page);
  const tops = async () => [(await messageOf(page).boundingBox())!, (await dialog.boundingBox())!] as const;
  await expect(async () => {
    const [toast, sheet] = await tops();
    expect(toast.y).toBeGreaterThanOrEqual(0);
    expect(toast.y + toast.height).toBeLessThanOrEqual(sheet.y);
  }).toPass();
  const { y } = (await dialog.boundingBox())!;
  await expect(messageOf(page)).toHaveCount(0);
  await expect.poll(async () => (await dialog.boundingBox())!.y).toBeLessThan(y);
});

// Cause: two messages covered a fifth of a phone's screen, four of them half. Law: what was done never hides what is being done.
test("messages on a phone leave four fifths of the screen free", async ({ page, service }) => {
  const route = await newRoute(service);
  const added = { add: { "x-frame-options": "DENY" }, remove: [] };
  await call(service, `PUT ${route}/compression`, {});
  await call(service, `PUT ${route}/request_headers`, added);
  await call(service, `PUT ${route}/response_headers`, added);
  const size = { width: 360, height: 740 };
  await page.setViewportSize(size);
  await signIn(page, service);
  await page.goto(`${service.origin}${route}`);
  const kinds = ["Circuit breaker", "Compression", "Request headers", "Response headers"];
  for (const kind of kinds) {
    await page.getByRole("button", { name: `Turn off ${kind}` }).click();
    await expect(page.getByRole("button", { name: `Turn on ${kind}` })).toBeEnabled();
  }
  const messages = page.locator('[aria-label="Messages"] output > *');
  await expect(messages.last()).toContainText("Turned off response headers on");
  const boxes = await messages.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(boxes.reduce((sum, height) => sum + height, 0)).toBeLessThan(size.height / 5);
  // Cause: all but the newest were cut to one line, names included. Law: a message that is shown can be read whole.
  for (const text of await messages.locator("> span:first-of-type").all())
    expect(await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
});

// Cause: a message lay over the foot of the open navigation: "Sign out" was not to be pressed. Law: what is open over the page is above its messages.
test("messages are below the open navigation of a phone", async ({ page, service }) => {
  const route = await newRoute(service);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, service);
  await page.goto(`${service.origin}${route}`);
  await page.getByRole("button", { name: "Turn off Circuit breaker" }).click();
  await expect(messageOf(page)).toContainText("Turned off circuit breaker");
  const isOver = (part: Locator) =>
    part.evaluate((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  expect(await isOver(messageOf(page))).toBe(true);
  await page.getByRole("button", { name: "Navigation" }).click();
  expect(await isOver(page.getByRole("button", { name: "Sign out" }))).toBe(true);
  expect(await isOver(messageOf(page))).toBe(false);
  await page.keyboard.press("Escape");
  expect(await isOver(messageOf(page))).toBe(true);
});
