// Cause: after a request of which nobody knows what the app would have answered, all that a breaker had let in was "unknown", though the
// draft blocks it before the breaker. Law: what a module decided at the time counts where it can't be counted again.
import { expect, test } from "vitest";
import { newId } from "#service/store/ids.ts";
import { EDGE, moduleEdge } from "../testing/module-edge.ts";

const t = moduleEdge();
const POLICY = newId("ipPolicy");
const made = { description: "", metadata: "", created_at: new Date().toISOString() };

async function allow(cidr: string) {
  const rule = { ...made, id: newId("ipPolicyRule"), ip_policy_id: POLICY, action: "allow", cidr };
  await t.gateway.db.deleteFrom("ip_policy_rules").execute();
  await t.gateway.db.insertInto("ip_policy_rules").values(rule).execute();
}

async function send() {
  const asked = { proto: "https", host: EDGE, target: "/v1/", method: "GET" } as const;
  const from = { clientIp: "10.0.2.1", headers: {}, body: Buffer.alloc(0), module: null };
  const { event, response } = await t.edge.test({ id: newId("event"), ...asked, ...from });
  return { event, passed: response?.status === 200 };
}

test("who passed a circuit breaker is blocked by what comes before it", async () => {
  await t.gateway.db
    .insertInto("ip_policies")
    .values({ ...made, id: POLICY })
    .execute();
  await t.set("circuit_breaker", { volume_threshold: 100 });
  await t.set("ip_restriction", { ip_policy_ids: [POLICY] });
  await allow("10.0.1.0/24");
  const refused = await send();
  await allow("10.0.2.0/24");
  const passed = await send();
  expect([refused.passed, passed.passed]).toEqual([false, true]);
  const rules = [{ id: "0", action: "allow", cidr: "10.0.9.0/24" }];
  const draft = { ipPolicy: { id: POLICY, description: "Office", rules } };
  const { effects, blocked } = await t.edge.preview(draft, [passed.event, refused.event], async () => null);
  const block = { verdict: "block", reason: "No rule allows 10.0.2.1" };
  expect(effects).toEqual([block, block]);
  expect(blocked).toBe(2);
});
