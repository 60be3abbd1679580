import { startOpenIdProvider } from "#edge/testing/openid-provider.ts";
import { call } from "../fixtures/api.ts";
import { makeRoute } from "../fixtures/app.ts";
import { signIn } from "../fixtures/console.ts";
import { expectSound } from "../fixtures/look.ts";
import { expect, test } from "../fixtures/test.ts";

/** Nobody listens there: a port that browsers may ask, below those that systems give out. */
const CLOSED = 29_998;
const HOST = "locked.localhost";
/** It stands in the page, or this look was too early. */
const AT_ONCE = { timeout: 100 };

// Law: a route that is locked in the console lets in whom its OpenID provider signs in, names them to the app, and nobody whom
// the provider no longer knows (docs/decisions/edge/logins.md).
test("OIDC set in the console: signed in, let through, removed at the provider, out", async ({
  page,
  browser,
  edgeService,
  publish,
}) => {
  const printed = await publish(
    ({ url, headers: { "gatehouse-auth-user-email": email, cookie } }, response) =>
      response.end(
        `${String(email)} at ${url}, ${cookie === undefined || cookie === "" ? "no cookies" : cookie}`,
      ),
    "--label",
    "app=locked",
  );
  const { edge, route, address } = await makeRoute(edgeService, HOST, { app: "locked" });
  const provider = await startOpenIdProvider({ callbacks: [`${address}/oauth2/callback`], tokenSeconds: 2 });
  try {
    await printed.match(/→/);
    await signIn(page, edgeService);
    await page.goto(`${edgeService.origin}/edges/https/${edge.id}/routes/${route.id}/oidc`);
    await expect(page.getByText(`${address}/oauth2/callback`, { exact: true })).toBeVisible();
    await page.getByLabel("Issuer").fill(provider.issuer);
    await page.getByLabel("Client ID").fill(provider.client.client_id);
    await page.getByLabel("Client secret", { exact: true }).fill(provider.client.client_secret);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(/ saved on /).first()).toBeVisible();

    // The visitor trusts the edge's certificate.
    const visitor = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    await visitor.goto(`${address}/orders?page=2`);
    expect(visitor.url()).toBe(`${address}/orders?page=2`);
    await expect(visitor.getByText("ann@acme.test at /orders?page=2, no cookies")).toBeVisible();
    provider.accounts.delete("ann");
    await expect(async () => {
      await visitor.reload();
      await expect(visitor.getByRole("heading", { name: "Sign-in failed" })).toBeVisible(AT_ONCE);
    }).toPass({ intervals: [500] });
    expect((await visitor.goto(`${address}/oauth2/logout`))?.status()).toBeLessThan(500);
    await visitor.context().close();
  } finally {
    provider.close();
  }
});

// Cause: a login whose provider was not reached stayed a green "On" with no cause, and its failures were told of the login that had
// replaced it. Law: a failure stands where it is, with its cause, and belongs to what failed.
test("a login that can't be reached says so where it is set, until it is changed", async ({
  page,
  browser,
  edgeService,
  publish,
}) => {
  const printed = await publish((_request, response) => response.end("in"), "--label", "app=unreached");
  const { edge, route, address } = await makeRoute(edgeService, "unreached.localhost", { app: "unreached" });
  await printed.match(/→/);
  const path = `/edges/https/${edge.id}/routes/${route.id}`;
  const oidc = {
    issuer: `http://127.0.0.1:${CLOSED}`,
    client_id: "app",
    client_secret: "s3cret",
    scopes: ["openid"],
  };
  expect((await call(edgeService, `PUT ${path}/oidc`, oidc)).status).toBe(200);
  const visitor = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  expect((await visitor.goto(address))?.status()).toBe(503);
  await visitor.context().close();

  await signIn(page, edgeService);
  await page.goto(`${edgeService.origin}${path}`);
  const row = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "Edit OIDC" }) });
  await expect(row).toContainText("Failing");
  await page.getByRole("alert").getByRole("link", { name: "Open OIDC" }).click();
  await expect(page.getByText("Failing", { exact: true })).toBeVisible();
  await expect(
    page.getByText(new RegExp(`127.0.0.1:${CLOSED} refused the connection. Check the login provider`)),
  ).toBeVisible();
  await expect(page.getByText("Sign-in fails").first()).toBeVisible();
  await expectSound(page, "login unreachable");

  await page.getByLabel("Issuer").fill(`http://127.0.0.1:${CLOSED + 1}`);
  await page.getByRole("radio", { name: "Replace" }).check();
  await page.getByRole("textbox", { name: "Client secret" }).fill("s3cret");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/ saved on /).first()).toBeVisible();
  await expect(page.getByText("Sign-in fails")).toHaveCount(0);
  await page.goto(`${edgeService.origin}${path}`);
  await expect(row).toContainText("On");
  await expect(page.getByText("Sign-in fails")).toHaveCount(0);
});
