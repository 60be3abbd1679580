import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { ipPolicies } from "#resources/ip-policies.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { href, paths } from "#resources/paths.ts";
import { writesOf } from "#resources/writes.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./ip-rules-paste-page.tsx";
import { keptRuns, keptRunsOf } from "./kept-runs.ts";

connectedService();
afterEach(() => vi.restoreAllMocks());

const opened = (id: string) =>
  renderInApp(null, {
    path: href.ipPolicyPaste(id),
    routes: [{ path: paths.ipPolicyPaste, Component }],
  });

/** The page after a full load: the runs that this tab keeps, as a reload leaves them. */
function reloaded(id: string, { unmount }: { unmount: () => void }) {
  const kept = sessionStorage.getItem("gatehouse.paste");
  unmount();
  keptRuns.set(keptRunsOf(JSON.parse(kept ?? "[]")));
  return () => opened(id);
}

async function pasted(description: string, lines: string) {
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description });
  const view = opened(id);
  await view.user.click(await screen.findByLabelText("Lines"));
  await view.user.paste(lines);
  return { ...view, id };
}

/** Holds the n-th POST from now on until it is let go. */
function held(at: number): () => void {
  vi.restoreAllMocks();
  const own = globalThis.fetch;
  let posts = 0;
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    if (init?.method === "POST" && ++posts === at) await gate;
    return own(input, init);
  });
  return () => release();
}

// Cause: after a reload and "Continue", a cancel was told as one more reload, and a reload after a cancel too. Law: why a run ended
// is said as it was.
it("says of a run that was continued and cancelled that it was cancelled, also after a reload", async () => {
  const first = await pasted("Locks", "192.0.2.0/26\n192.0.2.64/26\n192.0.2.128/26\n192.0.2.192/26");
  const { id } = first;
  const list = async () =>
    (await createQueryClient().fetchQuery(ipRules.query)).filter((rule) => rule.ip_policy.id === id);
  let release = held(2);
  await first.user.click(screen.getByRole("button", { name: "Create 4 rules" }));
  await screen.findByText("Creating: 1 of 4 created, 2 waiting.");
  const open = reloaded(id, first);
  release();
  await vi.waitFor(async () => expect(await list()).toHaveLength(2));
  const second = open();
  await screen.findByText("Interrupted by a reload: 2 of 4 created, 2 waiting.");
  release = held(1);
  await second.user.click(screen.getByRole("button", { name: "Continue with 2" }));
  await screen.findByText("Creating: 2 of 4 created, 1 waiting.");
  await second.user.click(screen.getByRole("button", { name: "Cancel" }));
  release();
  await screen.findByText("Cancelled: 3 of 4 created, 1 waiting.");
  const again = reloaded(id, second);
  const third = again();
  await screen.findByText("Cancelled: 3 of 4 created, 1 waiting.");
  await third.user.click(screen.getByRole("button", { name: "Continue with 1" }));
  await screen.findByText("4 of 4 created.");
});

// Cause: what an undo had deleted was "Already deleted" after a reload. Law: a reload changes nothing of what was done and by whom.
it("still says after a reload what was undone, and what was left since it was changed", async () => {
  const view = await pasted("Weirs", "198.51.100.0/25\n198.51.100.128/25");
  const { id, user } = view;
  await user.click(screen.getByRole("button", { name: "Create 2 rules" }));
  await screen.findByText("2 of 2 created.");
  const client = createQueryClient();
  const rule = (await client.fetchQuery(ipRules.query)).find(({ cidr }) => cidr === "198.51.100.0/25")!;
  await writesOf(client, ipRules).update(rule.id, { description: "Gauge" });
  await user.click(screen.getByRole("button", { name: "Undo: delete 2 rules" }));
  const said = "1 of 2 created, 1 deleted. Not deleted: 1 rule changed since.";
  await screen.findByText(said);
  const way = () => screen.getByRole("link", { name: "Open rule in a new tab" }).getAttribute("href");
  expect(way()).toBe(href.ipRule(rule.id));
  // Cause: the undo that had been refused was offered again, and did nothing. Law: what can't be done is not offered.
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  const next = reloaded(id, view);
  next();
  await screen.findByText(said);
  expect(way()).toBe(href.ipRule(rule.id));
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  expect(screen.getByText("Deleted")).toBeDefined();
});

// Cause: an undo that was refused since a rule was changed offered "Try again", which could not help. Law: it is said what stands
// in the way, with the way there.
it("leads from the message to the rule that an undo left", async () => {
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Docks" });
  const { user, router } = renderInApp(null, {
    path: href.ipPolicyPaste(id),
    routes: [
      { path: paths.ipPolicyPaste, Component },
      { path: paths.ipPolicy, element: "The policy" },
      { path: paths.ipRule, element: "The rule" },
    ],
  });
  await user.click(await screen.findByLabelText("Lines"));
  await user.paste("203.0.113.0/24");
  await user.click(screen.getByRole("button", { name: "Create 1 rule" }));
  await user.click(await screen.findByRole("link", { name: "Go to Docks" }));
  const client = createQueryClient();
  const rule = (await client.fetchQuery(ipRules.query)).find((one) => one.ip_policy.id === id)!;
  await writesOf(client, ipRules).update(rule.id, { description: "Crane" });
  await user.click(await screen.findByRole("button", { name: "Undo: delete 1 rule" }));
  await screen.findByText("Not undone: allow 203.0.113.0/24 was changed since");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Open rule" }));
  await waitFor(() => expect(router.state.location.pathname).toBe(href.ipRule(rule.id)));
});

// Cause: a bulk add that was left by a full load, of a bookmark or a typed address, was what the next "Bulk add" opened on, without a
// field. Law: a click on it opens an empty form, with the way to results that can be undone; a reload goes on with what it had.
it("opens an empty form on a new visit, with the way to what can be undone", async () => {
  const view = await pasted("Sluices", "192.0.2.0/25");
  const { id, user } = view;
  await user.click(screen.getByRole("button", { name: "Create 1 rule" }));
  await screen.findByText("1 of 1 created.");
  reloaded(id, view);
  const routes = [
    { path: paths.ipPolicyPaste, Component },
    { path: paths.ipPolicy, element: null },
  ];
  const visit = async () => {
    const page = renderInApp(null, { path: href.ipPolicy(id), routes });
    await act(() => page.router.navigate(href.ipPolicyPaste(id)));
    expect((await screen.findByLabelText<HTMLTextAreaElement>("Lines")).value).toBe("");
    expect(screen.queryByText("1 of 1 created.")).toBeNull();
    return page;
  };
  const first = await visit();
  await first.user.click(await screen.findByRole("button", { name: "Results of 1 rule in Sluices" }));
  await screen.findByText("1 of 1 created.");
  await first.user.click(screen.getByRole("button", { name: "Undo: delete 1 rule" }));
  await screen.findByText("Undone: 1 rule deleted.");
  reloaded(id, first);
  await visit();
  expect(screen.queryByRole("button", { name: /^(?:Results|Undo)/ })).toBeNull();
});

// Cause: the palette's way from one policy's bulk add to another's showed the run of the first, under the other's name. Law: each page
// begins with an empty form, and what is left hands over its undo.
it("opens an empty form on the page of another policy", async () => {
  const { id: other } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Basins" });
  const { user, router } = await pasted("Piers", "203.0.113.128/25");
  await user.click(screen.getByRole("button", { name: "Create 1 rule" }));
  await user.click(await screen.findByText("1 of 1 created."));
  await act(() => router.navigate(href.ipPolicyPaste(other)));
  await waitFor(() => expect(screen.queryByText("1 of 1 created.")).toBeNull());
  expect((await screen.findByLabelText<HTMLTextAreaElement>("Lines")).value).toBe("");
  await screen.findByText("1 rule created in Piers", { selector: "output span" });
  expect(screen.getAllByRole("button", { name: /Undo/ })).toHaveLength(1);
});
