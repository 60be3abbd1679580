import type { Page } from "@playwright/test";
import { JWT_ALGORITHMS } from "../../src/contract/modules/jwt-validation.ts";
import { samlContract } from "../../src/contract/modules/saml.ts";
import { makeKey, sign } from "../../src/testing/jwt-keys.ts";
import { testCertificate } from "#service/testing/test-certificate.ts";
import { call } from "../fixtures/api.ts";
import { signIn } from "../fixtures/console.ts";
import { expectSound } from "../fixtures/look.ts";
import type { RunningService } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";

/** Opens a module of a fresh route, with its "Try it" panel. */
async function openTester(page: Page, service: RunningService, kind: string): Promise<void> {
  const edge = await call<{ id: string }>(service, "POST /edges/https", {});
  const body = { match_type: "path_prefix", match: "/tried" };
  const route = await call<{ id: string }>(service, `POST /edges/https/${edge.body.id}/routes`, body);
  await signIn(page, service);
  await page.goto(`${service.origin}/edges/https/${edge.body.id}/routes/${route.body.id}/${kind}`);
  await page.getByText("Try it", { exact: true }).click();
}

test("a JWT of every algorithm is checked in this browser, and the token never leaves it", async ({
  page,
  emptyService,
}) => {
  await openTester(page, emptyService, "jwt_validation");
  await page.getByRole("button", { name: "Add issuer" }).click();
  await page.getByLabel("Issuers 1").fill("https://login.example.com");
  await page.getByRole("button", { name: "Add audience" }).click();
  await page.getByLabel("Audiences 1").fill("api");
  for (const alg of JWT_ALGORITHMS) await page.getByRole("checkbox", { name: alg }).check();

  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  const claims = { iss: "https://login.example.com", aud: "api", exp: 4e9 };
  const token = page.getByLabel("Token", { exact: true });
  for (const alg of JWT_ALGORITHMS) {
    const [key, other] = [await makeKey(alg, "k1"), await makeKey(alg, "k1")];
    const text = await sign(key, { alg, kid: "k1", typ: "JWT" }, claims);
    await token.fill(`Authorization: Bearer ${text}`);
    await page.getByLabel("Keys", { exact: true }).fill(JSON.stringify({ keys: [other.jwk] }));
    await expect(page.getByText("Refused: 1 check failed"), alg).toBeVisible();
    await page.getByLabel("Keys", { exact: true }).fill(key.pem);
    await expect(page.getByText("Accepted: all checks passed"), alg).toBeVisible();
    expect(sent.filter((one) => one.includes(text))).toEqual([]);
    expect(page.url()).not.toContain(text);
  }
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(kept).not.toContain("eyJ");
  await expectSound(page, "JWT tester", { every: true });
});

test("the circuit breaker's timeline follows the draft, by keyboard", async ({ page, emptyService }) => {
  await openTester(page, emptyService, "circuit_breaker");
  const caption = page.locator("figcaption");
  await expect(caption).toContainText("Trips after 20.9 s.");
  await page.getByLabel("Volume threshold").fill("3");
  await page.getByRole("radio", { name: "Outage" }).focus();
  for (const name of ["Slow burn", "Blip", "Quiet"]) {
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name })).toBeChecked();
  }
  await expect(caption).toContainText(
    "Never trips. The window has up to 2 requests, and the volume threshold is 3.",
  );
  await page.getByText("Show as table").click();
  await expect(page.getByRole("columnheader", { name: "Breaker" })).toBeVisible();
  await expectSound(page, "circuit breaker timeline", { every: true });
});

test("nested rules are sound in both themes and widths", async ({ page, emptyService }) => {
  const edge = await call<{ id: string }>(emptyService, "POST /edges/https", {});
  const rules = ["A", "B"].map((name) => ({
    name,
    expressions: ["req.Method != 'GET'", "true"],
    actions: [{ type: "rate-limit", config: { capacity: 30 } }, { type: "deny" }],
  }));
  const route = await call<{ id: string }>(emptyService, `POST /edges/https/${edge.body.id}/routes`, {
    match_type: "path_prefix",
    match: "/",
    policies: { inbound: rules, outbound: rules[0] },
    webhook_verification: { provider: "github", secret: "example-secret" },
  });
  await signIn(page, emptyService);
  const at = `${emptyService.origin}/edges/https/${edge.body.id}/routes/${route.body.id}`;
  await page.goto(`${at}/policies`);
  await expect(page.getByRole("group", { name: "Inbound rules 2: B" })).toBeVisible();
  await expectSound(page, "policies", { every: true });
  await page.goto(`${at}/webhook_verification`);
  await page.getByRole("combobox", { name: "Provider" }).click();
  await expect(page.getByRole("option", { name: "Amazon SNS" })).toBeVisible();
  await expectSound(page, "webhook verification", { every: true });
});

test("SAML metadata is read in this browser: what it holds and what is wrong, nothing fetched, no entity expanded", async ({
  page,
  emptyService,
}) => {
  await openTester(page, emptyService, "saml");
  const pem = await testCertificate({ name: "CN=idp.example.com, O=Example" });
  const key = `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${pem.replaceAll(/-----[^-]+-----/g, "")}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
  const { idp_metadata: plain } = samlContract.example;
  const signed = plain.replace("<SingleSignOnService", `${key}<SingleSignOnService`);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));

  const metadata = page.getByLabel("Provider metadata");
  await metadata.fill(signed);
  await expect(page.getByText("No problems found")).toBeVisible();
  await expect(page.getByText("CN=idp.example.com, O=Example")).toBeVisible();
  await expect(page.getByText("Jan 2, 2026 to Jan 2, 2056")).toBeVisible();
  await expect(page.getByText("https://idp.example.com/sso", { exact: true })).toBeVisible();
  await metadata.fill(plain.replace("https://idp.example.com/sso", "http://idp.example.com/sso"));
  await expect(page.getByText("2 problems found")).toBeVisible();
  await expectSound(page, "SAML metadata with findings", { every: true });

  const outside = `<!DOCTYPE a [<!ENTITY x SYSTEM "${emptyService.origin}/healthz">]>`;
  await metadata.fill(outside + signed.replace("https://idp.example.com/sso", "&x;"));
  await expect(page.getByText("Remove the DOCTYPE. SAML metadata has none.")).toBeVisible();
  await metadata.fill(`${plain}<`);
  await expect(page.getByText(/Invalid XML\. Paste the complete metadata file/)).toBeVisible();
  expect(sent.filter((url) => url.includes("idp.example.com") || url.includes("healthz"))).toEqual([]);
});
