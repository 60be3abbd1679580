import { signIn } from "../fixtures/console.ts";
import { expectSound } from "../fixtures/look.ts";
import { listStates } from "../fixtures/page-states.ts";
import { expect, test } from "../fixtures/test.ts";

listStates({
  path: "/ip-rules",
  heading: "IP rules",
  noun: "IP rules",
  reads: "/ip_policy_rules",
  teaches: /A rule allows or denies a range of source addresses/,
  opens: /\/ip-policies\/ipp_/,
});

test("/ip-rules: an address is tried against every policy; suggestions lead to their rules", async ({
  page,
  proxied,
}) => {
  await signIn(page, proxied);
  await page.goto(`${proxied.origin}/ip-rules`);
  await page.getByLabel("Source address").fill("203.0.113.57");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/address=203\.0\.113\.57/);
  const verdicts = page.getByRole("list", { name: "Results for 203.0.113.57" });
  const of = (policy: string) => verdicts.getByRole("listitem").filter({ hasText: policy });
  await expect(of("Office and VPN")).toContainText("Blocked");
  await expect(of("Office and VPN")).toContainText("Denied by 203.0.113.57/32, over 1 allow rule");
  await expect(of("Carrier partners")).toContainText("Allowed");
  await expect(page.getByText(/An address is allowed when/)).toBeVisible();
  await page.getByLabel("Combine Carrier partners").check();
  await page.getByLabel("Combine Office and VPN").check();
  const together = page.getByRole("status").filter({ hasText: "These 2 policies together" });
  await expect(together).toContainText("Denied by 203.0.113.57/32, over 2 allow rules");
  const rows = page.getByRole("table", { name: "IP rules" }).getByRole("row");
  await expect(rows.filter({ hasText: "203.0.113.57/32" })).toContainText("matches");
  await expect(rows.filter({ hasText: "198.51.100.16/28" })).not.toContainText("matches");
  await expect(rows.filter({ hasText: "203.0.113.64/26" })).toContainText("redundant");
  await expectSound(page, "an address tried");

  await page.getByLabel("Source address").fill("::ffff:203.0.113.57");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/IPv4 written as IPv6\. Tested as/)).toBeVisible();
  await page.getByLabel("Source address").fill("203.0.113");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Invalid IP address. Example: 203.0.113.57")).toBeVisible();
  await page.getByRole("link", { name: "Show allow 0.0.0.0/0" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "allow 0.0.0.0/0" })).toBeVisible();
});

test("/ip-rules: search and filters live in the URL, arrow keys move between rules, the table view sorts", async ({
  page,
  proxied,
}) => {
  await signIn(page, proxied);
  await page.goto(`${proxied.origin}/ip-rules?action=deny&finding=nonsense%00&sort=-nothing`);
  await expect(page.getByText("No IP rules match.")).toBeVisible();
  await page.goto(`${proxied.origin}/ip-rules?q=frankfurt`);
  await expect(page.getByText(/^2 of \d+ match$/)).toBeVisible();
  await page.getByRole("link", { name: "203.0.113.0/24" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "203.0.113.64/26" })).toBeFocused();
  await page.getByText("Table", { exact: true }).click();
  await expect(page).toHaveURL(/view=table/);
  await page.getByRole("searchbox", { name: "Search IP rules" }).fill("");
  await page.getByRole("button", { name: "Range", exact: true }).click();
  const first = page.getByRole("table", { name: "IP rules" }).locator("tbody").getByRole("link").first();
  await expect(first).toHaveText("0.0.0.0/0");
  await page.getByRole("button", { name: "Range", exact: true }).click();
  await expect(first).toHaveText("2001:db8:42::/48");
  await expectSound(page, "table");
});
