// Cause: the key and cache were forgotten before the guarded navigation. Law: unsaved edits outlive a refused key and a sign-out.
import type { Page } from "@playwright/test";
import { connect, openBreaker } from "../fixtures/console.ts";
import { expect, test } from "../fixtures/test.ts";

const REFUSED = {
  kind: "answer",
  status: 401,
  body: JSON.stringify({
    error_code: "ERR_GATEHOUSE_203",
    status_code: 401,
    msg: "No key has this token.",
    details: { operation_id: "op_3refused" },
  }),
} as const;

/** Opens the breaker of the demo's webhooks and types a change into it, unsaved. */
async function editBreaker(page: Page) {
  await openBreaker(page, "hooks.northwind.example", "/payments");
  const duration = page.getByLabel("Tripped duration");
  await duration.fill("77");
  return duration;
}

test("a refused key asks for another over the form, which then saves what was typed", async ({
  page,
  ownService,
  faults,
}) => {
  await connect(page, { origin: faults.origin, key: ownService.key });
  const duration = await editBreaker(page);
  const end = faults.inject(/\/api\//, REFUSED);
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await dialog.getByText("Details", { exact: true }).click();
  await expect(dialog.getByText("ERR_GATEHOUSE_203")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Copy op_3refused" })).toBeVisible();
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await expect(duration).toHaveValue("77");
  await save.click();
  end();
  await dialog.getByLabel("API key").fill(ownService.key);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(dialog).toBeHidden();
  await expect(duration).toHaveValue("77");
  await save.click();
  await expect(page.getByText(/ saved\b/).first()).toBeVisible();
});

// Cause: what runs the rollouts of the browser asked who is signed in every 1.5 s with a refused key, until the service answered "Too many
// wrong keys" (429). Law: while another key is asked for, the refused one is not tried again and again.
test("a refused key is not tried again while another one is asked for", async ({
  page,
  ownService,
  faults,
}) => {
  // Until the key is refused nobody is told whose it is, however slow this machine is.
  let refuse = (): void => undefined;
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  await page.route("**/api/whoami", (route) => refused.then(() => route.continue()));
  await page.clock.install();
  // What runs the rollouts starts with what follows the service.
  const stream = page.waitForRequest("**/event_stream");
  await connect(page, { origin: faults.origin, key: ownService.key });
  await editBreaker(page);
  faults.inject(/\/api\//, REFUSED);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Sign in again" })).toBeVisible();
  await page.clock.runFor(6000);
  await stream;
  refuse();
  const reads: string[] = [];
  page.on("request", (request) => void reads.push(new URL(request.url()).pathname));
  for (let seconds = 0; seconds < 30; seconds += 2) {
    await page.clock.runFor(2000);
    // What was asked for before has been answered once this has.
    await page.evaluate(() => fetch("/healthz").then((answer) => answer.text()));
  }
  expect(reads.filter((path) => path === "/api/whoami").length).toBeLessThan(3);
});

test("Sign out asks first; Stay keeps the form and the key, Leave forgets the key", async ({
  page,
  ownService,
}) => {
  await connect(page, ownService);
  const duration = await editBreaker(page);
  const signOut = page.getByRole("button", { name: "Sign out" });
  await signOut.click();
  await page.getByRole("button", { name: "Stay" }).click();
  await expect(duration).toHaveValue("77");
  await expect(signOut).toBeFocused();
  await signOut.click();
  await page
    .getByRole("dialog", { name: "Sign out without saving?" })
    .getByRole("button", { name: "Sign out" })
    .click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByText(/You are signed in/)).toBeHidden();
  await page.goto(`${ownService.origin}/keys`);
  await expect(page).toHaveURL(/\/connect\?next=/);
});

// Cause: each tab asked for the key, and a sign-out left the others signed in. Law: tabs are one visit, and edits outlive it.
test("a link in a new tab stays signed in; signing out there keeps what was typed here", async ({
  page,
  context,
  ownService,
}) => {
  await connect(page, ownService);
  const duration = await editBreaker(page);
  const other = await context.newPage();
  await other.goto(`${ownService.origin}/keys`);
  await expect(other.getByRole("heading", { level: 1, name: "Keys" })).toBeVisible();
  expect(await other.evaluate(() => JSON.stringify(localStorage))).not.toContain(ownService.key);
  await other.getByRole("button", { name: "Sign out" }).click();
  await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();

  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await expect(dialog.getByText("You signed out in another tab.")).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(ownService.key);
  await dialog.getByLabel("API key").fill(ownService.key);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(dialog).toBeHidden();
  await expect(duration).toHaveValue("77");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/saved/i).first()).toBeVisible();
});
