import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { request } from "#api/client.ts";
import { EventDestination } from "#contract/event-destination.ts";
import { EventSubscription } from "#contract/event-subscription.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./event-subscription-edit-page.tsx";

const service = connectedApp();
const HTTP = "http_request_complete.v0";
let id: string;
let destinations: string[];
let files = 0;

const makeDestination = async (description: string) => {
  const body = { description, target: { file: { name: `f${(files += 1)}.ndjson` } } };
  return (await request({ method: "POST", path: "/event_destinations", body, answer: EventDestination })).id;
};
beforeEach(async () => {
  destinations = [await makeDestination("Audit file"), await makeDestination("Other file")];
  const body = {
    description: "Traffic",
    sources: [
      { type: HTTP, filter: "ev.conn.server_port == 443", sample: 0.5 },
      { type: "ip_policy_created.v0" },
    ],
    destination_ids: [destinations[0]],
  };
  const made = await request({
    method: "POST",
    path: "/event_subscriptions",
    body,
    answer: EventSubscription,
  });
  id = made.id;
});

afterEach(() => void vi.restoreAllMocks());

const get = () => request({ method: "GET", path: `/event_subscriptions/${id}`, answer: EventSubscription });
/** What is sent by PATCH from here on. */
function patches(): unknown[] {
  const bodies: unknown[] = [];
  const real = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    if (init?.method === "PATCH") bodies.push(JSON.parse(init.body as string));
    return real(input, init);
  });
  return bodies;
}
const open = () =>
  renderInApp(null, {
    path: href.eventSubscriptionEdit(id),
    routes: [{ path: paths.eventSubscriptionEdit, Component }],
  });
const save = () => screen.getByText("Save");

it("sends the sources and destinations as they are chosen, and nothing that was not changed; undo puts them back", async () => {
  const before = await get();
  const { user } = open();
  await screen.findByLabelText("Filter for HTTP requests");
  const sent = patches();
  // By labels: roles of a hundred checks take their time here.
  const audit = within(screen.getByText("IP policies").closest("fieldset")!);
  await user.click(audit.getByLabelText("Deleted"));
  await user.click(audit.getByLabelText("Created"));
  await user.click(screen.getByText("Choose fields"));
  await user.type(screen.getByLabelText("Search fields of HTTP requests"), "client_ip");
  await user.click(screen.getByLabelText("conn.client_ip"));
  const share = screen.getByLabelText("Share of HTTP requests in percent");
  expect(share).toHaveProperty("value", "50");
  await user.clear(share);
  await user.type(share, "12.5");
  await user.click(await screen.findByLabelText("Other file"));
  await user.click(save());
  await screen.findByText("Subscription “Traffic” saved");
  expect(sent).toEqual([
    {
      sources: [
        { type: HTTP, fields: ["conn.client_ip"], filter: "ev.conn.server_port == 443", sample: 0.125 },
        { type: "ip_policy_deleted.v0" },
      ],
      destination_ids: destinations.toReversed(),
    },
  ]);
  await user.click(screen.getByText("Undo"));
  await screen.findByText("Undone: changes to subscription “Traffic”");
  expect(await get()).toEqual(before);
});

it("says in place what to change of a filter, and sends none that is wrong", async () => {
  const { user } = open();
  const filter = await screen.findByLabelText("Filter for HTTP requests");
  // Cause: a heading of level 3 followed the page's own. Law: no level of headings is skipped.
  screen.getByRole("heading", { name: "HTTP requests: what is sent", level: 2 });
  const sent = patches();
  await user.clear(filter);
  await user.paste("ev.http.request.method == 'get' ");
  await screen.findAllByText(/an’t use ev.http.request.method. Use one of ev.conn.client_ip/);
  await user.click(save());
  expect(sent).toEqual([]);
  await user.clear(filter);
  await user.paste("ev.conn.server_port == 80 ");
  await waitFor(() => expect(filter.getAttribute("aria-invalid")).toBe("false"));
  await user.click(save());
  await screen.findByText("Subscription “Traffic” saved");
  expect((await get()).sources[0]).toMatchObject({ filter: "ev.conn.server_port == 80 ", sample: 0.5 });
});

it("says that a share is none, keeps what was typed, and does not send it", async () => {
  const { user } = open();
  const share = await screen.findByLabelText("Share of HTTP requests in percent");
  const sent = patches();
  await user.clear(share);
  await user.type(share, "150");
  await user.click(save());
  await screen.findByText("Enter a number above 0, up to 100. Example: 10");
  expect([sent, (share as HTMLInputElement).value]).toEqual([[], "150"]);
});

it("keeps what somebody else changed meanwhile, and asks where both changed the same", async () => {
  const { user } = open();
  await user.type(await screen.findByLabelText("Name"), " 2");
  const theirs = { sources: [{ type: HTTP, filter: "" }] };
  await request({ method: "PATCH", path: `/event_subscriptions/${id}`, body: theirs });
  await user.click(save());
  await screen.findByText(/saved. Kept changes from elsewhere: Events/);
  expect(await get()).toMatchObject({ description: "Traffic 2", sources: [{ type: HTTP, filter: "" }] });
});

// Cause: a conflict showed the whole lists of both sides, as JSON. Law: each side shows what it added and removed, in words.
it("asks with what each side added and removed", async () => {
  const { user } = open();
  await screen.findByLabelText("Filter for HTTP requests");
  const audit = within(screen.getByText("IP policies").closest("fieldset")!);
  await user.click(audit.getByLabelText("Deleted"));
  const theirs = {
    sources: [{ type: HTTP, filter: "ev.conn.server_port == 80" }, { type: "ip_policy_updated.v0" }],
  };
  await request({ method: "PATCH", path: `/event_subscriptions/${id}`, body: theirs });
  await user.click(save());
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getAllByRole("radio").map((one) => one.closest("label")?.textContent)).toEqual([
    "Theirs− removed ip_policy_created.v0+ added ip_policy_updated.v0HTTP requests: filter− was ev.conn.server_port == 443+ becomes ev.conn.server_port == 80",
    "Yours+ added ip_policy_deleted.v0",
    "Both− removed ip_policy_created.v0+ added ip_policy_updated.v0\nip_policy_deleted.v0HTTP requests: filter− was ev.conn.server_port == 443+ becomes ev.conn.server_port == 80",
  ]);
});

it("shows a source whose filter can’t be read, which sends nothing", async () => {
  await service.db
    .updateTable("event_sources")
    .set({ filter: "ev.conn.country == 'NL'" })
    .where("subscription_id", "=", id)
    .where("type", "=", HTTP)
    .execute();
  open();
  const note = await screen.findByText(/Nothing is sent: the filter/);
  expect(note.textContent).toContain("has an unknown field: ev.conn.country");
});
