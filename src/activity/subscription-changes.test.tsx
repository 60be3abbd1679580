// Cause: a changed subscription showed all of its sources before and after, as JSON. Law: a change shows only what changed, in the
// words of its form.
import { screen, waitFor } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { request } from "#api/client.ts";
import { fetchEvents } from "#api/events.ts";
import { EventDestination } from "#contract/event-destination.ts";
import { EventSubscription } from "#contract/event-subscription.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { changesOf } from "./changes-of.ts";
import { PartChanges } from "./part-changes.tsx";

connectedApp();
const HTTP = "http_request_complete.v0";
let id: string;
let destination: string;
beforeAll(async () => {
  const target = { file: { name: "audit.ndjson" } };
  const body = { description: "Audit file", target };
  const made = await request({ method: "POST", path: "/event_destinations", body, answer: EventDestination });
  destination = made.id;
  const sources = [{ type: HTTP }, { type: "ip_policy_created.v0" }, { type: "ip_policy_deleted.v0" }];
  const of = { sources, destination_ids: [destination] };
  id = (await request({ method: "POST", path: "/event_subscriptions", body: of, answer: EventSubscription }))
    .id;
});

/** What the newest change of the subscription reads as. */
async function told(): Promise<string[]> {
  let [event] = (await fetchEvents({ object_id: id }, null))?.events ?? [];
  await waitFor(async () => {
    [event] = (await fetchEvents({ object_id: id }, null))?.events ?? [];
    expect(event).toBeDefined();
  });
  renderInApp(<PartChanges parts={event ? changesOf(event) : []} past />);
  await waitFor(() => expect(screen.queryByText(destination)).toBeNull());
  return screen.getAllByRole("listitem").map(({ textContent }) => textContent);
}

it("tells which events were added and removed, and what was chosen of those that stayed", async () => {
  const sources = [
    { type: HTTP, filter: "ev.conn.server_port == 443", sample: 0.125, fields: ["conn.client_ip"] },
    { type: "ip_policy_created.v0" },
    { type: "ip_policy_updated.v0" },
  ];
  await request({ method: "PATCH", path: `/event_subscriptions/${id}`, body: { sources } });
  expect(await told()).toEqual([
    "Events− removed ip_policy_deleted.v0+ added ip_policy_updated.v0",
    "HTTP requests: fields− was all fields+ became conn.client_ip",
    "HTTP requests: filter− was no filter+ became ev.conn.server_port == 443",
    "HTTP requests: share− was 100 %+ became 12.5 %",
  ]);
});

it("says one that was deleted in words too", async () => {
  await request({ method: "DELETE", path: `/event_subscriptions/${id}` });
  const [sources] = (await told()).filter((line) => line.startsWith("Events"));
  expect(sources).toBe(
    `Events− was ${HTTP} · ev.conn.server_port == 443 · 12.5 % · conn.client_ip\nip_policy_created.v0\nip_policy_updated.v0`,
  );
});
