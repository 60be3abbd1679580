import { signIn } from "../fixtures/console.ts";
import { expect, test } from "../fixtures/test.ts";

// Cause: a press on the text of an option gave the focus to the page, which closed the popup before the press ended. Law: a
// label does what its control does.
test("the text of an option in Filter and in View is pressed like its checkbox, and the popup stays", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  await page.goto(`${service.origin}/sessions`);
  for (const [popup, option] of [
    ["Filter", "yes"],
    ["View", "Transport"],
  ] as const) {
    await page.getByRole("button", { name: popup, exact: true }).click();
    const panel = page.getByRole("region", { name: popup });
    await panel.getByText(option, { exact: true }).first().click({ delay: 90 });
    await expect(panel.getByRole("checkbox", { name: option, exact: true })).toBeChecked();
    await page.keyboard.press("Escape");
    await expect(panel).toHaveCount(0);
  }
  await expect(page).toHaveURL(/outdated=yes/);
});

// Cause: a popup with room neither below nor above ended under the window, and is fixed there. Law: every option can be reached.
test("a popup is never higher than the room beside its button", async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 480 });
  await signIn(page, service);
  for (const [path, popup] of [
    ["/sessions", "Filter"],
    ["/sessions", "View"],
    ["/ip-rules", "Filter"],
  ] as const) {
    await page.goto(service.origin + path);
    await page.getByRole("button", { name: popup, exact: true }).click();
    const panel = page.getByRole("region", { name: popup });
    await expect(panel).toBeVisible();
    const { y, height } = (await panel.boundingBox()) ?? { y: 0, height: Infinity };
    expect(y, path).toBeGreaterThanOrEqual(0);
    expect(y + height, path).toBeLessThanOrEqual(480);
  }
});

// Cause: only phones had stacked rows, so between them and a wide window lists were wider than it, as were those with a column
// more. Law: a row is stacked where its columns have no room, and shows each that was chosen.
test("no list is wider than its window, with a column more neither", async ({ page, service }) => {
  await signIn(page, service);
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  for (const path of ["/sessions", "/tunnels", "/endpoints", "/edges", "/backends", "/event-destinations"])
    for (const width of [768, 1024, 1240]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(service.origin + path);
      await expect(page.locator("[data-key]").first()).toBeVisible();
      expect([path, width, Math.max(0, await wider())]).toEqual([path, width, 0]);
    }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${service.origin}/sessions`);
  await expect(page.getByRole("columnheader", { name: "Version" })).toBeVisible();
  await page.getByRole("button", { name: "View", exact: true }).click();
  for (const column of ["Transport", "ID"]) {
    await page.getByRole("checkbox", { name: column, exact: true }).click();
    await expect(page.getByRole("checkbox", { name: column, exact: true })).toBeChecked();
  }
  await page.keyboard.press("Escape");
  await expect.poll(wider).toBeLessThanOrEqual(0);
  await expect(
    page
      .locator("[data-key]")
      .first()
      .getByText(/^ts_.*…/),
  ).toBeVisible();
});

// Cause: at this width the heads of columns are clipped, but took the focus. Law: what has the focus is seen.
test("in a narrow window Tab goes from the toolbar to the first row", async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page, service);
  for (const path of ["/sessions", "/keys"]) {
    await page.goto(service.origin + path);
    await expect(page.locator("[data-key]").first()).toBeVisible();
    await page.getByRole("button", { name: "View", exact: true }).focus();
    await page.keyboard.press("Tab");
    await expect(page.locator("[data-key]").first().locator(":focus")).toHaveCount(1);
  }
});

// Cause: the browser scrolls what gets the focus to the window's lower edge, where the selection bar lies over it. Law: what has
// the focus is seen (WCAG 2.4.11).
test("Tab through the rows never leads under the selection bar", async ({ page, service }) => {
  await signIn(page, service);
  await page.goto(`${service.origin}/sessions`);
  await page.locator("[data-key] input").first().press(" ");
  const bar = page.getByRole("region", { name: "Selection" });
  await expect(bar).toBeVisible();
  for (let stop = 0; stop < 70; stop += 1) {
    await page.keyboard.press("Tab");
    const covered = await page.evaluate(() => {
      const focused = document.activeElement;
      const bar = document.querySelector("[data-bottom-bar]");
      if (!bar || !focused?.closest("[data-key]")) return null;
      const below = focused.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
      return below > 0 ? `${below} px: ${focused.outerHTML.slice(0, 120)}` : null;
    });
    expect(covered).toBeNull();
  }
});

// Cause: the link and the checkbox of a row kept clear of the sticky head, the row's buttons did not. Law: what has the focus is seen.
test("Shift+Tab through the rows never leads behind the head of the table", async ({ page, service }) => {
  await signIn(page, service);
  await page.goto(`${service.origin}/sessions`);
  await page.locator("[data-key] button").last().focus();
  let seen = 0;
  for (let stop = 0; stop < 70; stop += 1) {
    await page.keyboard.press("Shift+Tab");
    const covered = await page.evaluate(() => {
      const focused = document.activeElement;
      const head = document.querySelector("thead")?.getBoundingClientRect();
      if (!head || !focused?.closest("[data-key]")) return null;
      const above = head.top > 1 ? 0 : head.bottom - focused.getBoundingClientRect().top;
      return above > 1 ? `${above} px: ${focused.outerHTML.slice(0, 120)}` : "seen";
    });
    if (covered === null) continue;
    seen += 1;
    expect(covered).toBe("seen");
  }
  expect(seen).toBeGreaterThan(20);
});
