import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CertificateAuthority } from "#contract/certificate-authority.ts";
import type { Event } from "#contract/event.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { attentionOf } from "./attention.ts";
import { countBy } from "./counts.ts";
import { happeningsOf } from "./recent.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const nothing = { sessions: [], lost: [], actions: [], rules: [], authorities: [], now: NOW };
const agent = (id: string, version: string) =>
  ({ id, agent_version: version, metadata: "" }) as TunnelSession;
const authority = (days: number) =>
  ({
    id: `ca_${days}`,
    not_after: new Date(NOW + days * 86_400_000 + 1000).toISOString(),
  }) as CertificateAuthority;
const rule = (id: string, cidr: string, action: string) =>
  ({ id, cidr, action, ip_policy: { id: "ipp_1", uri: "" } }) as IpPolicyRule;

describe("attentionOf", () => {
  it("is empty when nothing is wrong", () => {
    expect(
      attentionOf({ ...nothing, sessions: [agent("ts_1", "3.1.0")], authorities: [authority(30)] }),
    ).toEqual([]);
  });

  it("counts the agents behind and leads to them", () => {
    const sessions = [agent("ts_1", "3.1.0"), agent("ts_2", "3.0.9"), agent("ts_3", "2.9.9")];
    expect(attentionOf({ ...nothing, sessions })).toMatchObject([
      { what: "1 agent behind 3.1.0", link: { to: "/sessions?outdated=yes" } },
    ]);
  });

  it("tells what is lost, expired and about to expire, in this order", () => {
    const items = attentionOf({
      ...nothing,
      lost: [{ session: agent("ts_gone", "3.1.0"), seenAt: 0, leftAt: NOW }],
      authorities: [authority(29), authority(-1), authority(31)],
    });
    expect(items.map(({ key, tone }) => [key, tone])).toEqual([
      ["lost ts_gone", "bad"],
      ["ca ca_-1", "bad"],
      ["ca ca_29", "warn"],
    ]);
    expect(items[2]?.why).toBe("This certificate authority expires in 29 days");
  });

  it("shows three warnings of the rules and counts the others", () => {
    const rules = ["0.0.0.0/0", "::/0", "10.0.0.0/8", "10.0.0.0/8", "10.0.0.0/8"].map((cidr, n) =>
      rule(`ipr_${n}`, cidr, "allow"),
    );
    const items = attentionOf({ ...nothing, rules });
    expect(items).toHaveLength(4);
    expect(items.at(-1)).toMatchObject({ key: "rules", link: { to: "/ip-rules" } });
  });
});

describe("countBy", () => {
  it("loses no row and puts the most frequent first", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(..."abcdefghij".split(""))), fc.nat(12), (rows, most) => {
        const { bars, more } = countBy(rows, (row) => row, most);
        expect(bars.reduce((sum, { count }) => sum + count, more.count)).toBe(rows.length);
        expect(bars.map(({ count }) => count)).toEqual(
          bars.map(({ count }) => count).toSorted((a, b) => b - a),
        );
        for (const { value, count } of bars) {
          expect(count).toBe(rows.filter((row) => row === value).length);
          expect(count).toBeGreaterThanOrEqual(more.values > 0 ? more.count / more.values : 0);
        }
        expect(bars.length + more.values).toBe(new Set(rows).size);
      }),
    );
  });
});

describe("happeningsOf", () => {
  const event = (type: string, object: object): Event => ({
    event_id: "ev_1",
    event_type: type,
    event_timestamp: "2026-11-21T11:00:00Z",
    principal: { id: "usr_1", subject: "ops laptop" },
    object: { ...object },
  });

  it("says who did what to what, and links what is still there", () => {
    const [made] = happeningsOf(
      [event("ip_policy_rule_created.v0", { id: "ipr_1", cidr: "10.0.0.0/8" })],
      [],
      NOW,
    );
    expect(made).toMatchObject({
      who: "ops laptop",
      did: "created IP rule",
      object: "10.0.0.0/8",
      to: "/ip-rules/ipr_1",
    });
    const [gone] = happeningsOf([event("api_key_deleted.v0", { id: "ak_1", description: "CI" })], [], NOW);
    expect(gone).toMatchObject({ did: "deleted key", object: "CI", to: null });
  });

  // Cause: only the deletion itself was unlinked, so "created IP rule" above it led to a page of nothing.
  // Law: never a dead link.
  it("links nothing that a later event deleted", () => {
    const made = event("ip_policy_rule_created.v0", { id: "ipr_1", cidr: "10.0.0.0/8" });
    const gone = {
      ...event("ip_policy_rule_deleted.v0", { id: "ipr_1", cidr: "10.0.0.0/8" }),
      event_id: "ev_2",
    };
    expect(happeningsOf([gone, made], [], NOW).map(({ to }) => to)).toEqual([null, null]);
  });

  it("shows a kind it does not know by its wire name", () => {
    const [odd] = happeningsOf([event("constructor_created.v9", {})], [], NOW);
    expect(odd).toMatchObject({ did: "created constructor", to: null });
  });
});
