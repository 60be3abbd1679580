import { ipPolicies } from "#resources/ip-policies.ts";
import { writesOf } from "#resources/writes.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { createQueryClient } from "#api/query-client.ts";
import { createIpRule, deleteIpRule, ipRules } from "#resources/ip-rules.ts";
import { href, paths } from "#resources/paths.ts";
import { renderInApp } from "#testing/render.tsx";
import { connectedService } from "#testing/connected-app.ts";
import { Component } from "./ip-rule-page.tsx";

connectedService();

async function open() {
  const { id: policy } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Office" });
  const make = (action: "allow" | "deny", cidr: string) =>
    createIpRule({ ip_policy_id: policy, action, cidr }, new Set());
  const whole = await make("allow", "203.0.113.0/24");
  const laptop = await make("deny", "203.0.113.57/32");
  await make("allow", "203.0.113.64/26");
  const view = renderInApp(null, {
    path: href.ipRule(whole.id),
    routes: [
      { path: paths.ipRule, Component },
      { path: paths.ipRules, element: null },
    ],
  });
  await screen.findByLabelText("Range");
  return { ...view, whole, laptop };
}

it("names the rules inside this one", async () => {
  // Cause: findings were shown to the inner rule alone, and the outer one was called free of overlap. Law: both rules
  // of an overlap are told of it.
  const { laptop } = await open();
  const inside = await screen.findByRole("region", { name: "Narrower rules" });
  expect(
    within(inside)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "deny 203.0.113.57/32 is an exception inside this range",
    "allow 203.0.113.64/26 is inside this range, with the same action",
  ]);
  const link = within(inside).getByRole("link", { name: "203.0.113.57/32" });
  expect(link.getAttribute("href")).toBe(href.ipRule(laptop.id));
  expect(screen.queryByText(/No overlaps/)).toBeNull();
});

// Cause: "203.0.113.5 is read as 203.0.113.5/32" stood beside a save that refused it. Law: what is said to be read is what is sent.
it("saves a range as it says that it reads it", async () => {
  const { user, whole } = await open();
  const range = screen.getByLabelText("Range");
  await user.clear(range);
  await user.type(range, "198.51.100.9/24");
  await waitFor(() =>
    expect(document.body.textContent).toContain("198.51.100.9/24 covers all of 198.51.100.0/24."),
  );
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(async () =>
    expect(await createQueryClient().fetchQuery(ipRules.detail(whole.id))).toMatchObject({
      cidr: "198.51.100.0/24",
    }),
  );
});

// Cause: the focus fell to the page with the button that was pressed. Law: it goes on to the field that the button filled.
it("keeps the focus at the range once its usual writing is used", async () => {
  const { user } = await open();
  const range = screen.getByLabelText("Range");
  await user.clear(range);
  await user.type(range, "198.51.100.9");
  await user.click(await screen.findByRole("button", { name: "Use 198.51.100.9/32" }));
  expect(range).toHaveProperty("value", "198.51.100.9/32");
  expect(document.activeElement).toBe(range);
});

it("warns while a range becomes everyone’s, and copies the pending change as the PATCH that saving sends", async () => {
  // Cause: the page offered its GET alone and no warning. Law: every pending change can be copied, and every range that
  // holds all addresses is warned of.
  const { user, whole } = await open();
  expect(screen.queryByRole("button", { name: "Copy this change as" })).toBeNull();
  const range = screen.getByLabelText("Range");
  await user.clear(range);
  await user.type(range, "0.0.0.0/0 ");
  expect(await screen.findByText("Open to everyone.")).toBeDefined();
  // Cause: a warning was all there was on the way to a policy open to everyone. Law: it is confirmed before it is sent.
  const refused = "Check “Yes, allow everyone” first";
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(refused)).toBeDefined();
  // Cause: the missing confirmation was called a range to fix, with the focus there. Law: a fault is told and focused where it is mended.
  const box = screen.getByRole("checkbox", { name: "Yes, allow everyone", description: refused });
  expect(document.activeElement).toBe(box);
  expect(screen.queryByText(/to fix/)).toBeNull();
  await user.click(box);
  await waitFor(() => expect(screen.queryByText(refused)).toBeNull());
  const copied = async (form: string) => {
    await user.click(screen.getByRole("button", { name: "Copy this change as" }));
    await user.click(screen.getByRole("menuitem", { name: form }));
    await screen.findByText(new RegExp(`^Copied as ${form}\\.`), { selector: "output span" });
    return navigator.clipboard.readText();
  };
  expect(JSON.parse(await copied("JSON"))).toEqual({ cidr: "0.0.0.0/0" });
  const curl = await copied("cURL");
  expect(curl).toContain("PATCH");
  expect(curl).toContain(`/api/ip_policy_rules/${whole.id}`);
  await user.clear(range);
  await user.type(range, "203.0.113.0/24");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Copy this change as" })).toBeNull());
});

// Cause: a rule that was deleted elsewhere was still shown, "as of 1 min ago", after the service had said that it is gone.
// Law: what the service answers about an object is what its page shows.
it("says that the rule is gone once a replacement was refused for that", async () => {
  const { user, whole } = await open();
  await user.click(screen.getByRole("button", { name: "Change action or policy…" }));
  const dialog = within(await screen.findByRole("dialog"));
  // Cause: the dialog had the other action chosen before anybody chose. Law: a dialog starts from what is there.
  expect(dialog.getByRole<HTMLInputElement>("radio", { name: "Allow" }).checked).toBe(true);
  await user.click(dialog.getByText("Deny", { exact: true }));
  await deleteIpRule(whole.id);
  await user.click(dialog.getByRole("button", { name: "Replace rule" }));
  await dialog.findByText("Nothing was changed.");
  await user.click(dialog.getByRole("button", { name: "Close" }));
  expect(await screen.findByText("This IP rule was deleted")).toBeTruthy();
});

// Cause: of a rule that was deleted while it was edited stood both that and "It was changed elsewhere · Use theirs", and Save sent
// what could not be saved. Law: only what is so now is said, and what can't be done is off.
it("says of a rule that was deleted while it is edited only that, and saves it no more", async () => {
  const { user, whole } = await open();
  await user.type(screen.getByLabelText("Description"), "mine");
  await writesOf(createQueryClient(), ipRules).update(whole.id, { description: "theirs" });
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  await screen.findByText(/^It was changed elsewhere/);
  await deleteIpRule(whole.id);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("It was deleted. Your changes are still here, so you can copy them.");
  expect(screen.queryByText(/^It was changed elsewhere/)).toBeNull();
  expect(screen.queryByText(/^Could not save/)).toBeNull();
  const save = screen.getByRole("button", { name: "Save" });
  expect(save.getAttribute("aria-disabled")).toBe("true");
  const bar = within(save.closest<HTMLElement>("[data-bottom-bar]")!);
  expect(bar.getByText("It was deleted, so it can’t be saved", { selector: "strong + span" })).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>("Description").value).toBe("mine");
});

// Cause: a wrong policy ID was sent, and its refusal left only Close: what was typed was lost. Law: an error is told at its
// field before anything is sent, and a refusal loses nothing that was typed.
it("checks the policy of a replacement before it is sent, and tells a refusal at its field", async () => {
  const { user } = await open();
  await user.click(screen.getByRole("button", { name: "Change action or policy…" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.selectOptions(dialog.getByLabelText("Policy"), "Enter an ID…");
  const field = dialog.getByLabelText<HTMLInputElement>("Policy ID");
  await user.clear(field);
  await user.type(field, "nonsense");
  const fault = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  expect(fault?.textContent).toBe("Must be an ID that starts with ipp_");
  expect(dialog.getByRole("button", { name: "Replace rule" }).getAttribute("aria-disabled")).toBe("true");
  await user.clear(field);
  await user.type(field, "ipp_nowhere");
  await user.click(dialog.getByRole("button", { name: "Replace rule" }));
  const alert = await dialog.findByRole("alert");
  expect(alert.textContent).toBe("This policy doesn’t exist. Nothing was changed.");
  expect(dialog.getByLabelText<HTMLInputElement>("Policy ID").value).toBe("ipp_nowhere");
});

// Cause: a policy that was deleted while it was chosen was refused in the words of the API; "Back" led to its ID, typed in, with the
// button on. Law: it is said where it is mended, under the name that it had.
it("says at the field that the chosen policy was deleted meanwhile", async () => {
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Temp policy" });
  const { user } = await open();
  await user.click(screen.getByRole("button", { name: "Change action or policy…" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.selectOptions(dialog.getByLabelText("Policy"), await dialog.findByText("Temp policy"));
  await request({ method: "DELETE", path: ipPolicies.pathOf(id) });
  await user.click(dialog.getByRole("button", { name: "Replace rule" }));
  const said = () => dialog.getByRole("alert").textContent;
  await waitFor(() => expect(said()).toBe("This policy was deleted. Choose another."));
  await dialog.findByRole("option", { name: "Temp policy (deleted)", selected: true });
  expect(dialog.queryByLabelText("Policy ID")).toBeNull();
  expect(dialog.getByRole("button", { name: "Replace rule" }).getAttribute("aria-disabled")).toBe("true");
});

// Cause: an invalid range got the same example twice and not its reason, and a doubled one the bare ID of the other rule.
// Law: an error says what is wrong and leads to what it names.
it("says why a range is refused, and links to the rule that has it", async () => {
  const { user, laptop } = await open();
  const range = screen.getByLabelText("Range");
  const save = async (text: string) => {
    await user.clear(range);
    await user.type(range, text);
    await user.click(screen.getByRole("button", { name: "Save" }));
  };
  await save("203.0.113.1-203.0.113.9");
  await screen.findByText(
    "“203.0.113.1-203.0.113.9” is a span of addresses. Write it as ranges with a mask. Example: 203.0.113.0/24",
  );
  await save(laptop.cidr);
  const link = await screen.findByRole("link", { name: `deny ${laptop.cidr}` });
  expect(link.getAttribute("href")).toBe(href.ipRule(laptop.id));
  // Cause: the bar pointed at an error that was mended. Law: it says what is so now.
  await user.clear(range);
  await user.type(range, "203.0.113.0/25");
  await screen.findByText("Checks for conflicts on save");
  expect(screen.queryByText(/^Not saved/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Save" }));
  // Cause: the toasts named the range that the rule no longer had. Law: what was done is named as it is now.
  await screen.findByText("Rule “allow 203.0.113.0/25” saved");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  // Cause: "Undone: Rule". Law: sentence case.
  await screen.findByText("Undone: changes to rule “allow 203.0.113.0/24”");
});

// Cause: beside a range that conflicts with another rule stood that there is no conflict: that of the saved one. Law: what is
// judged is what Save would send.
it("judges the range that is typed among the other rules, and holds a replacement until it is saved", async () => {
  const { user, laptop } = await open();
  await screen.findByRole("region", { name: "Narrower rules" });
  const range = screen.getByLabelText("Range");
  await user.clear(range);
  await screen.findByText("Enter a range to compare it with the other rules");
  await user.type(range, laptop.cidr);
  await screen.findByText("Allowed, but also denied");
  expect(screen.queryByText(/No overlaps/)).toBeNull();
  await user.clear(range);
  await user.type(range, "198.51.100.0/24");
  await screen.findByText("No overlaps or conflicts with other rules");
  const replace = screen.getByRole("button", { name: "Change action or policy…" });
  expect(replace.getAttribute("aria-disabled")).toBe("true");
});

// Cause: a typo in the range of the rule that lets the operator in "locks you out", and Save wanted a yes to that before it told of
// the typo. Law: what can't be saved changes nothing; the field says at once what is wrong.
it("tells of a typo, and of no lock-out by what can’t be saved", async () => {
  const { id: policy } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Desk" });
  const own = await createIpRule({ ip_policy_id: policy, action: "allow", cidr: "127.0.0.0/8" }, new Set());
  const path = href.ipRule(own.id);
  const { user } = renderInApp(null, { path, routes: [{ path: paths.ipRule, Component }] });
  const range = await screen.findByLabelText("Range");
  await user.clear(range);
  await user.type(range, "192.0.2.0/24");
  await screen.findByRole("checkbox", { name: "Yes, lock me out" });
  await user.type(range, "4");
  await waitFor(() => expect(screen.queryByText("This locks you out.")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("“192.0.2.0/244”: an IPv4 mask has at most 32 bits. Example: 203.0.113.0/24");
  expect(document.activeElement).toBe(range);
});

// Cause: Undo of a replaced rule left its page and dropped what was typed there, without a question. Law: nothing that was typed
// is lost without asking, and who stays has undone nothing.
it("undoing a replacement asks before it leaves what was typed, and leads to the restored rule", async () => {
  const { user, whole, router } = await open();
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  // Cause: what was saved of the rule before stayed told, with an undo that could only fail. Law: no message outlives what it tells.
  await user.type(await screen.findByLabelText("Description"), "office");
  await press("Save");
  const saved = await screen.findByText("Rule “allow 203.0.113.0/24” saved");
  await press("Change action or policy…");
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByText("Deny", { exact: true }));
  await user.click(dialog.getByRole("button", { name: "Replace rule" }));
  await screen.findByText("Rule replaced: now deny 203.0.113.0/24", { selector: "output span" });
  expect(saved.isConnected).toBe(false);
  await waitFor(() => expect(router.state.location.pathname).not.toBe(href.ipRule(whole.id)));
  const replaced = router.state.location.pathname;
  // The page of the new rule: the one before it takes what is typed with it.
  await screen.findAllByText(replaced.split("/").at(-1) ?? "");
  await user.type(await screen.findByLabelText("Description"), "typed");
  await press("Undo");
  await press("Stay");
  expect(screen.getByLabelText<HTMLInputElement>("Description").value).toBe("officetyped");
  expect(router.state.location.pathname).toBe(replaced);
  await press("Undo");
  await press("Discard changes");
  await screen.findByText("Undone: allow 203.0.113.0/24 restored with a new ID", { selector: "output span" });
  await waitFor(() => expect(router.state.location.pathname).not.toBe(href.ipRules()));
  expect([replaced, href.ipRule(whole.id)]).not.toContain(router.state.location.pathname);
  expect(await screen.findByRole("heading", { level: 1, name: /203\.0\.113\.0\/24/ })).toBeDefined();
});

// Cause: the plan to deny a range did not say that it denies what narrower rules allow. Law: what a change overrules is said before it.
it("names the ranges that a denied one overrules before it is replaced", async () => {
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Change action or policy…" }));
  const dialog = within(await screen.findByRole("dialog"));
  const said = "Also denies 203.0.113.64/26, which another rule allows.";
  const told = () => screen.getByRole("dialog").textContent?.includes(said);
  expect(told()).toBe(false);
  await user.click(dialog.getByText("Deny", { exact: true }));
  await waitFor(() => expect(told()).toBe(true));
});

// Cause: Back after a replacement led to the page of the rule that it had deleted, and so did a way to what an Undo had deleted.
// Law: no way leads to what was replaced here.
it("leads from what was the old rule to the one in its place, also after an undo", async () => {
  const { user, whole, router } = await open();
  await act(() => router.navigate(href.ipRules()));
  await act(() => router.navigate(href.ipRule(whole.id)));
  const name = (text: string) => screen.findByRole("heading", { level: 1, name: text });
  await user.click(await screen.findByRole("button", { name: "Change action or policy…" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByText("Deny", { exact: true }));
  await user.click(dialog.getByRole("button", { name: "Replace rule" }));
  await name("deny 203.0.113.0/24");
  const made = router.state.location.pathname;
  // Cause: the first Back after a replacement led to the old rule, and from there back to the new one. Law: each Back leads on.
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe(href.ipRules());
  await act(() => router.navigate(href.ipRule(whole.id)));
  await name("deny 203.0.113.0/24");
  expect(router.state.location.pathname).toBe(made);
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await name("allow 203.0.113.0/24");
  const restored = router.state.location.pathname;
  expect([made, href.ipRule(whole.id)]).not.toContain(restored);
  await act(() => router.navigate(made));
  await name("allow 203.0.113.0/24");
  expect(router.state.location.pathname).toBe(restored);
});
