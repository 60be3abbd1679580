import { execFileSync } from "node:child_process";
import { call } from "../fixtures/api.ts";
import { connect, openBreaker, row } from "../fixtures/console.ts";
import { expect, test } from "../fixtures/test.ts";
import { pressUndo } from "../fixtures/undo.ts";

/** The status that curl gets for a GET with this token; the token goes in by standard input, not the command line. */
function curlStatus(url: string, token: string): string {
  const config = `url = "${url}"\nheader = "Authorization: Bearer ${token}"\nheader = "Service-Version: 2"\n`;
  return execFileSync("curl", ["-s", "-o", "/dev/null", "-w", "%{http_code}", "-K", "-"], {
    input: config,
  }).toString();
}

test("connect → restart an agent → its successor is named", async ({ page, ownService: service }) => {
  await page.goto(`${service.origin}/connect`);
  await page.getByLabel("API key", { exact: true }).fill(service.key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("8 online")).toBeVisible();
  expect(page.url()).not.toContain(service.key);

  const list = await call<{ tunnel_sessions: { id: string; metadata?: string }[] }>(
    service,
    "GET /tunnel_sessions",
  );
  const before = list.body.tunnel_sessions.find((one) => one.metadata?.includes("fra-gw-01"));
  await row(page, "Sessions", "fra-gw-01").getByRole("link", { name: "fra-gw-01" }).click();
  await expect(page).toHaveURL(new RegExp(`/sessions/${before?.id}$`));

  await page.getByRole("button", { name: "Restart…", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Restart fra-gw-01?" });
  await expect(dialog).toContainText(/\d+ URLs? go(es)? offline|stays? up/);
  await dialog.getByRole("button", { name: "Restart fra-gw-01" }).click();
  await expect(dialog).toBeHidden();

  const report = page.getByRole("region", { name: /^Restart/ });
  await expect(report.getByText(/^Online again as/)).toBeVisible();
  await expect(report.getByText("Verified", { exact: true })).toBeVisible();
  const after = await call<{ tunnel_sessions: { id: string; metadata?: string }[] }>(
    service,
    "GET /tunnel_sessions",
  );
  const successor = after.body.tunnel_sessions.find((one) => one.metadata?.includes("fra-gw-01"));
  expect(successor?.id).not.toBe(before?.id);
  await expect(report.getByText(`${successor?.id.slice(-4)}`).first()).toBeVisible();

  await page.getByRole("link", { name: "Sessions", exact: true }).first().click();
  await expect(row(page, "Sessions", "fra-gw-01")).toContainText(/Online again after \d+ s/);
});

// Cause: the printed link carried the key, which the browser had in its history before a script could remove it. Law: no URL
// ever has the key, and a link signs in once.
test("the printed link signs in once, where it points, and no URL has the key", async ({
  page,
  browser,
  ownService: { link, key },
}) => {
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  page.on("framenavigated", (frame) => urls.push(frame.url()));
  const code = link.split("#code=")[1] ?? "";
  expect(code).toMatch(/^[0-9a-f]{40}$/);
  await page.goto(link.replace("/connect#", "/connect?next=/keys#"));
  await expect(page.getByRole("heading", { name: "Keys", level: 1 })).toBeVisible();
  const history = await page.evaluate(() => [
    location.href,
    ...(window as unknown as { navigation: { entries: () => { url: string }[] } }).navigation
      .entries()
      .map(({ url }) => url),
  ]);
  expect(history.join()).not.toContain(code);
  expect([link, ...urls, ...history].filter((url) => url.includes(key))).toEqual([]);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Keys", level: 1 })).toBeVisible();

  const other = await browser.newPage();
  await other.goto(link);
  await expect(other.getByRole("alert")).toContainText("already used or has expired");
  await expect(other).toHaveURL(/\/connect$/);
  await other.getByLabel("API key", { exact: true }).fill(key);
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other.getByRole("heading", { name: "Sessions", level: 1 })).toBeVisible();
  await other.close();
});

test("edit the circuit breaker → reload → the value is kept → undo", async ({
  page,
  ownService: service,
}) => {
  await connect(page, service);
  await openBreaker(page, "hooks.northwind.example", "/payments");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await expect(save).toHaveAttribute("aria-disabled", "true");
  await page.getByLabel("Rolling window").fill("45");
  await page.getByLabel("Error threshold").fill("0.25");
  await expect(page.getByRole("strong").getByText("2 changes", { exact: true })).toBeVisible();
  await save.click();
  await expect(page.getByText(/ saved\b/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Rolling window")).toHaveValue("45");
  await expect(page.getByLabel("Error threshold")).toHaveValue("0.25");

  await page.getByLabel("Rolling window").fill("46");
  await save.click();
  await pressUndo(page);
  await expect(page.getByLabel("Rolling window")).toHaveValue("45");
});

test("create a key → use its token with curl → delete it", async ({ page, ownService: service }) => {
  await connect(page, service);
  await page.getByRole("link", { name: "Keys", exact: true }).first().click();
  await page.getByRole("link", { name: "Create key" }).click();
  await page.getByLabel("Used by").fill("nightly backup");
  await page.getByRole("button", { name: "Create key" }).click();

  const ceremony = page.getByRole("dialog", { name: /Copy the token/ });
  const token = await ceremony.getByLabel("Token", { exact: true }).innerText();
  const done = ceremony.getByRole("button", { name: "Done" });
  await page.keyboard.press("Escape");
  await page.goBack();
  await expect(ceremony).toBeVisible();
  await expect(done).toHaveAttribute("aria-disabled", "true");
  await ceremony.getByRole("checkbox", { name: "I saved it" }).check();
  await done.click();
  await expect(ceremony).toBeHidden();

  expect(curlStatus(`${service.origin}/api/api_keys`, token)).toBe("200");
  const kept = await page.evaluate(() =>
    JSON.stringify([sessionStorage, localStorage, document.body.innerText]),
  );
  expect(kept).not.toContain(token);

  await row(page, "Keys", "nightly backup").getByRole("link", { name: "nightly backup" }).click();
  await page.getByRole("button", { name: /Delete/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Delete/ })
    .click();
  await expect(page.getByText("Key “nightly backup” deleted")).toBeVisible();
  await expect(row(page, "Keys", "nightly backup")).toHaveCount(0);
  expect(curlStatus(`${service.origin}/api/api_keys`, token)).toBe("401");
});
