import { signIn } from "../fixtures/console.ts";
import { expect, test } from "../fixtures/test.ts";

// Cause: the panel of a row opened by key left the focus on the row, dozens of stops before the panel's own and partly under it.
// Law: what a key opens gets the focus, and gives it back.
test("arrow right leads into the panel, Escape and Close lead back to the row", async ({ page, service }) => {
  await signIn(page, service);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${service.origin}/sessions`);
    const link = page.locator("[data-key] a").first();
    const panel = page.getByRole("complementary", { name: "Opened row" });
    const close = panel.getByRole("button", { name: "Close" });
    for (const leave of [() => page.keyboard.press("Escape"), () => page.keyboard.press("Enter")]) {
      await link.focus();
      await page.keyboard.press("ArrowRight");
      await expect(panel.getByRole("heading", { level: 2 }).first()).toBeFocused();
      await page.keyboard.press("Tab");
      await expect(close).toBeFocused();
      await leave();
      await expect(panel).toHaveCount(0);
      await expect(link).toBeFocused();
    }
  }
});

// Cause: under a panel as wide as the window the rows still took the focus. Law: what has the focus is seen (WCAG 2.4.11).
test("in a narrow window nothing behind the panel takes the focus, until it is closed or the window is wider", async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page, service);
  await page.goto(`${service.origin}/sessions`);
  await page.locator("[data-key] a").first().focus();
  await page.keyboard.press("ArrowRight");
  const panel = page.getByRole("complementary", { name: "Opened row" });
  await expect(panel.getByRole("heading", { level: 2 }).first()).toBeFocused();
  const behind = page.locator("[inert] [data-key]");
  const stops = await panel.locator("a, button").count();
  for (let stop = 0; stop <= stops; stop += 1) {
    await page.keyboard.press("Tab");
    expect(
      await page.evaluate(() => {
        const { activeElement: at } = document;
        return at === document.body || at?.closest('[aria-label="Opened row"]') !== null;
      }),
    ).toBe(true);
  }
  await expect(behind).not.toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(behind).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(behind).not.toHaveCount(0);
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(behind).toHaveCount(0);
});
