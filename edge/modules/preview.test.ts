// Cause: what a change does to visitors was seen by them. Law: what a preview says of a request is what the edge does with it, for
// any rules and patterns, and where that can't be known it says so (docs/decisions/edge/previews.md).
import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { newId } from "#service/store/ids.ts";
import { EDGE, moduleEdge } from "../testing/module-edge.ts";
import type { DraftModule } from "./draft.ts";

const t = moduleEdge();
const POLICY = newId("ipPolicy");
const made = { description: "", metadata: "", created_at: new Date().toISOString() };
const rule = (action: string, cidr: string) => ({
  ...made,
  id: newId("ipPolicyRule"),
  ip_policy_id: POLICY,
  action,
  cidr,
});
beforeAll(async () => {
  await t.gateway.db
    .insertInto("ip_policies")
    .values({ ...made, id: POLICY })
    .execute();
});

const send = async (clientIp: string, agent: string | null, module: DraftModule | null) => {
  const headers: Record<string, string[]> = agent === null ? {} : { "User-Agent": [agent] };
  const common = { id: newId("event"), proto: "https", host: EDGE, target: "/v1/", method: "GET" } as const;
  const sent = await t.edge.test({ ...common, headers, body: Buffer.alloc(0), clientIp, module });
  return { event: sent.event, passed: sent.response?.status === 200 };
};
const ip = fc.tuple(fc.constantFrom(1, 2), fc.constantFrom(0, 128, 255)).map(([a, b]) => `10.0.${a}.${b}`);
const agent = fc.option(fc.constantFrom("curl/8", "Wget", "Bot"), { nil: null });
const patterns = fc.subarray(["curl", "(?i)bot", "^$", "W"]);
const filter = fc.record({ enabled: fc.boolean(), allow: patterns, deny: patterns });
const cidr = fc.constantFrom("10.0.0.0/16", "10.0.1.0/24", "10.0.1.128/25", "10.0.2.0/32", "0.0.0.0/0");
const rules = fc.uniqueArray(fc.tuple(fc.constantFrom("allow", "deny"), cidr), {
  maxLength: 4,
  selector: ([, range]) => range,
});

test("it says what the edge then does, whatever is saved, drafted and asked", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ rules, saved: filter, draft: filter, restricted: fc.boolean(), drafted: fc.boolean() }),
      fc.array(fc.tuple(ip, agent), { minLength: 1, maxLength: 4 }),
      async (given, visitors) => {
        await t.gateway.db.deleteFrom("ip_policy_rules").execute();
        for (const one of given.rules)
          await t.gateway.db
            .insertInto("ip_policy_rules")
            .values(rule(...one))
            .execute();
        await t.set("user_agent_filter", given.saved);
        await t.set("ip_restriction", { enabled: given.restricted, ip_policy_ids: [POLICY] });
        const module: DraftModule = given.drafted
          ? { ownerId: t.ids.route, kind: "user_agent_filter", request: given.draft }
          : {
              ownerId: t.ids.route,
              kind: "ip_restriction",
              request: { enabled: !given.restricted, ip_policy_ids: [POLICY] },
            };
        const before = await Promise.all(visitors.map((visitor) => send(...visitor, null)));
        const after = await Promise.all(visitors.map((visitor) => send(...visitor, module)));
        const effects = await t.edge.preview(
          { module },
          before.map(({ event }) => event),
        );
        const told = effects.map((effect) => (typeof effect === "string" ? effect : effect.verdict));
        const happened = before.map(({ passed }, index) => {
          const now = after[index]?.passed;
          return passed === now ? "none" : now ? "allow" : "block";
        });
        expect(told).toEqual(happened);
      },
    ),
    { numRuns: 40 },
  );
});

test("the rules of a policy, and what can't be told", async () => {
  await t.gateway.db.deleteFrom("ip_policy_rules").execute();
  await t.gateway.db.insertInto("ip_policy_rules").values(rule("allow", "10.0.1.0/24")).execute();
  await t.set("ip_restriction", { ip_policy_ids: [POLICY] });
  const events = [(await send("10.0.1.1", null, null)).event, (await send("10.0.2.1", null, null)).event];
  const drafted = (of: readonly TrafficEvent[] = events) =>
    t.edge.preview(
      {
        ipPolicy: {
          id: POLICY,
          description: "Office",
          rules: [{ id: "0", action: "allow", cidr: "10.0.2.0/24" }],
        },
      },
      of,
    );
  const [blocked, allowed] = [
    { verdict: "block", reason: "No rule allows 10.0.1.1" },
    { verdict: "allow", reason: "10.0.2.1 matches allow 10.0.2.0/24 of Office" },
  ];
  expect(await drafted()).toEqual([blocked, allowed]);
  // Whether its token would do is not kept.
  await t.set("jwt_validation", { allow: {} });
  expect(await drafted()).toEqual([blocked, "unknown"]);
  const gone = { ...events[1]!, gatehouse: { ...events[1]!.gatehouse, route_id: "edghtsrt_0" } };
  expect(await drafted([gone])).toEqual(["unknown"]);
});
