import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component as NewDestination } from "../event-destination-form/event-destination-new-page.tsx";
import { Component } from "./event-destinations-page.tsx";

connectedService();
const make = (path: string, body: object) => request<{ id: string }>({ method: "POST", path, body });

const open = (search = "") =>
  renderInApp(null, {
    path: href.eventDestinations(search),
    routes: [{ path: paths.eventDestinations, Component }],
  });

// Cause: the deletion of a destination that is used was offered, and refused with IDs alone. Law: what can't be deleted says who uses
// it, with a link, before anything is confirmed.
it("says which subscriptions send to it, and is deleted only once none does", async () => {
  const target = { file: { name: "audit.ndjson" } };
  const { id } = await make("/event_destinations", { description: "Audit file", target });
  const sources = [{ type: "ip_policy_created.v0" }];
  const body = { description: "Policies", sources, destination_ids: [id] };
  const subscription = await make("/event_subscriptions", body);
  const { user, client } = open(`?open=${id}`);
  const page = href.eventSubscriptions(`?open=${subscription.id}`);
  const link = await screen.findByRole("link", { name: "Policies" });
  expect(link.getAttribute("href")).toBe(page);
  await user.click(screen.getByRole("button", { name: "Delete…" }));
  const dialog = await screen.findByRole("dialog", { name: /^Delete event destination/ });
  const used = await within(dialog).findByRole("link", { name: "Policies" });
  expect(used.getAttribute("href")).toBe(page);
  const confirm = within(dialog).getByRole("button", { name: "Delete event destination" });
  expect(confirm.getAttribute("aria-disabled")).toBe("true");
  await request({ method: "DELETE", path: `/event_subscriptions/${subscription.id}` });
  await client.refetchQueries({ queryKey: ["event_subscriptions"] });
  await waitFor(() => expect(confirm.getAttribute("aria-disabled")).toBeNull());
  await user.click(confirm);
  await screen.findByText("Event destination “Audit file” deleted");
});

it("says that no subscription sends to it", async () => {
  const target = { file: { name: "later.ndjson" } };
  const { id } = await make("/event_destinations", { description: "Later", target });
  open(`?open=${id}`);
  expect(await screen.findByText("No subscription")).toBeDefined();
});

/** The dialog over the list. */
const openNew = (search = "") =>
  renderInApp(null, {
    path: `${href.eventDestinationNew()}${search}`,
    routes: [{ path: paths.eventDestinations, children: [{ path: "new", Component: NewDestination }] }],
  });

// Cause: a reload while the signing secret was shown left an empty form, as if nothing had been created. Law: what was created is told,
// and what to do about a secret that was not saved.
it("says after a reload that a destination was created, and where to enter another secret", async () => {
  const { user, router, unmount } = openNew();
  await user.click(await screen.findByLabelText("Name"));
  await user.paste("Security team");
  await user.click(screen.getByLabelText("URL"));
  await user.paste("https://hooks.example.com/in");
  await user.click(screen.getByRole("button", { name: "Create destination" }));
  await screen.findByText("Copy the signing secret of “Security team”");
  const { search } = router.state.location;
  unmount();
  openNew(search);
  const note = await screen.findByText(/earlier\. Its signing secret can’t be shown again/);
  const id = new URLSearchParams(search).get("created") ?? "";
  const link = within(note).getByRole("link", { name: "enter a new one" });
  expect(link.getAttribute("href")).toBe(href.eventDestinationEdit(id));
});

// Cause: the fault of a URL asked for https although http on this machine is taken, with the example of a login. Law: what is said of a
// field is true of it, and its example fits.
it("says which URLs and secrets it takes", async () => {
  const { user } = openNew();
  await user.click(await screen.findByLabelText("URL"));
  await user.paste("ftp://foo");
  await user.click(screen.getByLabelText("Signing secret"));
  await user.paste("short");
  await user.click(screen.getByRole("button", { name: "Create destination" }));
  await screen.findByText(
    "Must be an https URL (http only for localhost). Example: https://hooks.example.com/gatehouse",
  );
  await screen.findByText("Must be whsec_ and 24 to 64 bytes in base64.");
  expect(screen.getByText("Leave it empty to have one created. You see it once.")).toBeDefined();
});
