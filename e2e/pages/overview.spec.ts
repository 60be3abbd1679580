import { call } from "../fixtures/api.ts";
import { connect } from "../fixtures/console.ts";
import { listStates } from "../fixtures/page-states.ts";
import { expect, test } from "../fixtures/test.ts";

listStates({
  path: "/",
  heading: "Overview",
  noun: "sessions",
  reads: "/tunnel_sessions",
  teaches: /Start your first agent/,
  content: (page) => page.getByRole("region", { name: "Agents by version" }),
  opens: /\/sessions\?version=/,
});

test("a lost agent, a new key and the agents behind are told, each with its way", async ({
  page,
  ownService,
}) => {
  await connect(page, ownService);
  await page.goto(`${ownService.origin}/`);
  const attention = page.getByRole("region", { name: /^Needs attention/ });
  const figures = page.getByRole("main").locator("dl");
  await expect(figures.getByText("8", { exact: true })).toBeVisible();

  await call(ownService, "POST /api_keys", { description: "made elsewhere" });
  await page.getByRole("button", { name: "Refresh now" }).click();
  const recent = page.getByRole("region", { name: "Recent changes" });
  await expect(recent.getByRole("link", { name: "made elsewhere" })).toBeVisible({ timeout: 20_000 });

  const { body } = await call(ownService, "GET /tunnel_sessions");
  const [victim] = body["tunnel_sessions"] as { id: string }[];
  await call(ownService, `POST /tunnel_sessions/${victim?.id}/stop`, {});
  await expect(attention.getByText(/is gone$/)).toBeVisible({ timeout: 15_000 });

  await attention.getByRole("link", { name: /^Show them: \d+ agents? behind/ }).click();
  await expect(page).toHaveURL(/\/sessions\?behind=yes/);
  await expect(page.getByRole("table", { name: "Sessions" }).locator("tbody tr").first()).toBeVisible();
});
