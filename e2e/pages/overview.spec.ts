import { call } from "../fixtures/api.ts";
import { signIn } from "../fixtures/console.ts";
import { sessionOf } from "../fixtures/demo.ts";
import { expectSound } from "../fixtures/look.ts";
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
  await expect(recent.getByRole("link", { name: "made elsewhere" })).toBeVisible();

  const { body } = await call(ownService, "GET /tunnel_sessions");
  const [victim] = body["tunnel_sessions"] as { id: string }[];
  await call(ownService, `POST /tunnel_sessions/${victim?.id}/stop`, {});
  await expect(attention.getByText(/is offline$/)).toBeVisible();

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

// Cause: on a narrow screen the links above the versions were 16 px high and as far apart. Law: a finger hits the link it means.
test("links to agents by what is known of their version are far enough apart at 360 px", async ({
  page,
  proxied,
}) => {
  const unreleased = await sessionOf(proxied, "iad-batch-01");
  const unknown = await sessionOf(proxied, "fra-gw-01");
  const { body } = await call(proxied, "GET /tunnel_sessions");
  const versions = { [unreleased.id]: "0.1.0", [unknown.id]: "" };
  const sessions = (body["tunnel_sessions"] as { id: string; agent_version: string }[]).map((one) => ({
    ...one,
    agent_version: versions[one.id] ?? one.agent_version,
  }));
  proxied.faults.inject(/tunnel_sessions/, {
    kind: "answer",
    status: 200,
    body: JSON.stringify({ ...body, tunnel_sessions: sessions }),
  });
  await signIn(page, proxied);
  await page.goto(`${proxied.origin}/`);
  const agents = page.getByRole("region", { name: "Agents" });
  await expect(agents.getByRole("link", { name: "1 can’t be updated here" })).toBeVisible();
  await expect(agents.getByRole("link", { name: "1 of unknown version" })).toBeVisible();
  await expectSound(page, "overview", { axeAt: 360, targets: true });
});

// Cause: a second browser went on offering an update that its agent had refused. Law: what an agent says of updates decides in every
// browser, in an open page too.
test("an update that was refused elsewhere is told, and not offered again", async ({ page, ownService }) => {
  const { id } = await sessionOf(ownService, "iad-batch-01");
  await signIn(page, ownService);
  const stream = page.waitForResponse(/\/event_stream/);
  await page.goto(`${ownService.origin}/`);
  const attention = page.getByRole("region", { name: /^Needs attention/ });
  await expect(attention.getByText(/agents can be updated$/)).toBeVisible();
  await stream;
  const { status } = await call(ownService, `POST /tunnel_sessions/${id}/update`, {});
  expect(status).toBe(409);
  const recent = page.getByRole("region", { name: "Recent changes" });
  await expect(recent.getByText("You tried to update iad-batch-01: Updates off.")).toBeVisible();
  await expect(attention.getByText("iad-batch-01: Updates off")).toBeVisible();
  await page.goto(`${ownService.origin}/sessions/${id}`);
  await expect(page.getByText("Sent by a rollout, another browser or the API.")).toBeVisible();
  const update = page.getByRole("button", { name: /^Update to/ });
  await expect(update).toHaveAttribute("aria-disabled", "true");
});
