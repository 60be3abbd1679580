import type { Page } from "@playwright/test";
import { REF_KINDS, type ModuleContract, type ModuleOwner } from "#contract/modules/module-contract.ts";
import { MODULES } from "#modules/registry.ts";
import { testCertificate } from "#service/testing/test-certificate.ts";
import { call } from "../fixtures/api.ts";
import { signIn } from "../fixtures/console.ts";
import { expectSound } from "../fixtures/look.ts";
import type { RunningService } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";
import { pressUndo } from "../fixtures/undo.ts";
import { settled } from "../fixtures/settled.ts";

/** Makes an owner for a module, and answers its path, in the console and in the API alike. */
async function makeOwner(service: RunningService, owner: ModuleOwner): Promise<string> {
  const protocol = owner === "tlsEdge" ? "tls" : owner === "tcpEdge" ? "tcp" : "https";
  const edge = await call<{ id: string }>(service, `POST /edges/${protocol}`, {});
  const path = `/edges/${protocol}/${edge.body.id}`;
  if (owner !== "route") return path;
  const body = { match_type: "path_prefix", match: "/dispatch" };
  const route = await call<{ id: string }>(service, `POST ${path}/routes`, body);
  return `${path}/routes/${route.body.id}`;
}

/** The example of a contract, with what it names made for it. */
async function exampleOf(service: RunningService, { names, example }: ModuleContract): Promise<object> {
  const body = example as Record<string, unknown>;
  if (!names) return body;
  const needs = {
    ipPolicy: {},
    certificateAuthority: { ca_pem: await testCertificate() },
    tunnelGroupBackend: { labels: { app: "dispatch" } },
  }[names.resource];
  const made = await call<{ id: string }>(service, `POST ${REF_KINDS[names.resource].path}`, needs);
  const { id } = made.body;
  return { ...body, [names.field]: Array.isArray(body[names.field]) ? [id] : id };
}

/** One browser on the page of a circuit breaker. */
async function openBreaker(page: Page, service: RunningService, path: string) {
  const form = page.getByRole("form", { name: "Circuit breaker" });
  await signIn(page, service);
  await page.goto(service.origin + path);
  await expect(form.getByLabel("Apply to traffic")).toBeVisible();
  return {
    /** What every control holds, in the order they stand in. */
    held: () =>
      form.evaluate((element) =>
        [...element.querySelectorAll<HTMLInputElement>("[data-field] input")].map((one) =>
          one.type === "checkbox" ? one.checked : one.value,
        ),
      ),
    fill: (label: string, text: string) => form.getByLabel(label).fill(text),
    save: async () => {
      await form.getByRole("button", { name: "Save", exact: true }).click();
      // A button that is busy is off too, so its reason is what tells.
      await expect(form.getByText("Nothing changed", { exact: true }).first()).toBeVisible();
    },
  };
}

// What a form of each kind does is tested without a browser (src/modules/every-kind.test.tsx): here one, through Chromium.
test("a module is set, kept over a reload, changed in one field, undone and removed", async ({
  page,
  service,
}) => {
  const path = `${await makeOwner(service, "route")}/circuit_breaker`;
  const toast = (text: string) => page.getByRole("status").filter({ hasText: text });
  const read = async () => (await call(service, `GET ${path}`)).body;
  const editor = await openBreaker(page, service, path);
  await editor.fill("Rolling window", "20");
  await editor.save();
  const before = await read();
  expect(before).toMatchObject({ enabled: true, rolling_window: 20, num_buckets: 10 });
  const held = await editor.held();
  await page.reload();
  await expect.poll(editor.held).toEqual(held);

  await editor.fill("Rolling window", "45");
  await editor.save();
  expect(await read()).toMatchObject({ rolling_window: 45 });
  await pressUndo(page);
  await expect(toast("Undone: ")).toBeVisible();
  expect(await read()).toEqual(before);
  await expect.poll(editor.held).toEqual(held);

  await page.getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove Circuit breaker" }).click();
  await expect(toast(" removed from ")).toBeVisible();
  expect((await call(service, `GET ${path}`)).status).toBe(404);
});

test("another browser changes a module meanwhile, and the first loses nothing", async ({
  browser,
  page,
  service,
}) => {
  const path = `${await makeOwner(service, "route")}/circuit_breaker`;
  const first = await openBreaker(page, service, path);
  await first.fill("Rolling window", "20");
  await first.save();
  await first.fill("Rolling window", "45");

  const other = await browser.newPage();
  const second = await openBreaker(other, service, path);
  await second.fill("Buckets", "12");
  await second.save();
  await other.close();

  await first.save();
  const { body } = await call(service, `GET ${path}`);
  expect(body).toMatchObject({ rolling_window: 45, num_buckets: 12 });
});

for (const { name, kind, title, owners, contract } of MODULES)
  test(`the form of ${name} is sound`, async ({ page, service }) => {
    const path = `${await makeOwner(service, owners[0])}/${kind}`;
    const body = await exampleOf(service, contract as unknown as ModuleContract);
    expect((await call(service, `PUT ${path}`, body)).status).toBe(200);
    await signIn(page, service);
    await page.goto(service.origin + path);
    const form = page.getByRole("form", { name: title });
    await expect(form.getByLabel("Apply to traffic")).toBeVisible();
    await settled(page);
    await expectSound(page, title, { axeAt: 360 });
  });
