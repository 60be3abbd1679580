// Cause: what was told by a background or a shadow alone (switch, chosen row, current page, dialog edge) is gone when the
// system chooses the colours. Law: every state stays visible then, and nothing moves for those who asked for that.
import { connect, openBreaker, row } from "../fixtures/console.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Locator, Page } from "@playwright/test";

test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });

const HOST = "hooks.northwind.example";

/** The colours of an element or of what is drawn before or after it, with the page's own beside them. */
function drawn(element: Locator, pseudo?: "::before" | "::after") {
  return element.evaluate((of, part) => {
    const { backgroundColor, color, borderTopColor, borderTopWidth, outlineStyle, outlineColor } =
      getComputedStyle(of, part);
    const page = getComputedStyle(document.body).backgroundColor;
    return { page, backgroundColor, color, borderTopColor, borderTopWidth, outlineStyle, outlineColor };
  }, pseudo);
}

async function expectOutlined(element: Locator): Promise<void> {
  const { page, outlineStyle, outlineColor } = await drawn(element);
  expect(outlineStyle).toMatch(/solid|auto/);
  expect(outlineColor).not.toBe(page);
}

async function expectFilled(element: Locator, pseudo?: "::before" | "::after"): Promise<void> {
  const { page, backgroundColor } = await drawn(element, pseudo);
  expect(backgroundColor).not.toBe(page);
}

const moving = (page: Page) => page.evaluate(() => document.getAnimations().length);

test("with forced colours what is on, chosen, current or open can be seen", async ({ page, service }) => {
  await connect(page, service);
  const chosen = row(page, "Sessions", "ams-scan-01");
  const box = chosen.getByRole("checkbox");
  await box.check();
  await expectFilled(box);
  await expectOutlined(chosen);
  await expectFilled(page.getByRole("checkbox", { name: /^Select all/ }).first());
  await expectOutlined(page.getByRole("link", { name: "Sessions", exact: true }).first());
  await expectFilled(page.getByText(/^as of/).locator("xpath=preceding-sibling::span"));
  const update = page.getByRole("button", { name: /^Update 1/ });
  const primary = await drawn(update);
  expect(primary.color).not.toBe(primary.backgroundColor);
  expect(await update.evaluate((of) => getComputedStyle(of).forcedColorAdjust)).toBe("none");

  await page.getByRole("button", { name: "View", exact: true }).click();
  await expectOutlined(page.getByRole("region", { name: "View" }));
  await expectFilled(page.getByText("Comfortable", { exact: true }));
  await page.keyboard.press("Escape");
  await expectOutlined(page.getByRole("button", { name: "View", exact: true }));

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find or do" }).fill("keys");
  await expectOutlined(page.getByRole("option", { selected: true }));
  await expectOutlined(page.getByRole("dialog"));
  await page.keyboard.press("Escape");

  await openBreaker(page, HOST, "/payments");
  const toggle = page.getByRole("switch").first();
  for (const on of [true, false]) {
    await toggle.setChecked(on);
    await expectFilled(toggle);
    const [track, thumb] = [await drawn(toggle), await drawn(toggle, "::after")];
    expect(thumb.backgroundColor).not.toBe(track.backgroundColor);
  }
  const tabs = page.getByRole("tab");
  const lines = await tabs.evaluateAll((all) => all.map((tab) => getComputedStyle(tab).borderBottomColor));
  expect(new Set(lines).size).toBe(2);

  await page.getByRole("link", { name: HOST }).first().click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  const from = page.getByRole("region", { name: "Map" });
  const drawnLines = await from.evaluate((map) => {
    const of = (pseudo: "::before" | "::after") =>
      [...map.querySelectorAll("*")].flatMap((one) => {
        const { content, borderTopStyle, borderTopWidth, borderTopColor, width } = getComputedStyle(
          one,
          pseudo,
        );
        return content !== "none" && borderTopStyle !== "none" && borderTopWidth !== "0px"
          ? [{ borderTopColor, width }]
          : [];
      });
    return [...of("::before"), ...of("::after")];
  });
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(drawnLines.length).toBeGreaterThan(2);
  for (const { borderTopColor, width } of drawnLines) {
    expect(borderTopColor).not.toBe(ground);
    expect(Number.parseFloat(width)).toBeGreaterThan(0);
  }
});

test("with reduced motion not even a busy button turns", async ({ page, proxied }) => {
  await connect(page, proxied);
  proxied.faults.inject(/^\/api\/api_keys/, { kind: "hold" }, "POST");
  await page.goto(`${proxied.origin}/keys/new`);
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.locator("[aria-busy=true]")).toBeVisible();
  expect(await moving(page)).toBe(0);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect.poll(() => moving(page), "a test that can fail").toBeGreaterThan(0);
  proxied.faults.clear();
});
