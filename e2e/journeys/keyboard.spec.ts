import type { Page } from "@playwright/test";
import { connect, signIn } from "../fixtures/console.ts";
import { expectSound } from "../fixtures/look.ts";
import { box, open, options } from "../fixtures/palette.ts";
import { expect, test } from "../fixtures/test.ts";

const help = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const headed = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const focusedKey = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-key]")?.dataset["index"]);

/** The shortcuts that the dialog lists for this page: what they do, by their keys. */
async function listed(page: Page): Promise<Map<string, string>> {
  await page.getByRole("main").focus();
  await page.keyboard.press("?");
  await expect(help(page)).toBeVisible();
  const lines = await help(page)
    .locator("dl > div")
    .evaluateAll((all) =>
      all.map((line) => [
        [...line.querySelectorAll("kbd")].map(({ textContent }) => textContent).join(" "),
        line.querySelector("dt")?.textContent ?? "",
      ]),
    );
  await page.keyboard.press("Escape");
  await expect(help(page)).toHaveCount(0);
  return new Map(lines as [string, string][]);
}

/** The code of the shortcuts comes with the first key of a page: what follows waits until that key has worked. */
async function toFirstRow(page: Page): Promise<void> {
  await page.keyboard.press("j");
  await expect.poll(() => focusedKey(page)).toBe("0");
}

/** How each listed shortcut that is no place is proved, by what the dialog says of it. */
const PROOFS: Record<string, (page: Page) => Promise<void>> = {
  "Find a page or resource, or run a command": async (page) => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(box(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(box(page)).toHaveCount(0);
  },
  "Show shortcuts": async (page) => {
    await page.keyboard.press("?");
    await expect(help(page)).toBeVisible();
    await page.keyboard.press("Escape");
  },
  "Close a dialog, menu or panel": async (page) => {
    await page.keyboard.press("?");
    await expect(help(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(help(page)).toHaveCount(0);
    await expect(page.getByRole("main")).toBeFocused();
  },
  "Search this list": async (page) => {
    await page.keyboard.press("/");
    await expect(page.getByRole("main").getByRole("searchbox")).toBeFocused();
    await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue("");
  },
  "Create new": async (page) => {
    const before = page.url();
    await page.keyboard.press("n");
    await expect(page).toHaveURL(/\/new$/);
    await page.goto(before);
    await expect(page.getByRole("main")).toBeVisible();
  },
  "Next row": async (page) => {
    await page.keyboard.press("j");
    await expect.poll(() => focusedKey(page)).toBe("0");
    await page.keyboard.press("j");
    await expect.poll(() => focusedKey(page)).toBe("1");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focusedKey(page)).toBe("2");
  },
  "Previous row": async (page) => {
    await toFirstRow(page);
    await page.keyboard.press("j");
    await expect.poll(() => focusedKey(page)).toBe("1");
    await page.keyboard.press("k");
    await expect.poll(() => focusedKey(page)).toBe("0");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => focusedKey(page)).toBe("0");
  },
  "Open the row": async (page) => {
    const before = page.url();
    await toFirstRow(page);
    await page.keyboard.press("Enter");
    await expect(page).not.toHaveURL(before);
    await page.goto(before);
    await expect(page.locator("[data-key]").first()).toBeVisible();
  },
  "Show row details": async (page) => {
    await toFirstRow(page);
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("complementary", { name: "Opened row" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("complementary", { name: "Opened row" })).toHaveCount(0);
  },
  "Select the row": async (page) => {
    await toFirstRow(page);
    await page.keyboard.press(" ");
    await expect(page.getByRole("checkbox", { name: /^Select (?!all)/ }).first()).toBeChecked();
    await page.keyboard.press(" ");
  },
};

const PAGES = ["/sessions", "/tunnels", "/keys", "/edges", "/ip-policies"];

for (const path of PAGES)
  test(`every shortcut that is listed on ${path} does what it says`, async ({ page, service }) => {
    await signIn(page, service);
    await page.goto(service.origin + path);
    await expect(page.locator("[data-key]").first()).toBeVisible();
    const shortcuts = await listed(page);
    for (const [keys, does] of shortcuts) {
      if (keys.startsWith("g ") || keys === "Ctrl Enter") continue;
      await page.getByRole("main").focus();
      const prove = PROOFS[does];
      if (!prove) throw new Error(`nothing proves “${does}” (${keys})`);
      await test.step(`${keys}: ${does}`, () => prove(page));
    }
    expect(shortcuts.has("n")).toBe(!["/sessions", "/tunnels"].includes(path));
    expect([...shortcuts.values()].includes("Select the row")).toBe(path === "/sessions");
  });

test("g and a letter lead to every page of the navigation", async ({ page, service }) => {
  await connect(page, service);
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("listitem").getByRole("link");
  const places = await links.evaluateAll((all) =>
    all.map((link) => [link.textContent, (link as HTMLAnchorElement).pathname] as const),
  );
  const keys = new Map([...(await listed(page))].map(([key, does]) => [does, key]));
  for (const [name, path] of places) {
    const [first = "", second = ""] = keys.get(name ?? "")?.split(" ") ?? [];
    await page.keyboard.press(first);
    await page.keyboard.press(second);
    await expect(page, `${first} ${second}`).toHaveURL(service.origin + path);
    await expect(page.getByRole("main")).toBeFocused();
  }
});

test("no shortcut fires while one types, in a dialog, with a modifier, or once letters are turned off", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  await page.goto(`${service.origin}/keys`);
  await expect(page.locator("[data-key]").first()).toBeVisible();
  const stays = () => expect(page).toHaveURL(/\/keys(\?q=.*)?$/);
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("gsn?j/");
  await expect(page.getByRole("searchbox")).toHaveValue("gsn?j/");
  await expect(help(page)).toHaveCount(0);
  await page.getByRole("searchbox").fill("");
  await page.getByRole("main").focus();
  for (const key of ["Alt+n", "Control+g", "g", "x", "s"]) await page.keyboard.press(key);
  await stays();
  await page.keyboard.press("?");
  for (const key of ["n", "g", "s", "j", "ControlOrMeta+k"]) await page.keyboard.press(key);
  await stays();
  await expect(box(page)).toHaveCount(0);
  await help(page).getByLabel("Single-key shortcuts").press(" ");
  await page.keyboard.press("Escape");
  for (const key of ["n", "g", "s", "?"]) await page.keyboard.press(key);
  await stays();
  await page.reload();
  await expect(page.locator("[data-key]").first()).toBeVisible();
  await page.getByRole("main").focus();
  await page.keyboard.press("n");
  await open(page, "keyboard short");
  await page.keyboard.press("Enter");
  await help(page).getByLabel("Single-key shortcuts").press(" ");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(page).toHaveURL(/\/keys\/new$/);
});

// Cause: the code of the shortcuts comes with the first key, and two presses that waited for it saved twice. Law: one save at
// a time.
test("Ctrl-Enter saves the form one is in, once, as its button would", async ({ page, service }) => {
  await signIn(page, service);
  await page.goto(`${service.origin}/keys`);
  await page.getByRole("table", { name: "Keys" }).getByRole("link").first().click();
  const field = page.getByLabel("Used by");
  const before = await field.inputValue();
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") writes.push(request.method());
  });
  let arrive = () => {};
  const code = new Promise<void>((done) => (arrive = done));
  await page.route("**/assets/*.js", async (route) => {
    await code;
    await route.continue();
  });
  await field.fill(`${before} by keyboard`);
  for (let press = 0; press < 2; press += 1) await field.press("ControlOrMeta+Enter");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await expect(save).toBeEnabled();
  arrive();
  await expect(page.getByRole("status").filter({ hasText: /saved/ }).first()).toBeVisible();
  await field.press("ControlOrMeta+Enter");
  await expect(save).toBeDisabled();
  expect(writes, "once, and nothing when nothing has changed").toEqual(["PATCH"]);
});

test("without a mouse: connect, palette, session, restart, keys, a new key, and back", async ({
  page,
  service,
}) => {
  await page.goto(`${service.origin}/connect`);
  await page.getByLabel("API key", { exact: true }).focus();
  await page.keyboard.insertText(service.key);
  await page.keyboard.press("Enter");
  await expect(headed(page, "Sessions")).toBeVisible();
  await open(page, "fra-gw-02");
  await expect(options(page).first()).toContainText("fra-gw-02");
  await page.keyboard.press("Enter");
  await expect(headed(page, "fra-gw-02")).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();

  await open(page);
  await expect(options(page).filter({ hasText: "Restart fra-gw-02…" })).toBeVisible();
  await page.keyboard.type("restart");
  await page.keyboard.type(" fra-gw-02");
  await expect(options(page).first()).toContainText("Restart fra-gw-02…");
  await page.keyboard.press("Enter");
  const ask = page.getByRole("dialog", { name: "Restart fra-gw-02?" });
  await expect(ask).toBeVisible();
  while (
    !(await ask
      .getByRole("button", { name: "Restart fra-gw-02" })
      .evaluate((it) => it === document.activeElement))
  )
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(ask).toHaveCount(0);
  await expect(page.getByText(/online again/i).first()).toBeVisible();

  await page.getByRole("main").focus();
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await expect(headed(page, "Keys")).toBeVisible();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: /key/i });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/keys$/);
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
});

test("axe finds nothing on the list of shortcuts, in both themes, wide and narrow", async ({
  page,
  service,
}) => {
  await connect(page, service);
  await page.keyboard.press("?");
  await expect(help(page)).toBeVisible();
  await expectSound(page, "shortcuts", { every: true });
});
