import { connect } from "../fixtures/console.ts";
import { expectSound } from "../fixtures/look.ts";
import { listStates } from "../fixtures/page-states.ts";
import { expect, test } from "../fixtures/test.ts";

listStates({
  path: "/ip-policies",
  heading: "IP policies",
  noun: "IP policies",
  reads: "/ip_policies",
  teaches: /An IP policy is a set of rules/,
  opens: /\/ip-policies\/ipp_/,
});

test("/ip-policies: of a service without IP policies those that rules name are shown, and their rules", async ({
  page,
  proxied,
}) => {
  await connect(page, proxied);
  const body = JSON.stringify({ status_code: 404, msg: "Not Found", details: { path: "/ip_policies" } });
  proxied.faults.inject(/^\/api\/ip_policies/, { kind: "answer", status: 404, body });
  await page.goto(`${proxied.origin}/ip-policies`);
  await expect(page.getByText("This service does not list IP policies.")).toBeVisible();
  const links = page.getByRole("table", { name: "IP policies" }).locator("tbody").getByRole("link");
  await expect(links).toHaveCount(4);
  await expect(page.getByRole("link", { name: "Create IP policy" })).toHaveCount(0);
  await expectSound(page, "named by rules");
  await links.first().click();
  await expect(page.getByText("This service does not show IP policies.")).toBeVisible();
  await expect(
    page.getByRole("region", { name: /Rules/ }).getByRole("link", { name: /\// }).first(),
  ).toBeVisible();
});
