import { connect, openBreaker, row, signIn } from "../fixtures/console.ts";
import { expect, test } from "../fixtures/test.ts";

const FAILED = JSON.stringify({
  error_code: "ERR_GATEHOUSE_9005",
  status_code: 500,
  msg: "The service failed.",
  details: { operation_id: "op_3fault" },
});

test("connect: a wrong key, a garbage body, a 500 and a stopped service each say what happened; what was typed stays", async ({
  page,
  ownService,
  faults,
}) => {
  const wrong = `${ownService.key.slice(0, -6)}AAAAAA`;
  await page.goto(`${faults.origin}/connect`);
  const field = page.getByLabel("API key", { exact: true });
  const connectButton = page.getByRole("button", { name: "Sign in" });
  await field.fill(wrong);
  await connectButton.click();
  await expect(page.getByText(/ERR_GATEHOUSE_203/)).toBeVisible();
  await expect(page.getByText(/op_\w+/).first()).toBeVisible();
  await expect(field).toHaveValue(wrong);

  await field.fill(ownService.key);
  const cases = [
    { fault: { kind: "answer", status: 200, body: "<html>hello" }, says: /not the management API/ },
    { fault: { kind: "answer", status: 500, body: FAILED }, says: /ERR_GATEHOUSE_9005/ },
    { fault: { kind: "answer", status: 200, body: '{"tunnel_sessions":7}' }, says: /tunnel_sessions/ },
    { fault: { kind: "answer", status: 502, body: "Bad Gateway" }, says: /502/ },
    { fault: { kind: "cut" }, says: /reach|answer|connection/i },
  ] as const;
  for (const { fault, says } of cases) {
    const end = faults.inject(/\/api\/tunnel_sessions/, fault);
    await connectButton.click();
    await expect(page.getByText(says).first()).toBeVisible();
    await expect(field).toHaveValue(ownService.key);
    expect(await page.locator("body").innerText()).not.toContain(ownService.key);
    end();
  }
  await connectButton.click();
  await expect(page.getByText("8 online")).toBeVisible();
});

test("sessions: a failed refresh keeps the rows and says so with its cause; the next good one clears it", async ({
  page,
  ownService,
  faults,
}) => {
  await connect(page, { origin: faults.origin, key: ownService.key });
  await expect(page.getByText("8 online")).toBeVisible();
  faults.inject(/\/api\/tunnel_sessions/, { kind: "answer", status: 500, body: FAILED });
  await page.getByRole("button", { name: "Refresh now" }).click();
  await expect(page.getByText(/ERR_GATEHOUSE_9005|The service failed/).first()).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByRole("link", { name: "fra-gw-01" })).toBeVisible();
  faults.clear();
  await page
    .getByRole("button", { name: /Refresh now|Try again/ })
    .first()
    .click();
  await expect(page.getByText(/^as of/)).toBeVisible();
});

test("sessions: a first load that fails shows the cause and loads on retry", async ({
  page,
  ownService,
  faults,
}) => {
  await connect(page, { origin: faults.origin, key: ownService.key });
  await expect(page.getByText("8 online")).toBeVisible();
  faults.inject(/\/api\/tunnel_sessions/, { kind: "answer", status: 500, body: FAILED });
  await page.reload();
  await page.getByText("Details", { exact: true }).click();
  await expect(page.getByText(/op_3fault/).first()).toBeVisible();
  faults.clear();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("8 online")).toBeVisible();
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
  await page.getByRole("button", { name: "Restart…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restart fra-gw-01" }).click();
  // Its code is under "Details".
  await expect(page.getByText(/ERR_GATEHOUSE_804/).first()).toBeAttached();
  refusal();

  if (await page.getByRole("dialog").isVisible()) await page.keyboard.press("Escape");
  const lost = faults.inject(/\/restart$/, { kind: "cut-answer" });
  await page.getByRole("button", { name: "Restart…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restart fra-gw-01" }).click();
  lost();
  await expect(page.getByText(/^Online again as/).first()).toBeVisible({ timeout: 40_000 });
});

test("module: a failed save keeps the form; a save by somebody else in between is not overwritten", async ({
  page,
  browser,
  ownService,
  faults,
}) => {
  await connect(page, { origin: faults.origin, key: ownService.key });
  await openBreaker(page, "hooks.northwind.example", "/payments");
  const save = page.getByRole("button", { name: "Save", exact: true });
  const buckets = page.getByLabel("Buckets");
  await buckets.fill("12");
  for (const fault of [
    { kind: "answer", status: 500, body: FAILED },
    { kind: "answer", status: 200, body: "garbage" },
    { kind: "cut" },
  ] as const) {
    const end = faults.inject(/circuit_breaker$/, fault, "PUT");
    await save.click();
    await expect(page.getByRole("alert").first()).toBeVisible();
    await expect(buckets).toHaveValue("12");
    end();
  }

  const other = await browser.newPage();
  await signIn(other, ownService);
  await other.goto(page.url().replace(faults.origin, ownService.origin));
  await other.getByLabel("Tripped duration").fill("77");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await expect(other.getByText(/ saved\b/)).toBeVisible();
  await other.close();

  await save.click();
  await expect(page.getByText(/ saved\b/).first()).toBeVisible();
  await page.reload();
  await expect(buckets).toHaveValue("12");
  await expect(page.getByLabel("Tripped duration")).toHaveValue("77");
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
});

test("module: bad values are named at their field and nothing is sent; leaving asks first", async ({
  page,
  ownService,
  faults,
}) => {
  await connect(page, { origin: faults.origin, key: ownService.key });
  await openBreaker(page, "hooks.northwind.example", "/payments");
  await page.getByLabel("Error threshold").fill("50");
  await page.getByLabel("Buckets").fill("129");
  const sent = faults.seen.length;
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByLabel("Error threshold")).toBeFocused();
  await expect(page.getByLabel("Error threshold")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText(/at most 128/)).toBeVisible();
  expect(faults.seen.slice(sent).filter((one) => one.startsWith("PUT"))).toEqual([]);

  await page.getByRole("link", { name: "Sessions", exact: true }).first().click();
  const leave = page.getByRole("dialog", { name: /Leave without saving/ });
  await leave.getByRole("button", { name: /Stay/ }).click();
  await expect(page.getByLabel("Buckets")).toHaveValue("129");
});

test("keys: a cut connection while creating says that the key may exist, and keeps what was typed", async ({
  page,
  ownService,
  faults,
}) => {
  await connect(page, { origin: faults.origin, key: ownService.key });
  await page.getByRole("link", { name: "Keys", exact: true }).first().click();
  await page.getByRole("link", { name: "Create key" }).click();
  await page.getByLabel("Used by").fill("cut off");
  const end = faults.inject(/\/api\/api_keys$/, { kind: "cut-answer" }, "POST");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText(/may exist/)).toBeVisible();
  await expect(page.getByLabel("Used by")).toHaveValue("cut off");
  end();
});

test("a key that stopped working leads back to connect with the reason, then to where one was", async ({
  page,
  ownService,
  faults,
}) => {
  await connect(page, { origin: faults.origin, key: ownService.key });
  await page.getByRole("link", { name: "Edges", exact: true }).first().click();
  await expect(page.getByRole("link", { name: "hooks.northwind.example" })).toBeVisible();
  const end = faults.inject(/\/api\//, {
    kind: "answer",
    status: 401,
    body: FAILED.replace("9005", "203").replace("500", "401"),
  });
  await page.getByRole("button", { name: "Refresh now" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByText(/ERR_GATEHOUSE_203/)).toBeVisible();
  end();
  await page.getByLabel("API key", { exact: true }).fill(ownService.key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edges" })).toBeVisible();
});
