import { startOpenIdProvider } from "#edge/testing/openid-provider.ts";
import { makeRoute } from "../fixtures/app.ts";
import { signIn } from "../fixtures/console.ts";
import { expect, test } from "../fixtures/test.ts";

const HOST = "locked.localhost";

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
      await expect(visitor.getByRole("heading", { name: "Sign-in failed" })).toBeVisible({ timeout: 100 });
    }).toPass({ timeout: 10_000, intervals: [500] });
    expect((await visitor.goto(`${address}/oauth2/logout`))?.status()).toBeLessThan(500);
    await visitor.context().close();
  } finally {
    provider.close();
  }
});
