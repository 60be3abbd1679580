import { ipPolicies } from "#resources/ip-policies.ts";
import { writesOf } from "#resources/writes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { request } from "#api/client.ts";
import { createQueryClient } from "#api/query-client.ts";
import { createIpRule, ipRules } from "#resources/ip-rules.ts";
import { href, paths } from "#resources/paths.ts";
import { FAULTS, startFaultyService } from "#testing/faults.ts";
import { renderInApp } from "#testing/render.tsx";
import { connectedService } from "#testing/connected-app.ts";
import { Component as PolicyPage } from "#pages/ip-policy/ip-policy-page.tsx";
import { Component } from "./ip-rules-paste-page.tsx";
import { keptRuns, keptRunsOf } from "./kept-runs.ts";

connectedService();
afterEach(() => localStorage.clear());

const LINES = [
  "203.0.113.0/24 office",
  "203.0.113.9/24",
  "10.0.0.0/8",
  "deny 10.0.0.0/8",
  "::/0",
  "nonsense",
];

it("the result has every line of the plan, and the lines can be gone back to", async () => {
  // Cause: a run kept the new lines alone and emptied the text. Law: bulk paste with per-line result.
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Office" });
  const taken = { ip_policy_id: id, action: "allow" as const, cidr: "10.0.0.0/8" };
  await createIpRule(taken, new Set());
  const { user } = renderInApp(null, {
    path: href.ipPolicyPaste(id),
    routes: [{ path: paths.ipPolicyPaste, Component }],
  });
  const field = await screen.findByLabelText("Lines");
  await user.click(field);
  await user.paste(LINES.join("\n"));
  // Cause: ::/0 was planned like any other range. Law: a range that holds every address is warned of.
  await waitFor(() => expect(screen.getByText("Open to everyone.")).toBeDefined());

  // Cause: "6 new" stood over four lines "New" and two "Open to everyone". Law: a line that is counted says as what.
  expect(screen.getByText("2 new, 1 already there, 1 conflicting, 1 repeated, 1 invalid")).toBeDefined();
  expect(screen.getAllByText(/^New/).map(({ textContent }) => textContent)).toEqual([
    "New",
    "New: open to everyone",
  ]);

  // Cause: the way to mend a conflict left the page, which asked to give up the pasted lines. Law: the way on costs nothing typed.
  const ways = screen.getAllByRole("link", { name: "Open rule in a new tab" });
  expect(ways.map((way) => way.getAttribute("target"))).toEqual(["_blank", "_blank"]);

  // Cause: everyone-ranges of a bulk add were created like any other. Law: they are confirmed.
  const create = screen.getByRole("button", { name: "Create 2 rules" });
  expect(create.getAttribute("aria-disabled")).toBe("true");
  // Cause: at 360 px the message of a new policy lay over this button. Law: a message never covers what the page is for.
  expect(create.closest("[data-bottom-bar]")).not.toBeNull();
  await user.click(screen.getByRole("checkbox", { name: "Yes, allow everyone" }));
  await user.click(screen.getByRole("button", { name: "Create 2 rules" }));
  // Cause: "4 lines skipped" hid an invalid one. Law: bulk add says what came of each line.
  await screen.findByText(
    "2 of 2 created. 4 lines skipped: 1 already there (line 3), 1 conflicting (line 4), 1 repeated (line 2), 1 invalid (line 6).",
  );
  // Cause: the focus went with the button that was pressed. Law: it goes where what came of it is said, or is mended.
  expect(document.activeElement).toBe(screen.getByRole("progressbar", { name: "Rules created" }));
  const lines = within(screen.getByRole("list", { name: "Results by line" })).getAllByRole("listitem");
  const WORDS = ["Created", "Repeated", "Already there", "Conflict", "Created", "Invalid"];
  expect(lines).toHaveLength(WORDS.length);
  for (const [index, word] of WORDS.entries()) {
    expect(lines[index]?.textContent).toMatch(new RegExp(`^${index + 1}.*${word}$`));
  }

  // Cause: it led to all rules, and an undone run read "0 of 2 created, 2 deleted." Law: what came of it, and the way on.
  expect(screen.getByRole("link", { name: "Go to Office" }).getAttribute("href")).toBe(href.ipPolicy(id));
  // Cause: "Edit lines" removed the undo for good. Law: nothing is lost without a word.
  await user.click(screen.getByRole("button", { name: "Edit lines" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Lines"));
  expect(await screen.findByText("2 rules created in Office.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Results of 2 rules in Office" }));
  await user.click(screen.getByRole("button", { name: "Undo: delete 2 rules" }));
  await screen.findByText("Undone: 2 rules deleted.");
  await user.click(screen.getByRole("button", { name: "Edit lines" }));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Lines").value).toBe(LINES.join("\n"));
});

async function pasted(to: string, lines: string) {
  const view = renderInApp(null, {
    path: href.ipPolicyPaste(to),
    routes: [{ path: paths.ipPolicyPaste, Component }],
  });
  await view.user.click(await screen.findByLabelText("Lines"));
  await view.user.paste(lines);
  return view;
}

// Cause: the next run took the undo of the one before away. Law: every undo is there until it is done, and is named.
it("keeps an undo of each run, and undoes just that", async () => {
  const client = createQueryClient();
  const { id } = await writesOf(client, ipPolicies).create({ description: "Depots" });
  const left = async () =>
    (await client.fetchQuery({ ...ipRules.query, staleTime: 0 })).filter((rule) => rule.ip_policy.id === id);
  const { user } = await pasted(id, "192.0.2.0/25\n192.0.2.128/25");
  await user.click(screen.getByRole("button", { name: "Create 2 rules" }));
  await screen.findByText("2 of 2 created.");
  expect(screen.queryByRole("button", { name: /in Depots$/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Add more" }));
  await user.click(screen.getByLabelText("Lines"));
  await user.paste("198.51.100.0/24");
  await user.click(await screen.findByRole("button", { name: "Create 1 rule" }));
  await screen.findByText("1 of 1 created.");
  expect((await left()).map(({ cidr }) => cidr)).toHaveLength(3);

  await user.click(screen.getByRole("button", { name: "Undo: delete 2 rules in Depots" }));
  await screen.findByText("Undone: 2 rules deleted.");
  expect((await left()).map(({ cidr }) => cidr)).toEqual(["198.51.100.0/24"]);
  await user.click(screen.getByRole("button", { name: "Undo: delete 1 rule in Depots" }));
  await screen.findByText("Undone: 1 rule deleted.");
  expect(await left()).toEqual([]);
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});

// Cause: the page's own "Go to" left its undo behind, and "Add more" the lines that were not created. Law: every save can be
// undone right after it, and nothing is lost without a question.
it("takes the undo along when the page is left", async () => {
  const kit = await startFaultyService();
  kit.connect();
  onTestFinished(() => kit.close());
  const client = createQueryClient();
  const { id } = await writesOf(client, ipPolicies).create({ description: "Quays" });
  const { user } = renderInApp(null, {
    path: href.ipPolicyPaste(id),
    routes: [
      { path: paths.ipPolicyPaste, Component },
      { path: paths.ipPolicy, element: "The policy" },
    ],
  });
  await user.click(await screen.findByLabelText("Lines"));
  await user.paste("192.0.2.0/25\n192.0.2.128/25\n198.51.100.0/24");
  let posts = 0;
  const fault = FAULTS.find(({ name }) => name === "400")!;
  await kit.plant(fault, ({ method }) => method === "POST" && ++posts === 1);
  await user.click(screen.getByRole("button", { name: "Create 3 rules" }));
  await screen.findByText("2 of 3 created, 1 failed.");
  expect(screen.queryByRole("button", { name: "Add more" })).toBeNull();
  await user.click(screen.getByRole("link", { name: "Go to Quays" }));
  await user.click(await screen.findByRole("button", { name: "Discard changes" }));
  await screen.findByText("The policy");
  await screen.findByText("2 rules created in Quays");
  await user.click(screen.getByRole("button", { name: "Undo: delete 2 rules" }));
  await screen.findByText("Undone: 2 rules deleted");
  const left = await client.fetchQuery({ ...ipRules.query, staleTime: 0 });
  expect(left.filter((rule) => rule.ip_policy.id === id)).toEqual([]);
});

// Cause: after a reload in the middle nothing said what had been created, and its undo was gone. Law: what was done is told and can
// be undone, and nothing typed is lost.
it("goes on after a reload in the middle, with the line that was on its way", async () => {
  const kit = await startFaultyService();
  kit.connect();
  onTestFinished(() => kit.close());
  const make = (description: string) => writesOf(createQueryClient(), ipPolicies).create({ description });
  const [{ id }] = [await make("Locks"), await make("Weirs")];
  const lines = "192.0.2.0/25\n192.0.2.128/25\n198.51.100.0/24";
  const { user, unmount } = await pasted(id, lines);
  let posts = 0;
  const held = { name: "held", says: /./, answer: () => () => undefined };
  await kit.plant(held, ({ method }) => method === "POST" && ++posts === 2);
  await user.click(screen.getByRole("button", { name: "Create 3 rules" }));
  await screen.findByText("Creating: 1 of 3 created, 1 waiting.");
  await waitFor(() => expect(posts).toBe(2));
  const kept = sessionStorage.getItem("gatehouse.paste");
  unmount();
  await createIpRule({ ip_policy_id: id, action: "allow", cidr: "192.0.2.128/25" }, new Set());
  keptRuns.set(keptRunsOf(JSON.parse(kept ?? "[]")));

  renderInApp(null, { path: href.ipPolicyPaste(id), routes: [{ path: paths.ipPolicyPaste, Component }] });
  await screen.findByText("Interrupted by a reload: 2 of 3 created, 1 waiting.");
  await user.click(screen.getByRole("button", { name: "Continue with 1" }));
  await screen.findByText("3 of 3 created.");
  await user.click(screen.getByRole("button", { name: "Undo: delete 3 rules" }));
  await screen.findByText("Undone: 3 rules deleted.");
  await user.click(screen.getByRole("button", { name: "Edit lines" }));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Lines").value).toBe(lines);
});

// Cause: "Yes, allow everyone" stayed ticked for another policy. Law: consent is for one policy and one set of lines.
it("asks anew to allow everyone once the policy or the lines change", async () => {
  const make = (description: string) => writesOf(createQueryClient(), ipPolicies).create({ description });
  const [first, second] = [await make("First"), await make("Second")];
  const { user } = await pasted(first.id, "0.0.0.0/0");
  const consent = async () => {
    const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Yes, allow everyone" });
    return box.checked;
  };
  const agree = () => user.click(screen.getByRole("checkbox", { name: "Yes, allow everyone" }));
  expect(await consent()).toBe(false);
  await agree();
  expect(await consent()).toBe(true);
  await user.selectOptions(screen.getByLabelText("Policy"), second.id);
  expect(await consent()).toBe(false);
  await agree();
  await user.type(screen.getByLabelText("Lines"), "\n203.0.113.0/24");
  await waitFor(async () => expect(await consent()).toBe(false));
});

// Cause: "Retry 2 failed" was primary beside "Retrying won’t help", said of each line, and the way on
// led to a policy that does not exist. Law: the button that helps comes first, and a reason is told once.
it("offers to edit the lines that the service refuses for good, and says why once", async () => {
  const kit = await startFaultyService();
  kit.connect();
  onTestFinished(() => kit.close());
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Refusing" });
  const { user } = await pasted(id, "203.0.113.0/24\n198.51.100.0/24");
  const fault = FAULTS.find(({ name }) => name === "400")!;
  await kit.plant(fault, ({ method }) => method === "POST");
  await user.click(await screen.findByRole("button", { name: "Create 2 rules" }));
  await screen.findByText("0 of 2 created, 2 failed.");
  expect(screen.getAllByText("Retrying won’t help.")).toHaveLength(1);
  const buttons = screen.getAllByRole("button").map(({ textContent }) => textContent);
  expect(buttons.indexOf("Edit lines")).toBeLessThan(buttons.indexOf("Retry 2 failed"));
  expect(within(screen.getByRole("list", { name: "Results by line" })).getAllByText("Failed")).toHaveLength(
    2,
  );
});

// Cause: "Choose a policy first" stood under a policy ID that was wrong. Law: an error says what to do.
it("says what is wrong with a policy ID", async () => {
  await pasted("nonsense", "203.0.113.0/24");
  expect(await screen.findAllByText("Must be an ID that starts with ipp_")).not.toHaveLength(0);
});

// Cause: an unknown policy was told in the words of the API beside "Retry 2 failed", and nothing led back to the policy it was
// opened from. Law: an error stands at its field, in the user's words, and every form has a way out.
it("tells of an unknown policy at its field, and leads back to where it was opened", async () => {
  const { user, client } = await pasted("ipp_nonexistent", "192.0.2.0/25\n192.0.2.128/25");
  expect(screen.getByRole("link", { name: "Cancel" }).getAttribute("href")).toBe(href.ipRules());
  await user.click(screen.getByRole("button", { name: "Create 2 rules" }));
  expect((await screen.findByRole("alert")).textContent).toBe(
    "This policy doesn’t exist. Nothing was created.",
  );
  expect(screen.queryByRole("button", { name: /^Retry/ })).toBeNull();
  expect(screen.queryByRole("link", { name: /^Go to/ })).toBeNull();
  const field = screen.getByLabelText("Policy ID");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Lines").value).toContain("192.0.2.128/25");
  await writesOf(createQueryClient(), ipPolicies).create({ description: "Yards" });
  await client.invalidateQueries();
  await user.clear(field);
  await user.selectOptions(await screen.findByLabelText("Policy"), await screen.findByText("Yards"));
  await user.click(await screen.findByRole("button", { name: "Create 2 rules" }));
  await screen.findByText("2 of 2 created.");
});

it("names the policy that it was opened from, as the way back", async () => {
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Piers" });
  await pasted(id, "");
  const crumb = within(await screen.findByRole("navigation", { name: "Breadcrumb" }));
  const [link] = await crumb.findAllByRole("link", { name: "Piers" });
  expect(link?.getAttribute("href")).toBe(href.ipPolicy(id));
  expect(screen.getByRole("link", { name: "Cancel" }).getAttribute("href")).toBe(href.ipPolicy(id));
});

const ROUTES = [
  { path: paths.ipPolicyPaste, Component },
  { path: paths.ipPolicy, Component: PolicyPage },
  { path: paths.ipPolicies, element: "All policies" },
];

/** Two rules created in a new policy, and its page opened: the message there has their undo. */
async function addedThenLeft(description: string) {
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description });
  const view = renderInApp(null, { path: href.ipPolicyPaste(id), routes: ROUTES });
  await view.user.click(await screen.findByLabelText("Lines"));
  await view.user.paste("192.0.2.0/25\n192.0.2.128/25");
  await view.user.click(screen.getByRole("button", { name: "Create 2 rules" }));
  await view.user.click(await screen.findByRole("link", { name: `Go to ${description}` }));
  await screen.findByText(`2 rules created in ${description}`);
  return { ...view, id };
}

// Cause: "2 rules created in Sheds · Undo" stayed beside "IP policy “Sheds” deleted". Law: no message outlives what it tells.
it("its undo goes with the policy", async () => {
  const { user } = await addedThenLeft("Sheds");
  await user.click(await screen.findByRole("button", { name: "Delete IP policy…" }));
  const dialog = within(await screen.findByRole("dialog"));
  const remove = await dialog.findByRole("button", { name: "Delete IP policy" });
  await waitFor(() => expect(remove.getAttribute("aria-disabled")).not.toBe("true"));
  await user.click(remove);
  await screen.findByText("IP policy “Sheds” deleted, with 2 rules");
  expect(screen.queryByText("2 rules created in Sheds")).toBeNull();
});

// Cause: "Undone: 2 rules deleted" was said of rules that were gone before. Law: what came of it is said as it was.
it("its undo says when nothing was left to delete", async () => {
  const { user, id } = await addedThenLeft("Barns");
  await request({ method: "DELETE", path: ipPolicies.pathOf(id) });
  await user.click(screen.getByRole("button", { name: "Undo: delete 2 rules" }));
  await screen.findByText("Already deleted: 2 rules");
  expect(screen.queryByText(/^Undone/)).toBeNull();
});

// Cause: a policy that the service had just called unknown was still offered, and Cancel led to its page. Law: what is known
// to be gone is offered nowhere.
it("no longer offers a policy that another tab deleted", async () => {
  const client = createQueryClient();
  const { id } = await writesOf(client, ipPolicies).create({ description: "Silos" });
  const { user } = await pasted(id, "192.0.2.0/25");
  await screen.findByRole("option", { name: "Silos" });
  await request({ method: "DELETE", path: ipPolicies.pathOf(id) });
  await user.click(screen.getByRole("button", { name: "Create 1 rule" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^This policy doesn’t exist/);
  await waitFor(() => expect(screen.queryByRole("option", { name: "Silos" })).toBeNull());
  expect(screen.getByRole("link", { name: "Cancel" }).getAttribute("href")).toBe(href.ipRules());
});

// Cause: after an undo the lines were edited for a policy that was deleted meanwhile: nothing said so until Create, and a preview
// was asked for, and refused. Law: what is known to be gone is said at once, and nothing is asked of it.
it("says on the way back to the lines that the policy was deleted meanwhile", async () => {
  const make = (description: string) => writesOf(createQueryClient(), ipPolicies).create({ description });
  const [{ id }] = [await make("Locks"), await make("Weirs")];
  const { user } = await pasted(id, "192.0.2.0/25");
  await user.click(screen.getByRole("button", { name: "Create 1 rule" }));
  await screen.findByText("1 of 1 created.");
  await request({ method: "DELETE", path: ipPolicies.pathOf(id) });
  await user.click(screen.getByRole("button", { name: "Undo: delete 1 rule" }));
  await screen.findByText("Already deleted: 1 rule.");
  const asked = vi.spyOn(globalThis, "fetch");
  await user.click(screen.getByRole("button", { name: "Edit lines" }));
  expect((await screen.findByRole("alert")).textContent).toBe("This policy was deleted. Choose another.");
  const create = screen.getByRole("button", { name: "Create 1 rule" });
  expect(create.getAttribute("aria-disabled")).toBe("true");
  await user.selectOptions(screen.getByLabelText("Policy"), await screen.findByText("Weirs"));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(asked.mock.calls.filter(([, init]) => JSON.stringify(init ?? "").includes(id))).toEqual([]);
  asked.mockRestore();
  await user.click(create);
  await screen.findByText("1 of 1 created.");
});

/** The page of a policy after a full load: the runs that this tab keeps, as a reload leaves them. */
function loaded(id: string, kept: string | null) {
  keptRuns.set(keptRunsOf(JSON.parse(kept ?? "[]")));
  return renderInApp(null, {
    path: href.ipPolicyPaste(id),
    routes: [{ path: paths.ipPolicyPaste, Component }],
  });
}

// Cause: after a reload the run into one policy stood on the page of every other, under that one's name. Law: what is shown is of
// the page that one is on.
it("shows a run after a reload on its own page, and elsewhere only what it created where", async () => {
  const make = (description: string) => writesOf(createQueryClient(), ipPolicies).create({ description });
  const [own, other] = [await make("Quays"), await make("Cranes")];
  const { user, unmount } = await pasted(own.id, "192.0.2.0/25");
  await user.click(screen.getByRole("button", { name: "Create 1 rule" }));
  await screen.findByText("1 of 1 created.");
  const kept = sessionStorage.getItem("gatehouse.paste");
  unmount();
  const elsewhere = loaded(other.id, kept);
  await screen.findByText("1 rule created in Quays.");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Lines").value).toBe("");
  expect(screen.queryByText("1 of 1 created.")).toBeNull();
  elsewhere.unmount();
  loaded(own.id, kept);
  await screen.findByText("1 of 1 created.");
});

// Cause: a run whose policy had been deleted came back from a reload as "Interrupted by a reload", with "Continue". Law: a reload
// changes nothing of what failed and why.
it("still says after a reload that the policy is gone, and keeps the lines", async () => {
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Slips" });
  const { user, unmount } = await pasted(id, "192.0.2.0/25");
  await request({ method: "DELETE", path: `/ip_policies/${id}` });
  await user.click(screen.getByRole("button", { name: "Create 1 rule" }));
  await screen.findByText("This policy doesn’t exist. Nothing was created.");
  const kept = sessionStorage.getItem("gatehouse.paste");
  unmount();
  loaded(id, kept);
  await screen.findByText("This policy doesn’t exist. Nothing was created.");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Lines").value).toBe("192.0.2.0/25");
  expect(screen.queryByText(/Interrupted/)).toBeNull();
});

// Cause: that the lines lock you out, and the check that asks for it, were far from the button. Law: the bar says it, and leads there.
it("says beside the button that the lines lock you out", async () => {
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Office" });
  await createIpRule({ ip_policy_id: id, action: "allow", cidr: "127.0.0.0/8" }, new Set());
  const { user } = renderInApp(null, {
    path: href.ipPolicyPaste(id),
    routes: [{ path: paths.ipPolicyPaste, Component }],
  });
  await user.click(await screen.findByLabelText("Lines"));
  await user.paste("deny 127.0.0.1 me");
  const create = await screen.findByRole("button", { name: "Create 1 rule" });
  const bar = within(create.closest<HTMLElement>("[data-bottom-bar]")!);
  await user.click(await bar.findByRole("button", { name: "Check “Yes, lock me out” first" }));
  expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: "Yes, lock me out" }));
});
