// Cause: a line whose range another tab had added was refused in the words of the API, with a retry that could not help; and the undo
// of a rule that was deleted and added again elsewhere said "Deleted" of a range that was there. Law: what came of each line is said
// as it is, with the way to what stands there.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { createQueryClient } from "#api/query-client.ts";
import { createIpRule, ipRules } from "#resources/ip-rules.ts";
import { ipPolicies } from "#resources/ip-policies.ts";
import { href, paths } from "#resources/paths.ts";
import { writesOf } from "#resources/writes.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./ip-rules-paste-page.tsx";

connectedService();

/** A new policy, and its page with lines of two ranges. */
async function opened() {
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Yard" });
  const view = renderInApp(null, {
    path: href.ipPolicyPaste(id),
    routes: [{ path: paths.ipPolicyPaste, Component }],
  });
  await view.user.click(await screen.findByLabelText("Lines"));
  await view.user.paste("192.0.2.0/25\n192.0.2.128/25");
  const create = await screen.findByRole("button", { name: "Create 2 rules" });
  const add = (cidr: string, action: "allow" | "deny" = "allow") =>
    createIpRule({ ip_policy_id: id, action, cidr }, new Set());
  const lines = () =>
    within(screen.getByRole("list", { name: "Results by line" }))
      .getAllByRole("listitem")
      .map((line) => ({
        text: line.textContent,
        rule: within(line).queryByRole("link", { name: "Open rule in a new tab" })?.getAttribute("href"),
      }));
  return { ...view, create, add, lines };
}

it("says that a range was added elsewhere meanwhile, and leads to its rule", async () => {
  const { user, create, add, lines } = await opened();
  const { id } = await add("192.0.2.0/25");
  await user.click(create);
  await screen.findByText("1 of 2 created, 1 already there.");
  expect(screen.queryByRole("button", { name: /^Retry|^Continue/ })).toBeNull();
  const [first, second] = lines();
  expect(first).toEqual({
    text: "1allow 192.0.2.0/25This policy has this range already. Open ruleAlready there",
    rule: href.ipRule(id),
  });
  expect(second?.text).toMatch(/Created$/);
});

// Cause: an allow whose range had been denied elsewhere meanwhile was "Already there": it read as if it were in force. Law: a rule of
// the other action is a conflict, in the results as in the plan.
it("says that the range was given the other action elsewhere meanwhile", async () => {
  const { user, create, add, lines } = await opened();
  const { id } = await add("192.0.2.0/25", "deny");
  await user.click(create);
  await screen.findByText("1 of 2 created, 1 conflicting.");
  expect(screen.queryByRole("button", { name: /^Retry|^Continue/ })).toBeNull();
  expect(lines()[0]).toEqual({
    text: "1allow 192.0.2.0/25This policy already denies it. Change that rule’s action instead. Open ruleConflict",
    rule: href.ipRule(id),
  });
});

it("says after an undo what was deleted before, and what is there again", async () => {
  const { user, create, add, lines } = await opened();
  await user.click(create);
  await screen.findByText("2 of 2 created.");
  const rules = (
    await request<{ ip_policy_rules: { id: string; cidr: string }[] }>({ method: "GET", path: ipRules.path })
  ).ip_policy_rules;
  await request({
    method: "DELETE",
    path: ipRules.pathOf(rules.find(({ cidr }) => cidr === "192.0.2.0/25")!.id),
  });
  const { id } = await add("192.0.2.0/25");
  await user.click(screen.getByRole("button", { name: "Undo: delete 2 rules" }));
  await screen.findByText("Undone: 1 rule deleted, 1 already replaced or deleted.");
  await screen.findByText(/In this policy again\./);
  const [first, second] = lines();
  expect(first?.text).toMatch(/Already deleted$/);
  expect(first?.rule).toBe(href.ipRule(id));
  expect(second?.text).toMatch(/128\/25Deleted$/);
});

// Cause: lines were created on while "Leave without saving?" stood, so that its answer was about others by then. Law: while a question
// stands, nothing that it asks about happens.
it("creates no further line while it is asked whether to leave, and goes on once that is answered", async () => {
  const { user, router } = await opened();
  const count = async () =>
    (await request<{ ip_policy_rules: object[] }>({ method: "GET", path: ipRules.path })).ip_policy_rules
      .length;
  const before = await count();
  await user.click(screen.getByLabelText("Lines"));
  await user.paste(`\n${Array.from({ length: 22 }, (_, n) => `198.51.100.${n}`).join("\n")}`);
  await user.click(await screen.findByRole("button", { name: "Create 24 rules" }));
  void router.navigate(href.keys());
  await screen.findByRole("dialog", { name: "Leave without saving?" });
  // The one under way may still come.
  await count();
  const held = await count();
  for (let time = 0; time < 10; time += 1) expect(await count()).toBe(held);
  expect(held - before).toBeLessThan(24);
  await user.click(screen.getByRole("button", { name: "Stay" }));
  await screen.findByText("24 of 24 created.");
});

// Cause: a bad line was only counted, "1 invalid", and had to be looked for among the others. Law: what is wrong with a line is said
// with its number where it is typed.
it("says under the field which line is invalid and why, and where others are", async () => {
  const { user } = await opened();
  const field = screen.getByLabelText("Lines");
  const said = () => document.getElementById(field.getAttribute("aria-describedby")!.split(" ")[0]!);
  expect(said()?.textContent).toBe("");
  await user.click(field);
  await user.paste("\n# remark\n10.0.0.300/8");
  const why =
    "Line 4: “10.0.0.300/8”: an IPv4 address has four numbers from 0 to 255, without leading zeros. Example: 203.0.113.0/24";
  await waitFor(() => expect(said()?.textContent).toBe(why));
  await user.paste("\nhq\n192.0.2.0/26\nlab");
  await waitFor(() => expect(said()?.textContent).toBe(`${why}\nAlso invalid: lines 5, 7`));
});
