import { call } from "../fixtures/api.ts";
import { connect } from "../fixtures/console.ts";
import { expectSound } from "../fixtures/look.ts";
import type { RunningService } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";
import { settled } from "../fixtures/settled.ts";

type Stop = { name: string; path: string; heading: string | RegExp };

/** The pages that read no list or object of their own; every other page has its states checked in e2e/pages. */
async function stops(service: RunningService): Promise<Stop[]> {
  const keys = await call<{ keys: { id: string }[] }>(service, "GET /api_keys");
  const key = keys.body.keys.at(-1);
  return [
    { name: "connect", path: "/connect", heading: "Sign in" },
    { name: "key", path: `/keys/${key?.id}`, heading: /./ },
    // Cause: an address with an ID in it was wider than a phone. Law: it wraps.
    { name: "unknown page", path: `/edges/nowhere/${key?.id}`, heading: /./ },
  ];
}

test("pages without states of their own, the dialog of a new key and the palette are sound", async ({
  page,
  service,
}) => {
  await connect(page, service);
  for (const stop of await stops(service)) {
    await page.goto(`${service.origin}${stop.path}`);
    await expect(page.getByRole("heading", { level: 1, name: stop.heading })).toBeVisible();
    await expect(page.getByText("Loading", { exact: true })).toHaveCount(0);
    await settled(page);
    await expectSound(page, stop.name, { every: true });
  }
  // Cause: 41 links of 16 px stood one under the other. Law: each is 24 px high.
  await page.goto(`${service.origin}/event-subscriptions`);
  await page.getByRole("link", { name: /for the SIEM/ }).click();
  await expect(page.getByRole("link", { name: "api_key_created.v0" })).toBeVisible();
  await expectSound(page, "event subscription", { targets: true, axeAt: 360 });
  await page.goto(`${service.origin}/keys/new`);
  await expect(page.getByRole("dialog", { name: "New key" })).toBeVisible();
  await expectSound(page, "new key", { every: true });
  await page.goto(`${service.origin}/sessions`);
  await page.getByRole("button", { name: "Go to…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectSound(page, "palette", { every: true });
});

test("search, filters and sort live in the URL, survive a reload, and garbage in it degrades", async ({
  page,
  service,
}) => {
  await connect(page, service);
  await page.getByRole("link", { name: /outdated/ }).click();
  await page.getByRole("searchbox", { name: "Search sessions" }).fill("fra");
  await expect(page).toHaveURL(/fra/);
  await expect(page.getByText("2 of 24 match")).toBeVisible();
  await page.reload();
  await expect(page.getByText("2 of 24 match")).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Search sessions" })).toHaveValue("fra");
  await page.goto(`${service.origin}/sessions?sort=%00nonsense&region=&q=%E0%A4%A&outdated=perhaps&foo=bar`);
  await expect(page.getByRole("heading", { level: 1, name: "Sessions" })).toBeVisible();
  await expect(page.getByText("24 online")).toBeVisible();
});

test("the theme switch is kept", async ({ page, service }) => {
  await connect(page, service);
  await page.getByRole("button", { name: "Theme: system" }).click();
  await page.getByRole("menuitem", { name: "Dark theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.getByRole("button", { name: "Theme: dark" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("a page that does not exist says so, with status 404; one that does is 200", async ({
  page,
  service,
}) => {
  await connect(page, service);
  for (const path of ["/events/x/y", "/rollouts/x/y", "/activity/x", "/nope"]) {
    const answer = await page.goto(`${service.origin}${path}`);
    expect([path, answer?.status()]).toEqual([path, 404]);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  }
  expect((await page.goto(`${service.origin}/keys/new`))?.status()).toBe(200);
});
