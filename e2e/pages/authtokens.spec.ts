import { call } from "../fixtures/api.ts";
import { connect, row, signIn } from "../fixtures/console.ts";
import { expectSound } from "../fixtures/look.ts";
import { detailStates, listStates } from "../fixtures/page-states.ts";
import { expect, test } from "../fixtures/test.ts";

listStates({
  path: "/authtokens",
  heading: "Authtokens",
  noun: "authtokens",
  reads: "/credentials",
  teaches: /Agents connect with an authtoken/,
  opens: /\/authtokens\?open=cr_/,
});

type Listed = { credentials: { id: string; description?: string; acl: string[] }[] };

detailStates("an authtoken that is edited", {
  find: async (service) => {
    const { body } = await call<Listed>(service, "GET /credentials");
    const { id = "", description = "" } = body.credentials[0] ?? {};
    return { path: `/authtokens/${id}/edit`, reads: `/credentials/${id}`, heading: `Edit ${description}` };
  },
  loading: "Loading this authtoken",
  tried: "load this authtoken",
  unknown: { path: "/authtokens/cr_nothing/edit", says: /No such authtoken/ },
  shown: (page) => page.getByLabel("Used by"),
});

test("an authtoken is made: a rule's fault at its line, no way out before it was kept or deleted", async ({
  page,
  ownService,
}) => {
  await signIn(page, ownService);
  await page.goto(`${ownService.origin}/authtokens`);
  await page.getByRole("link", { name: "Create authtoken" }).click();
  await expect(page).toHaveTitle("New authtoken · Gatehouse");
  const dialog = page.getByRole("dialog", { name: "New authtoken" });
  await dialog.getByLabel("Used by").fill("Shop edge");
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await dialog.getByLabel("Can serve 1").fill("bind:*.shop.example.com");
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await dialog.getByLabel("Can serve 2").fill("bind:shop.*.com");
  await dialog.getByRole("button", { name: "Create authtoken" }).click();
  await expect(dialog.getByText(/^Rule 2: can have \* only as its whole first part/)).toBeVisible();
  await expect(dialog.getByLabel("Can serve 2")).toBeFocused();
  await expectSound(page, "fault");
  await dialog.getByLabel("Can serve 2").fill(" bind:tcp.example.com:20001 ");
  await dialog.getByRole("button", { name: "Create authtoken" }).click();

  const ceremony = page.getByRole("dialog", { name: "Copy the token of “Shop edge”" });
  const token = await ceremony.getByLabel("Token", { exact: true }).innerText();
  await page.keyboard.press("Escape");
  await page.goBack();
  await expect(ceremony.getByText(/Leaving now would lose the token/)).toBeVisible();
  await expectSound(page, "ceremony");
  const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage, location.href]));
  expect(kept).not.toContain(token);

  const { body } = await call<Listed>(ownService, "GET /credentials");
  const made = body.credentials.find(({ description }) => description === "Shop edge");
  expect(made?.acl).toEqual(["bind:*.shop.example.com", "bind:tcp.example.com:20001"]);
  await ceremony.getByRole("button", { name: "Delete authtoken…" }).click();
  await ceremony.getByRole("button", { name: "Delete authtoken" }).click();
  await expect(ceremony).toBeHidden();
  expect((await call(ownService, `GET /credentials/${made?.id}`)).status).toBe(404);
});

test("a session leads to its authtoken; deleting that tells how many use it, and ends them", async ({
  page,
  ownService,
}) => {
  await connect(page, ownService);
  await row(page, "Sessions", "fra-gw-01").getByRole("link", { name: "fra-gw-01" }).click();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Gateways, hooks/ })
    .click();
  await expect(page).toHaveURL(/\/authtokens\?open=cr_/);
  const panel = page.getByRole("complementary").or(page.getByRole("dialog")).first();
  await expect(panel.getByRole("link", { name: "fra-gw-01" })).toBeVisible();
  await expectSound(page, "panel");
  await page.keyboard.press("Escape");

  const sites = row(page, "Authtokens", "Gateways, hooks");
  await expect(sites).toContainText("5 agents");
  await sites.getByRole("button", { name: /^Actions for Gateways/ }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Delete authtoken/ });
  await expect(dialog).toContainText("5 agents that use it go offline");
  await expect(dialog).toContainText(/-01.*and 2 more/);
  await expect(dialog).toContainText("You can’t undo this");
  await dialog.getByRole("button", { name: "Delete authtoken" }).click();
  await expect(sites).toHaveCount(0);
  await expect(page.getByText(/^Authtoken “Gateways.* deleted$/)).toBeVisible();
  await expect
    .poll(
      async () =>
        (await call<{ tunnel_sessions: [] }>(ownService, "GET /tunnel_sessions")).body.tunnel_sessions.length,
    )
    .toBe(3);
});

test("where the service has no authtokens, the page says so", async ({ page, proxied }) => {
  const body = JSON.stringify({ status_code: 404, msg: "Not Found", details: {} });
  proxied.faults.inject(/^\/api\/credentials/, { kind: "answer", status: 404, body });
  await signIn(page, proxied);
  await page.goto(`${proxied.origin}/authtokens`);
  await expect(page.getByRole("heading", { name: "This service can’t list authtokens" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Create authtoken" })).toHaveCount(0);
  await expectSound(page, "absent");
});
