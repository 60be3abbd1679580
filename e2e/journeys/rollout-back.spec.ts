// Cause: Back from a rollout led past the filtered list that it was asked from, and those that it had updated were gone from there.
// Law: who comes back finds what was there, and what came of it.
import { connect, row } from "../fixtures/console.ts";
import { expect, test } from "../fixtures/test.ts";

test.use({ agents: 24 });

test("Back from a rollout finds the outdated agents that it updated", async ({ page, ownService }) => {
  await connect(page, ownService);
  await page.getByRole("link", { name: /outdated$/ }).click();
  const agents = ["ams-scan-01", "bom-scan-01"];
  for (const name of agents)
    await row(page, "Sessions", name)
      .getByRole("checkbox", { name: `Select ${name}` })
      .check();
  await page.getByRole("button", { name: "Update and restart…" }).click();
  for (const field of ["Canary", "Pause between batches"]) await page.getByLabel(field).fill("0");
  await page.getByRole("button", { name: "Update and restart 2 agents" }).click();
  await expect(page).toHaveURL(/\/rollouts\/ro_/);
  await expect(page.getByText("2 done")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/sessions\?outdated=yes/);
  for (const name of agents) await expect(row(page, "Sessions", name)).toBeVisible();
});
