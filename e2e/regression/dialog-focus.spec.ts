// Cause: Radix gives the focus back only to its own Trigger. Law: what closes never drops the focus to the body.
import type { Locator, Page } from "@playwright/test";
import { call } from "../fixtures/api.ts";
import { row, signIn } from "../fixtures/console.ts";
import { expect, test } from "../fixtures/test.ts";

test("after connecting, the palette and a dialog, the focus is where it was", async ({ page, service }) => {
  await page.goto(`${service.origin}/connect`);
  await page.getByLabel("API key", { exact: true }).fill(service.key);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  const link = row(page, "Sessions", "fra-gw-01").getByRole("link", { name: "fra-gw-01" }).first();
  await link.focus();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Find or do" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(link).toBeFocused();

  await link.press("Enter");
  const restart = page.getByRole("button", { name: "Restart…", exact: true });
  for (const close of ["Escape", "Cancel"]) {
    await restart.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    if (close === "Escape") await page.keyboard.press("Escape");
    else await dialog.getByRole("button", { name: close }).press("Enter");
    await expect(restart).toBeFocused();
  }
});

type Act = {
  at: string;
  width?: number;
  does: (page: Page) => Promise<void>;
  focus?: (page: Page) => Locator;
};

const pressed = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).press("Enter");
const keyMenu = (page: Page, name: string) =>
  page.getByRole("button", { name: `Actions for ${name}`, exact: true });
const chosen = (page: Page) => page.getByRole("checkbox", { name: /^Select (?!all)/ }).first();
const main = (page: Page) => page.getByRole("main");

/** Each with what has the focus after it: the page's main part unless told. `at` "one" is the page of a key. */
const ACTS: Record<string, Act> = {
  "row deleted": {
    at: "/keys",
    does: async (page) => {
      await keyMenu(page, "In its row").press("Enter");
      await page.getByRole("menuitem", { name: "Delete…" }).press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "Delete key" }).press("Enter");
      await expect(keyMenu(page, "In its row")).toHaveCount(0);
    },
    // Of a row that is gone the next one.
    focus: (page) => page.getByRole("row").locator(":focus"),
  },
  "menu closed": {
    at: "/keys",
    does: async (page) => {
      await keyMenu(page, "On its page").press("Enter");
      await page.keyboard.press("Escape");
    },
    focus: (page) => keyMenu(page, "On its page"),
  },
  "selection cleared": {
    at: "/sessions",
    does: async (page) => {
      // The first key on the page: it counts once.
      await chosen(page).press("Space");
      await expect(chosen(page)).toBeChecked();
      await pressed(page, "Clear selection");
    },
  },
  "panel closed": {
    at: "/sessions",
    does: async (page) => {
      await pressed(page, "View");
      await page.keyboard.press("Escape");
    },
    focus: (page) => page.getByRole("button", { name: "View" }),
  },
  "page changed": {
    at: "/sessions",
    does: (page) => page.getByRole("link", { name: "Tunnels", exact: true }).first().press("Enter"),
  },
  "drawer closed by a click beside": {
    at: "/sessions",
    width: 320,
    does: async (page) => {
      await pressed(page, "Navigation");
      await page.mouse.click(310, 400);
    },
    focus: (page) => page.getByRole("button", { name: "Navigation" }),
  },
  discarded: {
    at: "one",
    does: async (page) => {
      await page.getByLabel("Used by").fill("Another");
      await pressed(page, "Discard");
    },
    focus: (page) => page.getByRole("button", { name: "Save" }),
  },
  saved: {
    at: "one",
    does: async (page) => {
      await page.getByLabel("Used by").fill("Saved");
      await pressed(page, "Save");
      await expect(page.getByRole("heading", { name: "Saved", level: 1 })).toBeVisible();
    },
    focus: (page) => page.getByRole("button", { name: "Save" }),
  },
  "object deleted": {
    at: "one",
    does: async (page) => {
      await pressed(page, "Delete key…");
      await page.getByRole("dialog").getByRole("button", { name: "Delete key" }).press("Enter");
      await expect(page).toHaveURL(/\/keys$/);
    },
  },
};

test("the focus is never lost: not by deleting, saving, closing or going elsewhere", async ({
  page,
  service,
}) => {
  await call(service, "POST /api_keys", { description: "In its row" });
  const { body } = await call<{ id: string }>(service, "POST /api_keys", { description: "On its page" });
  await signIn(page, service);
  for (const [name, { at, width = 1280, does, focus = main }] of Object.entries(ACTS)) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${service.origin}${at === "one" ? `/keys/${body.id}` : at}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await does(page);
    await expect(focus(page), name).toBeFocused();
  }
});
