import { connect, select, signIn } from "../fixtures/console.ts";
import { expectSound } from "../fixtures/look.ts";
import { expect, test } from "../fixtures/test.ts";

const FAULT = { error_code: "ERR_GATEHOUSE_9005", status_code: 500, msg: "The service failed." };
// Cause: the reason of a long word did not break, so the page was wider than a narrow window. Law: nothing is wider than 360 px.
const NONSENSE = `nonsense-${"a-long-host-name".repeat(4)}.example`;
const LINES = `# offices
192.0.2.128/25 Lyon
198.51.100.16/28
deny 192.0.2.0/25
10.20.1.7/16
10.20.0.0/16
${NONSENSE}`;

test("/ip-rules/paste: loading, error, stale, and a plan line by line, sound in each", async ({
  page,
  proxied,
}) => {
  const rules = /^\/api\/ip_policy_rules\?/;
  await connect(page, proxied);
  proxied.faults.inject(rules, { kind: "hold" }, "GET");
  await page.goto(`${proxied.origin}/ip-rules/paste`);
  await expect(page.getByRole("status", { name: "Loading IP rules" })).toBeVisible();
  await expectSound(page, "loading");
  proxied.faults.clear();
  await expect(page.getByLabel("Lines", { exact: true })).toBeVisible();
  await expectSound(page, "empty");

  proxied.faults.inject(rules, { kind: "answer", status: 500, body: JSON.stringify(FAULT) }, "GET");
  await page.getByLabel("Lines", { exact: true }).fill(LINES);
  await page.getByRole("button", { name: "Refresh now" }).click();
  await expect(page.getByText("The service failed.", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Lines", { exact: true })).toHaveValue(LINES);
  await expectSound(page, "stale");
  proxied.faults.clear();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("The service failed.", { exact: true })).toHaveCount(0);

  await expect(
    page.locator("[data-bottom-bar] [aria-live]").getByText("Choose a policy first"),
  ).toBeVisible();
  await select(page, "Policy").selectOption({ label: "Carrier partners" });
  await expect(page.getByText("2 new, 1 already there, 1 conflicting, 1 repeated, 1 invalid")).toBeVisible();
  const plan = page.getByRole("list", { name: "Plan by line" }).getByRole("listitem");
  await expect(plan).toContainText([
    /2.*allow 192\.0\.2\.128\/25.*Lyon.*New/,
    /3.*198\.51\.100\.16\/28.*Already in this policy.*Already there/,
    /4.*deny 192\.0\.2\.0\/25.*Change that rule’s action instead.*Conflict/,
    /5.*allow 10\.20\.0\.0\/16.*Changed to 10\.20\.0\.0\/16, since host bits were set.*New/,
    /6.*Same as line 5.*Repeated/,
    /7.*nonsense.*not an IP range.*Invalid/,
  ]);
  await expectSound(page, "plan");
});

test("/ip-rules/paste: what was pasted is not left without a word", async ({ page, proxied }) => {
  await signIn(page, proxied);
  await page.goto(`${proxied.origin}/ip-rules/paste`);
  await page.getByLabel("Lines", { exact: true }).fill("192.0.2.128/25");
  await page.getByRole("link", { name: "Keys" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("the pasted lines");
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Lines", { exact: true })).toHaveValue("192.0.2.128/25");
});
