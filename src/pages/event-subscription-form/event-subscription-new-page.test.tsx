// Cause: a filter, fields and a share could be chosen only after a subscription had sent everything. Law: what is sent of traffic
// is chosen before the first event is.
import { screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { request } from "#api/client.ts";
import { EventDestination } from "#contract/event-destination.ts";
import { EventSubscriptionList } from "#contract/event-subscription.ts";
import { keep, trafficEvent } from "#service/testing/traffic-events.ts";
import { href, paths } from "#resources/paths.ts";
import { BenchWorker } from "#testing/bench-worker.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./event-subscription-new-page.tsx";

const service = connectedApp();
afterEach(async () => {
  vi.unstubAllGlobals();
  for (const { id } of await subscriptions())
    await request({ method: "DELETE", path: `/event_subscriptions/${id}` });
});
const HTTP = "http_request_complete.v0";
let destination: string;
beforeAll(async () => {
  const body = { description: "Audit file", target: { file: { name: "audit.ndjson" } } };
  const made = await request({ method: "POST", path: "/event_destinations", body, answer: EventDestination });
  destination = made.id;
});

const subscriptions = async () =>
  (await request({ method: "GET", path: "/event_subscriptions", answer: EventSubscriptionList }))
    .event_subscriptions;
async function open() {
  const view = renderInApp(null, {
    path: href.eventSubscriptionNew(),
    routes: [
      { path: paths.eventSubscriptionNew, Component },
      { path: paths.eventSubscriptions, element: null },
    ],
  });
  const { user } = view;
  await user.click(await screen.findByLabelText("HTTP requests"));
  await screen.findByLabelText("Filter for HTTP requests");
  await user.click(await screen.findByLabelText("Audit file"));
  return view;
}
const create = () => screen.getByText("Create subscription");

it("creates a subscription with the fields, the filter and the share of its traffic", async () => {
  const { user } = await open();
  await user.click(screen.getByLabelText("Filter for HTTP requests"));
  await user.paste("ev.conn.server_port == 443");
  const share = screen.getByLabelText("Share of HTTP requests in percent");
  await user.clear(share);
  await user.type(share, "12.5");
  await user.click(screen.getByText("Choose fields"));
  await user.type(screen.getByLabelText("Search fields of HTTP requests"), "client_ip");
  await user.click(screen.getByLabelText("conn.client_ip"));
  // All of a group at once, but one.
  const policies = within(screen.getByText("IP policies").closest("fieldset")!);
  await user.click(policies.getByLabelText("All"));
  await user.click(policies.getByLabelText("Updated"));
  expect(policies.getByLabelText<HTMLInputElement>("All").indeterminate).toBe(true);
  await user.click(create());
  await screen.findByText(/^Subscription .* created$/);
  expect(await subscriptions()).toMatchObject([
    {
      sources: [
        { type: HTTP, fields: ["conn.client_ip"], filter: "ev.conn.server_port == 443", sample: 0.125 },
        { type: "ip_policy_created.v0" },
        { type: "ip_policy_deleted.v0" },
      ],
      destinations: [{ id: destination }],
    },
  ]);
});

it("creates nothing with a filter or a share that is wrong, and says what to change", async () => {
  const { user } = await open();
  const filter = screen.getByLabelText("Filter for HTTP requests");
  await user.click(filter);
  await user.paste("ev.conn.server_prt == 443");
  await screen.findAllByText(/unknown field: ev.conn.server_prt. Did you mean ev.conn.server_port\?/);
  await user.click(create());
  expect(await subscriptions()).toEqual([]);
  await user.clear(filter);
  const share = screen.getByLabelText("Share of HTTP requests in percent");
  await user.clear(share);
  await user.type(share, "0");
  await user.click(create());
  await screen.findByText("Enter a number above 0, up to 100. Example: 10");
  expect(await subscriptions()).toEqual([]);
  await user.clear(share);
  await user.type(share, "100");
  await user.click(create());
  await screen.findByText(/^Subscription .* created$/);
  expect(await subscriptions()).toMatchObject([{ sources: [{ type: HTTP, filter: "", sample: 1 }] }]);
});

// Cause: a press with nothing filled in created a subscription without events or a destination, which sends nothing. Law: nothing is created by
// mistake, and what is missing is said at its field.
it("creates nothing without an event and a destination", async () => {
  const { user } = await open();
  const [events, to] = [screen.getByLabelText("HTTP requests"), screen.getByLabelText("Audit file")];
  await user.click(events);
  await user.click(to);
  await user.click(create());
  await screen.findByText("Required. Select at least one event.");
  screen.getByText("Required. Select or create one.");
  expect(await subscriptions()).toEqual([]);
  await user.click(events);
  await user.click(to);
  expect(screen.queryByText(/^Required/)).toBeNull();
  await user.click(create());
  await screen.findByText(/^Subscription .* created$/);
  expect(await subscriptions()).toHaveLength(1);
});

it("closes the suggestions of a filter by Escape, and stays open itself", async () => {
  // Cause: the dialog heard Escape before the field did. Law: Escape closes what was opened last.
  const { user } = await open();
  await user.click(screen.getByLabelText("Filter for HTTP requests"));
  await user.keyboard("port");
  await screen.findByRole("listbox", { name: "Suggestions" });
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  await user.keyboard("{Escape}");
  await screen.findByText("Leave without saving?");
});

it("says what a source would send of the recent events, and leads to the workbench with it", async () => {
  // Cause: the editor of a source checked a filter and never ran it. Law: the workbench is a part of the source editor.
  vi.stubGlobal("Worker", BenchWorker);
  const ports = [443, 443, 443, 80];
  await keep(
    service.traffic,
    ports.map((port) => trafficEvent({ "conn.server_port": port, "http.request.method": "get" })),
  );
  await service.traffic.flush();
  const { user } = await open();
  const filter = screen.getByLabelText("Filter for HTTP requests");
  await user.click(filter);
  await user.paste("ev.conn.server_port == 443");
  await user.click(await screen.findByText("Try on recent events"));
  await screen.findByText("3 of 4");
  await screen.findByText(/^About \d+ B per day/);
  const share = screen.getByLabelText("Share of HTTP requests in percent");
  await user.clear(share);
  await user.type(share, "50");
  await screen.findByText(/50 % of those/);
  expect(screen.getByText("Open in the workbench").getAttribute("href")).toContain(
    `/events/filters?kind=${HTTP}&filter=ev.conn.server_port+%3D%3D+443&sample=0.5&form=`,
  );
  await user.clear(filter);
  await user.paste("ev.conn.server_port == '443'");
  await screen.findByText("Correct the filter to see what it keeps.");
});

// Cause: a subscription was created without an Undo, which edges, routes, rules and backends have. Law: every save can be undone right
// after it.
it("offers to undo the creation", async () => {
  const { user } = await open();
  await user.click(create());
  await screen.findByText(/^Subscription .* created$/);
  expect(await subscriptions()).toHaveLength(1);
  await user.click(screen.getByText("Undo"));
  await screen.findByText(/^Undone: subscription .* deleted$/);
  expect(await subscriptions()).toEqual([]);
});
