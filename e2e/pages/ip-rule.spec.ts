import { call } from "../fixtures/api.ts";
import { select, signIn } from "../fixtures/console.ts";
import { expectSound } from "../fixtures/look.ts";
import { detailStates } from "../fixtures/page-states.ts";
import { expect, type Proxied, test } from "../fixtures/test.ts";

/** A rule of the demo account by its range. */
async function ruleAt(service: Pick<Proxied, "origin" | "key">, cidr: string) {
  const { body } = await call<{ ip_policy_rules: { id: string; cidr: string }[] }>(
    service,
    "GET /ip_policy_rules",
  );
  const rule = body.ip_policy_rules.find((one) => one.cidr === cidr);
  if (!rule) throw new Error(`No rule ${cidr}.`);
  return rule;
}

detailStates("an IP rule", {
  find: async (service) => {
    const { id } = await ruleAt(service, "203.0.113.57/32");
    return { path: `/ip-rules/${id}`, reads: `/ip_policy_rules/${id}`, heading: "deny 203.0.113.57/32" };
  },
  loading: "Loading this rule",
  tried: "load this rule",
  unknown: { path: "/ip-rules/ipr_nothing", says: /may have been deleted/ },
  shown: (page) => page.getByLabel("Range"),
});

test("an IP rule: the plan of a replacement is told in words, in both orders", async ({ page, proxied }) => {
  const { id } = await ruleAt(proxied, "203.0.113.57/32");
  await signIn(page, proxied);
  await page.goto(`${proxied.origin}/ip-rules/${id}?replace`);
  const dialog = page.getByRole("dialog");
  const steps = dialog.getByRole("region", { name: "What will happen" }).getByRole("listitem");
  // It starts from what the rule is: nothing is planned yet.
  await expect(dialog.getByRole("radio", { name: "Deny" })).toBeChecked();
  await dialog.getByText("Allow", { exact: true }).click();
  await expect(steps).toContainText(["Delete deny 203.0.113.57/32", "Create allow 203.0.113.57/32"]);
  await expect(dialog.getByText(/A policy can hold a range only once/)).toBeVisible();
  await select(dialog, "Policy").selectOption({ label: "Carrier partners" });
  await expect(steps).toContainText([
    "Create allow 203.0.113.57/32 in Carrier partners",
    "Delete deny 203.0.113.57/32 in Office and VPN",
  ]);
  await expect(dialog.getByText(/Office and VPN no longer denies these addresses/)).toBeVisible();
  await expectSound(page, "replacement");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});
