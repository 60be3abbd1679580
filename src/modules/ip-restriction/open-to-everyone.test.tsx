// Cause: an IP restriction got a policy with allow 0.0.0.0/0 without a word on its form, its route or the map, where it was a green
// "On". Law: what opens an address to anyone is said before it is saved, in numbers, and shown wherever the route is.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { request } from "#api/client.ts";
import { Component as EdgePage } from "#pages/edge/edge-page.tsx";
import { Component as EdgesPage } from "#pages/edges/edges-page.tsx";
import { Component as RouteModulePage } from "#pages/route-module/route-module-page.tsx";
import { Component as RoutePage } from "#pages/route/route-page.tsx";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";

connectedService();

const make = (path: string, body: object) =>
  request({ method: "POST", path, body, answer: z.looseObject({ id: z.string() }) });

async function policyOf(description: string, ...cidrs: string[]) {
  const { id } = await make("/ip_policies", { description });
  for (const cidr of cidrs) await make("/ip_policy_rules", { ip_policy_id: id, action: "allow", cidr });
  return id;
}

/** A route with an IP restriction of these policies. */
async function restricted(match: string, ...ip_policy_ids: string[]) {
  const { id: edgeId } = await make("/edges/https", { hostports: [`${match.slice(1)}.example:443`] });
  const body = { match_type: "path_prefix", match, ip_restriction: { ip_policy_ids } };
  const { id: routeId } = await make(`/edges/https/${edgeId}/routes`, body);
  return { edgeId, routeId };
}

const open = (path: string) =>
  renderInApp(null, {
    path,
    routes: [
      { path: paths.edges, Component: EdgesPage },
      { path: paths.httpsEdge, Component: EdgePage },
      { path: paths.route, Component: RoutePage },
      { path: paths.routeModule, Component: RouteModulePage },
    ],
  });

it("is said on the form and asked about before it is saved", async () => {
  const own = await policyOf("Own office", "127.0.0.0/8");
  const [low, high] = [await policyOf("Low half", "0.0.0.0/1"), await policyOf("High half", "128.0.0.0/1")];
  const { edgeId, routeId } = await restricted("/form", own, low);
  const { user } = open(href.routeModule(edgeId, routeId, "ip_restriction"));
  await user.click(await screen.findByRole("combobox", { name: "IP policies" }));
  await user.click(await screen.findByRole("option", { name: /High half/ }));
  await waitFor(() =>
    expect(screen.getByText("IP restriction is open to everyone.").parentElement?.textContent).toContain(
      "0.0.0.0/1 in Low half and 128.0.0.0/1 in High half together allow all IPv4 addresses",
    ),
  );
  await user.click(screen.getByRole("button", { name: "Save" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText("Save IP restriction on form.example/form?");
  dialog.getByText("1 address becomes open to anyone");
  dialog.getByText("form.example/form");
  dialog.getByText(/128.0.0.0\/1 in High half/);
  const path = `/edges/https/${edgeId}/routes/${routeId}/ip_restriction`;
  const Answer = z.looseObject({ ip_policies: z.array(z.looseObject({ id: z.string() })) });
  const saved = async () =>
    (await request({ method: "GET", path, answer: Answer })).ip_policies.map(({ id }) => id);
  expect(await saved()).toEqual([own, low]);
  await user.click(dialog.getByRole("button", { name: "Save and open to anyone" }));
  await screen.findByText(/^IP restriction saved/);
  expect(await saved()).toEqual([own, low, high]);
});

// Cause: "Both" of a conflict joined two halves that together allow everyone, and was saved without a question. Law: what opens an
// address is asked about whichever way it is saved.
it("is asked about where only both sides of a conflict open the address", async () => {
  const [low, high] = [await policyOf("Lower", "0.0.0.0/1"), await policyOf("Upper", "128.0.0.0/1")];
  const own = await policyOf("Own", "127.0.0.0/8");
  const { edgeId, routeId } = await restricted("/both", own);
  const path = `/edges/https/${edgeId}/routes/${routeId}/ip_restriction`;
  const Answer = z.looseObject({ ip_policies: z.array(z.looseObject({ id: z.string() })) });
  const saved = async () =>
    (await request({ method: "GET", path, answer: Answer })).ip_policies.map(({ id }) => id);
  const { user } = open(href.routeModule(edgeId, routeId, "ip_restriction"));
  await user.click(await screen.findByRole("combobox", { name: "IP policies" }));
  await user.click(await screen.findByRole("option", { name: /Upper/ }));
  await request({ method: "PUT", path, body: { ip_policy_ids: [own, low] }, answer: Answer });
  await user.click(screen.getByRole("button", { name: "Save" }));
  const conflict = within(await screen.findByRole("dialog", { name: /while you edited$/ }));
  await user.click(await conflict.findByRole("button", { name: "Save merged" }));
  const question = within(await screen.findByRole("dialog", { name: /^Save IP restriction on both/ }));
  question.getByText("1 address becomes open to anyone");
  question.getByText(/128.0.0.0\/1 in Upper together allow all IPv4 addresses/);
  expect(await saved()).toEqual([own, low]);
  await user.click(question.getByRole("button", { name: "Save and open to anyone" }));
  await screen.findByText(/^IP restriction saved/);
  expect((await saved()).toSorted()).toEqual([own, low, high].toSorted());
});

it("is shown on the page of the route and on the map", async () => {
  const { edgeId, routeId } = await restricted("/shown", await policyOf("All", "0.0.0.0/0"));
  const { unmount } = open(href.route(edgeId, routeId));
  const suggestions = within(await screen.findByRole("region", { name: /^Suggestions/ }));
  suggestions.getByText("IP restriction is open to everyone");
  suggestions.getByText("0.0.0.0/0 in All allows all IPv4 addresses that no rule denies.");
  const row = within(screen.getByRole("button", { name: "Turn off IP restriction" }).closest("li")!);
  row.getByText("Open");
  row.getByText("IP restriction is open to everyone");
  expect(row.queryByText("On")).toBeNull();
  unmount();
  open(href.httpsEdge(edgeId));
  await screen.findByRole("link", { name: "IP restriction: open to everyone" });
  screen.getByText("IP restriction is open to everyone");
});

// Cause: the overview told of it and led to a list of all edges, where a tick stood at it and nothing found it. Law: what is said of an
// edge is marked in words at its row, and a filter finds it.
it("is a warning in the list of edges, which a filter finds", async () => {
  await restricted("/listed", await policyOf("All of it", "0.0.0.0/0"));
  await restricted("/guarded", await policyOf("Some", "192.0.2.0/24"));
  const { user } = open(href.edges());
  const row = async (name: string) =>
    within((await screen.findByRole("link", { name })).closest("[role=row]")!);
  const listed = await row("listed.example");
  const mark = await listed.findByText("1 warning");
  expect(mark.parentElement?.title).toBe("listed.example/listed: IP restriction is open to everyone");
  const iconOf = (name: HTMLElement) => name.closest("[title]")?.querySelector("use")?.getAttribute("href");
  const guarded = await row("guarded.example");
  expect(guarded.queryByText("1 warning")).toBeNull();
  expect(iconOf(listed.getByText("IP restriction"))).not.toBe(iconOf(guarded.getByText("IP restriction")));
  await user.click(screen.getByRole("button", { name: "Filter" }));
  await user.click(await screen.findByRole("checkbox", { name: "Warnings" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: "guarded.example" })).toBeNull());
  await row("listed.example");
});
