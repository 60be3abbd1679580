import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startOpenIdProvider } from "#edge/testing/openid-provider.ts";
import { call } from "../fixtures/api.ts";
import { signIn } from "../fixtures/console.ts";
import { endProcess, linesOf, startAgent } from "../fixtures/process.ts";
import { removeData, startService } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";

const HOST = "locked.localhost";

// Law: a route that is locked in the console lets in whom its OpenID provider signs in, names them to the app, and nobody whom
// the provider no longer knows (docs/decisions/edge/logins.md).
test("OIDC set in the console: signed in, let through, removed at the provider, out", async ({
  page,
  browser,
}) => {
  const service = await startService({ demo: 0, edge: true });
  const app = createServer((request, response) => {
    const { "gatehouse-auth-user-email": email, cookie } = request.headers;
    response.end(
      `${String(email)} at ${request.url}, ${cookie === undefined || cookie === "" ? "no cookies" : cookie}`,
    );
  }).listen(0, "127.0.0.1");
  await once(app, "listening");
  const { body: edge } = await call<{ id: string }>(service, "POST /edges/https", {
    hostports: [`${HOST}:443`],
  });
  const labels = { app: "locked" };
  const { body: backend } = await call<{ id: string }>(service, "POST /backends/tunnel_group", { labels });
  const { body: route } = await call<{ id: string }>(service, `POST /edges/https/${edge.id}/routes`, {
    match_type: "path_prefix",
    match: "/",
    backend: { backend_id: backend.id },
  });
  const { body: listed } = await call<{ endpoints: { public_url: string }[] }>(service, "GET /endpoints");
  const address = listed.endpoints[0]?.public_url ?? "";
  const provider = await startOpenIdProvider({ callbacks: [`${address}/oauth2/callback`], tokenSeconds: 2 });
  const { body: made } = await call<{ token: string }>(service, "POST /credentials", {});
  const { port } = app.address() as AddressInfo;
  const agent = startAgent(
    service.origin,
    made.token,
    "--label",
    "app=locked",
    "--tunnel",
    `http:127.0.0.1:${port}`,
  );
  try {
    await linesOf(agent).match(/→/);
    await signIn(page, service);
    await page.goto(`${service.origin}/edges/https/${edge.id}/routes/${route.id}/oidc`);
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
    await endProcess(agent);
    await service.end();
    provider.close();
    app.closeAllConnections();
    app.close();
    await removeData(service.data);
  }
});
