import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startSamlIdp } from "../../edge/testing/saml-idp.ts";
import { call } from "../fixtures/api.ts";
import { endProcess, linesOf, startAgent } from "../fixtures/process.ts";
import { removeData, startService } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";

type Made = { id: string };

// Law: a browser that a SAML provider signed in is let in. Its answer is posted from another site, with which no cookie of the
// login comes: only a browser shows that one comes with the redirect after it (docs/decisions/edge/saml.md).
test("a visitor of a route with SAML signs in at the provider, and out again", async ({ browser }) => {
  const [service, idp] = await Promise.all([startService({ demo: 0, edge: true }), startSamlIdp()]);
  const app = createServer((request, response) => {
    const name = String(request.headers["gatehouse-auth-user-name"]);
    response.setHeader("content-type", "text/html").end(`<h1>Hello ${name}</h1><p>${request.url}</p>`);
  }).listen(0, "127.0.0.1");
  await once(app, "listening");
  const { body: authtoken } = await call<{ token: string }>(service, "POST /credentials", {});
  const { port } = app.address() as AddressInfo;
  const flags = ["--tunnel", `http:127.0.0.1:${port}`, "--label", "app=orders"];
  const agent = startAgent(service.origin, authtoken.token, ...flags);
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    await linesOf(agent).match(/app=orders/);
    const make = async (path: string, body: object) =>
      (await call<Made>(service, `POST ${path}`, body)).body.id;
    const backend_id = await make("/backends/tunnel_group", { labels: { app: "orders" } });
    const edge = await make("/edges/https", { hostports: ["orders.localhost:443"] });
    const saml = { idp_metadata: idp.metadata(), authorized_groups: ["operators"] };
    const route = { match_type: "path_prefix", match: "/", backend: { backend_id }, saml };
    const { body: made } = await call<{ saml: { request_signing_certificate_pem: string } }>(
      service,
      `POST /edges/https/${edge}/routes`,
      route,
    );
    idp.trusted = made.saml.request_signing_certificate_pem;
    const { body: list } = await call<{ endpoints: { public_url: string }[] }>(service, "GET /endpoints");
    const url = list.endpoints[0]?.public_url ?? "";

    const page = await context.newPage();
    await page.goto(`${url}/today?day=1`);
    await expect(page.getByRole("heading", { name: "Hello Ann" })).toBeVisible();
    await expect(page).toHaveURL(`${url}/today?day=1`);
    expect(idp.asked?.forceAuthn ?? null).toBeNull();
    await page.goto(`${url}/tomorrow`);
    await expect(page.getByText("/tomorrow")).toBeVisible();

    // Where the provider signs out is told whose session is over.
    const out = page.waitForRequest((request) => request.url().startsWith(idp.signOut));
    await page.goto(`${url}/oauth2/logout`).catch(() => undefined);
    expect((await out).url()).toContain("SAMLRequest=");
    expect((await context.cookies(url)).map(({ name }) => name)).toEqual([]);
    idp.user.claims = { groups: ["guests"] };
    await page.goto(`${url}/today`);
    await expect(page.getByRole("heading", { name: "Your account is not allowed" })).toBeVisible();
  } finally {
    await context.close();
    await endProcess(agent);
    app.closeAllConnections();
    app.close();
    await idp.close();
    await service.end();
    await removeData(service.data);
  }
});
