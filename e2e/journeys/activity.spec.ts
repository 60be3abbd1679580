import { call } from "../fixtures/api.ts";
import { signIn } from "../fixtures/console.ts";
import { expectSound } from "../fixtures/look.ts";
import { expect, test } from "../fixtures/test.ts";
import { settled } from "../fixtures/settled.ts";

const AT_ONCE_MS = 1000;

test("a change by a script is in the open page within a second, with from and to, and is reverted there", async ({
  page,
  ownService: service,
}) => {
  type Policy = { id: string; description: string };
  const { body: policy } = await call<Policy>(service, "POST /ip_policies", { description: "office" });
  await signIn(page, service);
  const streams = page.waitForResponse(/\/event_stream/);
  await page.goto(`${service.origin}/activity`);
  await expect(page.getByText("created IP policy office")).toBeVisible();
  await streams;
  await settled(page);
  await expectSound(page, "activity", { every: true });

  const sent = Date.now();
  await call(service, `PATCH /ip_policies/${policy.id}`, { description: "offices" });
  const line = page.getByRole("button", { name: "Details of updated IP policy offices" });
  await expect(line).toBeVisible({ timeout: AT_ONCE_MS });
  expect(Date.now() - sent).toBeLessThan(2 * AT_ONCE_MS);
  const change = page.getByRole("listitem").filter({ has: line });
  // Cause: a line opened by its time alone. Law: it opens wherever it is clicked, but for its link.
  await change.getByText("You", { exact: true }).click({ force: true });
  await expect(change.getByText("was office")).toBeVisible();
  await expect(change.getByText("became offices")).toBeVisible();
  await expectSound(page, "activity, opened", { every: true });

  await change.getByRole("button", { name: "Revert…" }).click();
  const dialog = page.getByRole("dialog", { name: "Revert this change of offices?" });
  await expect(dialog.getByText("will be office")).toBeVisible();
  await dialog.getByRole("button", { name: "Revert" }).click();
  await expect(page.getByText("Change of offices reverted")).toBeVisible();
  expect((await call<Policy>(service, `GET /ip_policies/${policy.id}`)).body.description).toBe("office");
  await expect(
    page.getByRole("button", { name: "Details of updated IP policy office", exact: true }),
  ).toBeVisible();

  await change.getByRole("link", { name: "ip_policy_updated.v0" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "ip_policy_updated.v0" })).toBeVisible();
  await settled(page);
  await expectSound(page, "event type", { every: true });
  await page.goto(`${service.origin}/events?q=conn.server_port`);
  await expect(page.getByRole("link", { name: "tcp_connection_closed.v0" })).toBeVisible();
  await expect(page.getByRole("link", { name: "api_key_created.v0" })).toHaveCount(0);
  await settled(page);
  await expectSound(page, "event types", { every: true });
});

// Cause: links below each other in a change were 16 px apart. Law: a finger hits the link it means.
test("links to what a change names are far enough apart, in its details and before it is reverted", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  await page.goto(`${service.origin}/activity`);
  await page.getByRole("button", { name: /^Details of changed backend on route .*\/reports$/ }).click();
  const change = page.getByRole("listitem").filter({ has: page.getByText("became ") });
  await expect(change.getByRole("link", { name: "Gateways of all sites" })).toBeVisible();
  await expect(change.getByRole("link", { name: "Invoices, moving to the new site" })).toBeVisible();
  await expectSound(page, "a changed backend", { axeAt: 360, targets: true });
  await change.getByRole("button", { name: "Revert…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Revert this change of / });
  await expect(dialog.getByRole("link", { name: "Gateways of all sites" })).toBeVisible();
  await expectSound(page, "its revert", { axeAt: 360, targets: true });
});
