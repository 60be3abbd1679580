// Cause: a deny rule that replaced an allow rule was one of "created 4 IP rules". Law: a change that is of another kind than those around
// it has a line of its own.
import { expect, it } from "vitest";
import type { Event } from "#contract/event.ts";
import { burstsOf, burstText } from "./bursts.ts";
import { happeningsOf } from "./happenings.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
let ids = 0;
const event = (second: number, did: string, action: string, more: object = {}, key = "ak_1"): Event => ({
  event_id: `ev_${(ids += 1)}`,
  event_type: `ip_policy_rule_${did}.v0`,
  event_timestamp: new Date(NOW - 60_000 + second * 1000).toISOString(),
  principal: { id: "usr_1", credential: { id: key } } as Event["principal"],
  object: { id: `ipr_${ids}`, action, cidr: "10.9.0.0/24", ip_policy: { id: "ipp_1" }, ...more },
});
const others = (second: number) =>
  [1, 2, 3].map((n) => event(second + n, "created", "allow", { cidr: `10.0.${second + n}.0/24` }));
/** The lines of events, given as they came. */
const lines = (events: readonly Event[]) =>
  burstsOf(happeningsOf(events.toReversed(), [], [], NOW)).map((burst) =>
    burst.length > 1 ? burstText(burst) : `${burst[0].did} ${burst[0].object}: ${burst[0].detail}`,
  );

it("shows a rule that took the place of another one by itself", () => {
  const replaced = [event(10, "deleted", "allow"), event(11, "created", "deny")];
  expect(lines([...replaced, ...others(11)])).toEqual([
    "created 3 IP rules",
    "replaced 10.9.0.0/24: deny instead of allow",
    "deleted 10.9.0.0/24: allow",
  ]);
});

it.each([
  ["as it was", "allow", {}, "ak_1", 11],
  ["in another policy", "deny", { ip_policy: { id: "ipp_2" } }, "ak_1", 11],
  ["of another range", "deny", { cidr: "10.8.0.0/24" }, "ak_1", 11],
  ["by someone else", "deny", {}, "ak_2", 11],
  ["later", "deny", {}, "ak_1", 30],
  ["before", "deny", {}, "ak_1", 9],
])("takes no rule for a replacement that is created %s", (_, action, more, key, second) => {
  const made = event(second, "created", action, more, key);
  expect(lines([event(10, "deleted", "allow"), made]).filter((line) => line.startsWith("replaced"))).toEqual(
    [],
  );
});
