// Cause: messages about several rules were about their policy alone, so that "3 rules created · Undo: delete 3 rules" stood on once one of
// them was replaced, changed or deleted, and deleted 2. Law: no message outlives what it tells, whichever of the things it tells of changes.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { Component as RulePage } from "#pages/ip-rule/ip-rule-page.tsx";
import { Component as RulesPage } from "#pages/ip-rules/ip-rules-page.tsx";
import { ipPolicies } from "#resources/ip-policies.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { href, paths } from "#resources/paths.ts";
import { writesOf } from "#resources/writes.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./ip-rules-paste-page.tsx";

connectedService();

type View = ReturnType<typeof renderInApp>;

const said = () =>
  [...screen.getByRole("region", { name: "Messages" }).firstElementChild!.children].map(
    (one) => one.textContent,
  );

/** Three rules added to a new policy, and the page of the one that denies opened: the message has their undo. */
async function added(description: string) {
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description });
  const view = renderInApp(null, {
    path: href.ipPolicyPaste(id),
    routes: [
      { path: paths.ipPolicyPaste, Component },
      { path: paths.ipRule, Component: RulePage },
      { path: paths.ipRules, Component: RulesPage },
    ],
  });
  await view.user.click(await screen.findByLabelText("Lines"));
  await view.user.paste("192.0.2.0/25\n192.0.2.128/25\ndeny 192.0.2.9");
  await view.user.click(screen.getByRole("button", { name: "Create 3 rules" }));
  await screen.findByText("3 of 3 created.");
  const rules = await createQueryClient().fetchQuery(ipRules.query);
  const one = rules.find(({ ip_policy, action }) => ip_policy.id === id && action === "deny");
  await view.router.navigate(href.ipRule(one?.id ?? ""));
  await screen.findByLabelText("Range");
  await waitFor(() => expect(said()).toEqual([`3 rules created in ${description}Undo: delete 3 rules`]));
  return view;
}

async function replace({ user }: View) {
  await user.click(screen.getByRole("button", { name: "Change action or policy…" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("radio", { name: "Allow" }));
  await user.click(await dialog.findByRole("button", { name: "Replace rule" }));
  await screen.findByText("Rule replaced: now allow 192.0.2.9/32");
}

async function edit({ user }: View) {
  await user.type(screen.getByLabelText("Description"), "gate");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/saved$/, { selector: "output span" });
}

async function remove({ user }: View) {
  await user.click(screen.getByRole("button", { name: "Delete…" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(await dialog.findByRole("button", { name: "Delete rule" }));
  await screen.findByText(/^Rule .* deleted$/);
}

async function removeTwo({ user, router }: View, name: string) {
  await router.navigate(href.ipRules(`?view=table&policy=${name}`));
  for (const cidr of ["192.0.2.0/25", "192.0.2.9/32"])
    await user.click(await screen.findByRole("checkbox", { name: `Select ${cidr}` }));
  await user.click(await screen.findByRole("button", { name: "Delete 2…" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete 2 rules" }));
  await screen.findByText(`2 rules deleted from ${name}`);
}

it.each([
  ["Moors", replace],
  ["Heaths", edit],
  ["Fells", remove],
  ["Dales", removeTwo],
])("the undo of a bulk add goes once one of its rules is another: %s", async (name, change) => {
  const view = await added(name);
  await change(view, name);
  await waitFor(() => expect(said()).toEqual([expect.not.stringContaining("3 rules")]));
});

it("the undo of a replacement goes once the new rule is deleted", async () => {
  const view = await added("Marshes");
  await replace(view);
  await screen.findByRole("heading", { name: "allow 192.0.2.9/32" });
  await remove(view);
  await waitFor(() => expect(said()).toEqual(["Rule allow 192.0.2.9/32 deletedUndo"]));
});
