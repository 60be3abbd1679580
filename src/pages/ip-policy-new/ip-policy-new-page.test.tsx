import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { href, paths } from "#resources/paths.ts";
import { Component as PolicyPage } from "#pages/ip-policy/ip-policy-page.tsx";
import { renderInApp } from "#testing/render.tsx";
import { connectedService } from "#testing/connected-app.ts";
import { Component } from "./ip-policy-new-page.tsx";

connectedService();

it("copies the POST that making sends", async () => {
  // Cause: the dialog had no "Copy as". Law: every pending change can be copied as a command.
  const { user } = renderInApp(null, {
    path: href.ipPolicyNew(),
    routes: [{ path: paths.ipPolicyNew, Component }],
  });
  await user.type(await screen.findByLabelText("Name"), "Office and VPN");
  await user.click(screen.getByRole("button", { name: "Copy as" }));
  await user.click(screen.getByRole("menuitem", { name: "JSON" }));
  await screen.findByText(/^Copied as JSON\./, { selector: "output span" });
  expect(JSON.parse(await navigator.clipboard.readText())).toEqual({ description: "Office and VPN" });
});

// Cause: a new policy had no rule, which was to be made elsewhere, and its page said that it blocks everyone though nothing used it.
// Law: what is needed is asked for where it is missed, and a page says what comes next.
it("creates a policy with its first rule, then says that nothing uses it", async () => {
  const { user } = renderInApp(null, {
    path: href.ipPolicyNew(),
    routes: [
      { path: paths.ipPolicyNew, Component },
      { path: paths.ipPolicy, Component: PolicyPage },
    ],
  });
  const range = await screen.findByLabelText("Allowed range");
  await user.type(range, "203.0.113");
  await user.click(screen.getByRole("button", { name: "Create IP policy" }));
  await screen.findByText(/“203.0.113” is not an IP range/);
  await user.type(range, ".9");
  await user.click(screen.getByRole("button", { name: "Create IP policy" }));
  expect(await screen.findByRole("link", { name: "203.0.113.9/32" })).toBeDefined();
  const next = await screen.findByText(/^No edge or route uses this policy yet\./);
  expect(within(next).getByRole("link", { name: "Edges" }).getAttribute("href")).toBe(href.edges());
});

// Cause: 0.0.0.0/0 as the range of a new policy was taken without a question, which a new rule and a bulk add ask. Law: what opens a policy
// to everyone is confirmed, wherever it is written.
it("asks before the first rule allows everyone", async () => {
  const { user } = renderInApp(null, {
    path: href.ipPolicyNew(),
    routes: [
      { path: paths.ipPolicyNew, Component },
      { path: paths.ipPolicy, Component: PolicyPage },
    ],
  });
  await user.type(await screen.findByLabelText("Allowed range"), "0.0.0.0/0");
  await user.click(screen.getByRole("button", { name: "Create IP policy" }));
  screen.getByText(/^Open to everyone/);
  // Cause: it said who uses “new”, a policy that is not there yet. Law: nothing is said of what can't be known.
  expect(screen.queryByText(/is used by$/)).toBeNull();
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Yes, allow everyone" });
  await screen.findByText("Check “Yes, allow everyone” first");
  expect(document.activeElement).toBe(box);
  await user.click(box);
  expect(screen.queryByText(/^Check/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Create IP policy" }));
  expect(await screen.findByRole("link", { name: "0.0.0.0/0" })).toBeDefined();
});

// Cause: a policy was created without an Undo, which edges, routes, rules and backends have. Law: every save can be undone right after
// it, and an undo takes along only what it names.
it("offers to undo the creation, and asks first once the policy has more rules", async () => {
  const { user, router } = renderInApp(null, {
    path: href.ipPolicyNew(),
    routes: [
      { path: paths.ipPolicyNew, Component },
      { path: paths.ipPolicy, Component: PolicyPage },
      { path: paths.ipPolicies, element: null },
    ],
  });
  await user.type(await screen.findByLabelText("Name"), "Short");
  await user.type(screen.getByLabelText("Allowed range"), "203.0.113.7");
  await user.click(screen.getByRole("button", { name: "Create IP policy" }));
  await screen.findByRole("link", { name: "203.0.113.7/32" });
  const ip_policy_id = router.state.location.pathname.split("/").at(-1) ?? "";
  const body = { ip_policy_id, action: "allow", cidr: "203.0.113.8/32" };
  await request({ method: "POST", path: "/ip_policy_rules", body });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("IP policy “Short” has 2 rules now. Delete everything?");
  await user.click(screen.getByRole("button", { name: "Delete all" }));
  await screen.findByText("Undone: IP policy “Short” deleted");
  expect(router.state.location.pathname).toBe(href.ipPolicies());
  await expect(request({ method: "GET", path: `/ip_policies/${ip_policy_id}` })).rejects.toMatchObject({
    status: 404,
  });
});

// Cause: undoing a policy that a route uses by then answered with raw IDs and a "Try again" that could only fail; so did an authority.
// Law: things are called by their names, and nothing is offered that can't work.
it("says by name who uses a policy by the time that it is undone", async () => {
  const { user, router } = renderInApp(null, {
    path: href.ipPolicyNew(),
    routes: [
      { path: paths.ipPolicyNew, Component },
      { path: paths.ipPolicy, Component: PolicyPage },
      { path: paths.ipPolicies, element: null },
    ],
  });
  await user.type(await screen.findByLabelText("Name"), "Guests");
  await user.click(screen.getByRole("button", { name: "Create IP policy" }));
  const undo = await screen.findByRole("button", { name: "Undo" });
  const id = router.state.location.pathname.split("/").at(-1);
  const edge = await request<{ id: string }>({
    method: "POST",
    path: "/edges/tls",
    body: { hostports: ["guests.example:443"] },
  });
  const path = `/edges/tls/${edge.id}/ip_restriction`;
  await request({ method: "PUT", path, body: { ip_policy_ids: [id] } });
  await user.click(undo);
  const said = await screen.findByRole("alert");
  expect(said.textContent).toBe("IP policy “Guests” is used by guests.example. Remove it there first.");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
