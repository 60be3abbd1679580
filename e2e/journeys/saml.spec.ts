import { startSamlIdp } from "../../edge/testing/saml-idp.ts";
import { makeRoute } from "../fixtures/app.ts";
import { expect, test } from "../fixtures/test.ts";

type Made = { id: string; saml: { request_signing_certificate_pem: string } };

// Law: a browser that a SAML provider signed in is let in. Its answer is posted from another site, with which no cookie of the
// login comes: only a browser shows that one comes with the redirect after it (docs/decisions/edge/saml.md).
test("a visitor of a route with SAML signs in at the provider, and out again", async ({
  browser,
  edgeService,
  publish,
}) => {
  const idp = await startSamlIdp();
  const printed = await publish(
    (request, response) => {
      const name = String(request.headers["gatehouse-auth-user-name"]);
      response.setHeader("content-type", "text/html").end(`<h1>Hello ${name}</h1><p>${request.url}</p>`);
    },
    "--label",
    "app=orders",
  );
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    await printed.match(/app=orders/);
    const saml = { idp_metadata: idp.metadata(), authorized_groups: ["operators"] };
    const { route, address: url } = await makeRoute<Made>(
      edgeService,
      "orders.localhost",
      { app: "orders" },
      { saml },
    );
    idp.trusted = route.saml.request_signing_certificate_pem;

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
    await idp.close();
  }
});
