// Cause: leaving the page forgot its runs, since a message had their undo: Back from the rule of a result opened an empty form, and
// nothing said which line had been invalid. Law: Back shows what a reload does, and what was done is told once.
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { forgetKnown } from "#fleet/last-known.ts";
import { ipPolicies } from "#resources/ip-policies.ts";
import { href, paths } from "#resources/paths.ts";
import { writesOf } from "#resources/writes.ts";
import { connectedService } from "#testing/connected-app.ts";
import { startFaultyService } from "#testing/faults.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./ip-rules-paste-page.tsx";

connectedService();
afterEach(forgetKnown);

const LINES = "10.61.0.0/16 A\n10.62.0.0/33 B\n10.63.0.0/16 C";
const SAID = "2 of 2 created. 1 line skipped: 1 invalid (line 2).";

const policy = (description: string) => writesOf(createQueryClient(), ipPolicies).create({ description });
const field = () => screen.findByLabelText<HTMLTextAreaElement>("Lines");

/** The bulk add of a new policy, opened from its page, with lines. */
async function pasted(description: string, lines = LINES) {
  const { id } = await policy(description);
  const view = renderInApp(null, {
    path: href.ipPolicy(id),
    routes: [
      { path: paths.ipPolicyPaste, Component },
      { path: paths.ipPolicy, element: "The policy" },
      { path: paths.ipRule, element: "The rule" },
    ],
  });
  const to = (path: string) => act(() => view.router.navigate(path));
  const back = () => act(() => view.router.navigate(-1));
  await to(href.ipPolicyPaste(id));
  await view.user.click(await field());
  await view.user.paste(lines);
  return { ...view, id, to, back };
}

/** The same, its rules created and that of the first result opened. */
async function left(description: string) {
  const view = await pasted(description);
  await view.user.click(await screen.findByRole("button", { name: "Create 2 rules" }));
  await screen.findByText(SAID);
  await view.user.click(await screen.findByRole("link", { name: "10.61.0.0/16" }));
  await screen.findByText("The rule");
  await screen.findByText(`2 rules created in ${description}`);
  return view;
}

it("shows the results on the way back, with their lines and their undo, and no message beside them", async () => {
  const { user, back } = await left("Payments");
  await back();
  await screen.findByText(SAID);
  await waitFor(() => expect(screen.queryByText("2 rules created in Payments")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Edit lines" }));
  expect((await field()).value).toBe(LINES);
  await user.click(await screen.findByRole("button", { name: "Results of 2 rules in Payments" }));
  await user.click(screen.getByRole("button", { name: "Undo: delete 2 rules" }));
  await screen.findByText("Undone: 2 rules deleted.");
});

it("shows on the way back what the message undid", async () => {
  const { user, back } = await left("Refunds");
  await user.click(screen.getByRole("button", { name: "Undo: delete 2 rules" }));
  await screen.findByText("Undone: 2 rules deleted");
  await back();
  await screen.findByText("Undone: 2 rules deleted.");
  expect(screen.getAllByText("Deleted")).toHaveLength(2);
});

it("opens an empty form from the policy, which is another page than the one before", async () => {
  const { id, to, back } = await left("Vaults");
  await to(href.ipPolicyPaste(id));
  expect((await field()).value).toBe("");
  expect(screen.queryByRole("button", { name: /^Results/ })).toBeNull();
  await back();
  await screen.findByText("The rule");
  await back();
  await screen.findByText(SAID);
});

it("shows the results on the way back from the page of another policy", async () => {
  const { to, back } = await left("Tills");
  await back();
  await screen.findByText(SAID);
  await to(href.ipPolicyPaste((await policy("Safes")).id));
  expect((await field()).value).toBe("");
  await screen.findByText("2 rules created in Tills", { selector: "output span" });
  await back();
  await screen.findByText(SAID);
  await waitFor(() => expect(screen.queryByText("2 rules created in Tills")).toBeNull());
});

it("says on the way back that leaving cancelled the rest", async () => {
  const kit = await startFaultyService();
  kit.connect();
  onTestFinished(() => kit.close());
  const { user, router } = await pasted("Ledgers", "192.0.2.1\n192.0.2.2\n192.0.2.3");
  let posts = 0;
  const held = { name: "held", says: /./, answer: () => () => undefined };
  await kit.plant(held, ({ method }) => method === "POST" && ++posts === 2);
  await user.click(await screen.findByRole("button", { name: "Create 3 rules" }));
  await screen.findByText("Creating: 1 of 3 created, 1 waiting.");
  void router.navigate(-1);
  await user.click(await screen.findByRole("button", { name: "Discard changes" }));
  await screen.findByText("The policy");
  await act(() => router.navigate(1));
  await screen.findByText("Cancelled: 1 of 3 created, 2 waiting.");
  await kit.heal();
  await user.click(screen.getByRole("button", { name: "Continue with 2" }));
  expect(await screen.findByText("3 of 3 created.")).toBeDefined();
});

it("keeps nothing of it for another account", async () => {
  const { back } = await left("Accounts");
  forgetKnown();
  await back();
  expect((await field()).value).toBe("");
  expect(screen.queryByText(SAID)).toBeNull();
});
