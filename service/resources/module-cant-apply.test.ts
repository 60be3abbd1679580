// Cause: a rule that the edge can't apply closed its route, which every page showed as on and online. Law: where nobody
// gets in by how a module is set, its answer says so and why (docs/decisions/edge/fail-closed.md).
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeWorld } from "../testing/conformance/world.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const rule = (type: string) => [{ name: "", expressions: [], actions: [{ type }] }];

it.each<[kind: string, closes: object, why: string, mended: object]>([
  [
    "policies",
    { outbound: rule("deny") },
    "Rule 1: deny works in inbound rules only",
    { inbound: rule("deny") },
  ],
  [
    "policies",
    { inbound: [{ name: "Odd", expressions: ["nobody.knows"], actions: [] }] },
    "Odd: expression 1 ",
    { inbound: [] },
  ],
])("%s that closes its route says why, and no more once it is mended", async (kind, closes, why, mended) => {
  const world = makeWorld(app);
  const { id: edgeId } = await world.make("/edges/https");
  const { id } = await world.make(
    "/edges/https/{edge_id}/routes",
    { edge_id: edgeId },
    { match: `/${kind}` },
  );
  const path = `/edges/https/${edgeId}/routes/${id}`;
  const put = async (body: object) =>
    (await app.call<Record<string, unknown>>(`PUT ${path}/${kind}`, { body: { ...body } })).body;
  const inRoute = async () => (await app.call<Record<string, object>>(`GET ${path}`)).body[kind];
  // The module's own answer is what was set.
  expect(await put(closes)).not.toHaveProperty("unreadable");
  expect(await inRoute()).toMatchObject({
    ...closes,
    unreadable: expect.stringMatching(new RegExp(`^${why}`)),
  });
  await put(mended);
  expect(await inRoute()).not.toHaveProperty("unreadable");
});

// Cause: a route whose IP policies let nobody in was "Online" on every page. Law: which policies allow nobody is told.
it("policies of which no rule allows anyone are listed until one does", async () => {
  const world = makeWorld(app);
  const { id } = await world.make("/ip_policies");
  const isClosed = async () => {
    const { body } = await app.call<{ closed_ip_policies: { id: unknown }[] }>("GET /closed_ip_policies");
    return body.closed_ip_policies.some((one) => one.id === id);
  };
  const rule = (action: string, cidr: string) =>
    world.make("/ip_policy_rules", {}, { ip_policy_id: id, action, cidr });
  expect(await isClosed()).toBe(true);
  await rule("deny", "10.0.0.0/8");
  expect(await isClosed()).toBe(true);
  const { id: allow } = await rule("allow", "203.0.113.0/24");
  expect(await isClosed()).toBe(false);
  await app.call(`DELETE /ip_policy_rules/${allow}`);
  expect(await isClosed()).toBe(true);
});
