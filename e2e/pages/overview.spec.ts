import { call } from "../fixtures/api.ts";
import { signIn } from "../fixtures/console.ts";
import { listStates } from "../fixtures/page-states.ts";
import { expect, test } from "../fixtures/test.ts";

listStates({
  path: "/",
  heading: "Overview",
  noun: "sessions",
  reads: "/tunnel_sessions",
  teaches: /No agent is online/,
  content: (page) => page.getByRole("region", { name: "Agents" }),
  opens: /\/sessions\?(version|outdated)=/,
});

test("a lost agent, a new key and outdated agents are shown, each with its fix", async ({
  page,
  ownService,
}) => {
  await signIn(page, ownService);
  await page.goto(`${ownService.origin}/`);
  const attention = page.getByRole("region", { name: /^Needs attention/ });
  await expect(page.getByRole("link", { name: "8 agents online" })).toBeVisible();

  await call(ownService, "POST /api_keys", { description: "made elsewhere" });
  await page.getByRole("button", { name: "Refresh now" }).click();
  const recent = page.getByRole("region", { name: "Recent changes" });
  await expect(recent.getByRole("link", { name: "made elsewhere" })).toBeVisible({ timeout: 20_000 });

  const { body } = await call(ownService, "GET /tunnel_sessions");
  const [victim] = body["tunnel_sessions"] as { id: string }[];
  await call(ownService, `POST /tunnel_sessions/${victim?.id}/stop`, {});
  await expect(attention.getByText(/is offline$/)).toBeVisible({ timeout: 15_000 });

  await attention.getByRole("button", { name: /^Update… \d+ agents? can be updated/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Update .*\?$/ });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page
    .getByRole("region", { name: "Agents" })
    .getByRole("link", { name: /\d outdated/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/sessions\?outdated=yes/);
  await expect(page.getByRole("table", { name: "Sessions" }).locator("tbody tr").first()).toBeVisible();
});

// Cause: the page took lists that could not be read for empty ones, and no agent for nothing to show.
// Law: what needs attention first; a failed refresh is shown with its cause.
test("a list that can’t be read is no all-clear, and without agents the rest stays", async ({
  page,
  proxied,
}) => {
  proxied.faults.inject(/ip_policy_rules/, {
    kind: "answer",
    status: 500,
    body: '{"error_code":"ERR_GATEHOUSE_9005","status_code":500,"msg":"The service failed.","details":{}}',
  });
  proxied.faults.inject(/tunnel_sessions/, {
    kind: "answer",
    status: 200,
    body: '{"tunnel_sessions":[],"uri":"","next_page_uri":null}',
  });
  await signIn(page, proxied);
  await page.goto(`${proxied.origin}/`);
  const attention = page.getByRole("region", { name: /^Needs attention/ });
  await expect(attention.getByText("Could not load IP rules")).toBeVisible();
  await attention.getByText("Details", { exact: true }).click();
  await expect(attention.getByText("ERR_GATEHOUSE_9005")).toBeVisible();
  await expect(attention.getByText(/^Nothing needs attention/)).toHaveCount(0);
  await expect(page.getByText("No agent is online.", { exact: true })).toBeVisible();
  proxied.faults.clear();
  await attention.getByRole("button", { name: "Try again" }).click();
  await expect(attention.getByText(/is open to everyone$/)).toBeVisible();
});
