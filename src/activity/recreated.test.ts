// Cause: what was restored read "created", beside "deleted" of just that. Law: what happened is said as far as events tell it: that it
// was created again as it was (decisions/console/recent-changes.md).
import { expect, it } from "vitest";
import type { Event } from "#contract/event.ts";
import { makeWorld, ROUTES } from "#service/testing/conformance/world.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { happeningsOf } from "./happenings.ts";

const app = connectedApp();

/** What the log says of whatever happens meanwhile, oldest first. */
async function said(happen: () => Promise<unknown>) {
  const read = async () => (await app.call<{ events: Event[] }>("GET /events?limit=100")).body.events;
  const before = new Set((await read()).map(({ event_id }) => event_id));
  await happen();
  const events = (await read()).filter(({ event_id }) => !before.has(event_id));
  return happeningsOf(events, [], [], 0, [])
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ did, noun, object }) => `${did} ${noun.one} ${object}`);
}

it("says of an edge and its route that they are recreated, with new IDs", async () => {
  const create = async () => {
    const world = makeWorld(app);
    const edge = await world.make("/edges/https", {}, { hostports: ["again.example:443"] });
    await world.make(ROUTES, { edge_id: edge.id }, { match: "/team", description: "Team" });
    return edge.id;
  };
  const lines = await said(async () => {
    await app.call(`DELETE /edges/https/${await create()}`);
    await create();
  });
  expect(lines).toEqual([
    "created HTTPS edge again.example",
    "created route again.example/team",
    "deleted route again.example/team",
    "deleted HTTPS edge again.example",
    "recreated HTTPS edge again.example",
    "recreated route again.example/team",
  ]);
});

it("says created of what is not as it was, of a second one, and of keys", async () => {
  const { id: policy } = await makeWorld(app).make("/ip_policies", {}, { description: "Yard" });
  const rule = async (action: string) => {
    const body = { ip_policy_id: policy, action, cidr: "192.0.2.0/24", description: "", metadata: "" };
    const { id } = (await app.call<{ id: string }>("POST /ip_policy_rules", { body })).body;
    await app.call(`DELETE /ip_policy_rules/${id}`);
  };
  const backend = async () => makeWorld(app).make("/backends/tunnel_group", {}, { labels: { app: "yard" } });
  const key = async () => makeWorld(app).make("/api_keys", {}, { description: "CI" });
  const lines = await said(async () => {
    await rule("allow");
    await rule("deny");
    await rule("allow");
    await app.call(`DELETE /backends/tunnel_group/${(await backend()).id}`);
    await backend();
    await backend();
    await app.call(`DELETE /api_keys/${(await key()).id}`);
    await key();
  });
  const verbs = lines.map((line) => line.split(" ")[0]).filter((verb) => verb !== "deleted");
  const [rules, backends, keys] = [verbs.slice(0, 3), verbs.slice(3, 6), verbs.slice(6)];
  expect(rules).toEqual(["created", "created", "recreated"]);
  expect(backends).toEqual(["created", "recreated", "created"]);
  expect(keys).toEqual(["created", "created"]);
});
