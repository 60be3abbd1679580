// Law: of several processes of an account one sends, and another goes on once that one has no lease.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../testing/webhook-receiver.ts";

const shared = (nodeId: string) => ({ delivery: { shared: true, nodeId, pollMs: 10 } });
let one: TestApp;
let two: TestApp;
let hook: WebhookReceiver;
beforeEach(async () => {
  hook = await startWebhookReceiver();
  one = await startTestApp(shared("one"));
  two = await startTestApp({ ...shared("two"), beside: one });
});
afterEach(async () => {
  await two.close();
  await one.close();
  hook.close();
});

it("one process sends, and the other goes on", async () => {
  const lease = (id: string) => ({ id, expires_at: Number.MAX_SAFE_INTEGER, peer_url: null });
  await one.db
    .insertInto("nodes")
    .values([lease("one"), lease("two")])
    .execute();
  const make = async (app: TestApp, path: string, body: object) =>
    (await app.call<{ id: string }>(`POST ${path}`, { body })).body.id;
  const target = { webhook: { url: hook.url, secret: hook.secret } };
  const destination = await make(one, "/event_destinations", { target });
  const sources = [{ type: "ip_policy_created.v0" }];
  await make(one, "/event_subscriptions", { sources, destination_ids: [destination] });
  one.deliverer.start();
  await make(one, "/ip_policies", {});
  await vi.waitFor(() => expect(one.deliverer.stats().sent).toBe(1));
  two.deliverer.start();
  // Written by the process that does not send.
  await make(two, "/ip_policies", {});
  await vi.waitFor(() => expect(one.deliverer.stats().sent).toBe(2));
  await one.deliverer.close();
  await make(two, "/ip_policies", {});
  await vi.waitFor(() => expect(two.deliverer.stats().sent).toBe(1));
  // As a process that was killed leaves it.
  await one.db.updateTable("leases").set({ node_id: "one" }).execute();
  await make(two, "/ip_policies", {});
  await one.db.deleteFrom("nodes").where("id", "=", "one").execute();
  await vi.waitFor(() => expect(two.deliverer.stats().sent).toBe(2));
  expect(hook.received).toHaveLength(4);
});
