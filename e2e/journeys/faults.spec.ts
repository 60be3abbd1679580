import { connect, openBreaker, row } from "../fixtures/console.ts";
import { expect, test } from "../fixtures/test.ts";

const FAILED = JSON.stringify({
  error_code: "ERR_GATEHOUSE_9005",
  status_code: 500,
  msg: "The service failed.",
  details: { operation_id: "op_3fault" },
});

test("restart: a refusal by the service and an answer that got lost are told apart, and the lost one is still watched", async ({
  page,
  ownService,
  faults,
}) => {
  await connect(page, { origin: faults.origin, key: ownService.key });
  await row(page, "Sessions", "fra-gw-01").getByRole("link", { name: "fra-gw-01" }).click();
  const refusal = faults.inject(/\/restart$/, {
    kind: "answer",
    status: 409,
    body: FAILED.replace("9005", "804").replace("500", "409"),
  });
  await page.getByRole("button", { name: "Restart…", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restart fra-gw-01" }).click();
  // Its code is under "Details".
  await expect(page.getByText(/ERR_GATEHOUSE_804/).first()).toBeAttached();
  refusal();

  if (await page.getByRole("dialog").isVisible()) await page.keyboard.press("Escape");
  const lost = faults.inject(/\/restart$/, { kind: "cut-answer" });
  await page.getByRole("button", { name: "Restart…", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restart fra-gw-01" }).click();
  lost();
  await expect(page.getByText(/^Online again as/).first()).toBeVisible();
});

test("offline, then an answer that drips: each says what happened, keeps what was typed, and ends by itself", async ({
  page,
  context,
  ownService,
  faults,
}) => {
  // The console's patience of 15 s, twenty times as fast.
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => timeout(ms / 20);
  });
  await connect(page, { origin: faults.origin, key: ownService.key });
  await context.setOffline(true);
  await page.getByRole("button", { name: "Refresh now" }).click();
  await expect(page.getByText(/No connection to/).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "fra-gw-01" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^as of/)).toBeVisible();
  await expect(page.getByText(/No connection to/)).toHaveCount(0);

  const drips = faults.inject(/\/api\/tunnel_sessions/, { kind: "drip" }, "GET");
  await page.getByRole("button", { name: "Refresh now" }).click();
  await expect(page.getByText(/No answer for 15 s/).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "fra-gw-01" })).toBeVisible();
  drips();
  await page
    .getByRole("button", { name: /Refresh now|Try again/ })
    .first()
    .click();
  await expect(page.getByText(/^as of/)).toBeVisible();

  // Cause: a file that this page needs was asked for while offline, and stayed lost. Law: a page comes once there is a connection.
  await openBreaker(page, "hooks.northwind.example", "/payments");
  const save = page.getByRole("button", { name: "Save", exact: true });
  const buckets = page.getByLabel("Buckets");
  await buckets.fill("12");
  await context.setOffline(true);
  await save.click();
  await expect(page.getByRole("alert").filter({ hasText: "No connection to" })).toBeVisible();
  await expect(buckets).toHaveValue("12");
  await context.setOffline(false);

  // The change is made before its answer drips: the console looks, and says so.
  const written = faults.inject(/circuit_breaker$/, { kind: "drip" }, "PUT");
  await save.click();
  await expect(page.getByRole("status").filter({ hasText: / saved on / })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(faults.seen.filter((one) => one.startsWith("PUT"))).toHaveLength(1);
  written();
  await page.reload();
  await expect(buckets).toHaveValue("12");

  // Cause: a page that was opened without a connection was called broken for good, with a Reload that ended the console.
  // Law: it says what is missing, and loads once that is back.
  await context.setOffline(true);
  await page.getByRole("link", { name: "Certificate authorities" }).click();
  await expect(page.getByText("This page loads once it does.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reload" })).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Certificate authorities", level: 1 })).toBeVisible();
});
