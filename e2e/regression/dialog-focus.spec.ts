// Cause: Radix gives the focus back only to its own Trigger. Law: what closes never drops the focus to the body.
import { row } from "../fixtures/console.ts";
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
  const restart = page.getByRole("button", { name: "Restart…" });
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
