// Cause: an event counted as told by an update that this browser had only heard of, which has no line of its own, so that Recent changes
// left out updates sent elsewhere. Law: an event gives way only to a line that tells more of it.
import { expect, it } from "vitest";
import type { Event } from "#contract/event.ts";
import { answered } from "#fleet/action.ts";
import { withHeard } from "#fleet/commands.ts";
import { OF_ROLLOUT } from "#fleet/sent-here.ts";
import { startAction } from "#fleet/start-action.ts";
import { happeningsOf } from "./happenings.ts";
import { isUnlogged } from "./logged.ts";

const AT = Date.parse("2026-11-21T11:00:00Z");
const session = {
  id: "ts_1",
  uri: "",
  agent_version: "3.17.4",
  ip: "",
  os: "windows",
  region: "eu",
  started_at: "2026-11-20T14:00:00Z",
  transport: "service/2",
};
const event: Event = {
  event_id: "ev_1",
  event_type: "agent_command_created.v0",
  event_timestamp: new Date(AT).toISOString(),
  object: { id: "ts_1", command: "update", metadata: '{"host":"ord-pos-01"}' },
};
const sent = { kind: "update", session, sessions: [], urls: [], at: AT } as const;

it.each([
  ["heard of", withHeard([], session, { state: "updated", version: "3.18.2" }, AT)],
  ["sent by a rollout", [startAction({ ...sent, id: `${OF_ROLLOUT}1` })]],
])("an update that was %s hides no event", (_, actions) => {
  expect(actions).toHaveLength(1);
  expect(happeningsOf([event], actions, [], AT)).toMatchObject([
    { did: "sent an update to", object: "ord-pos-01" },
  ]);
});

// Cause: that an agent had refused an update was told in the browser alone that sent it. Law: what was tried is told to everyone, in the
// same words, and once.
it.each([
  [
    "ERR_GATEHOUSE_9102",
    "Off.",
    "Updates off. Turn on update checks in its configuration, or update it on its host.",
  ],
  ["ERR_GATEHOUSE_9103", "It is already updating to 3.18.2.", "It is already updating to 3.18.2."],
])("an update that an agent refused with %s is told with its reason", (code, reason, detail) => {
  const object = { ...event.object, error_code: code, reason };
  const refused = { ...event, event_type: "agent_command_refused.v0", object };
  const told = { did: "tried to update", object: "ord-pos-01", to: "/sessions/ts_1", detail };
  expect(happeningsOf([refused], [], [], AT)).toMatchObject([told]);
  const own = answered(
    startAction({ ...sent, id: "1" }),
    { outcome: "refused", error: { msg: reason, code, status: 409 } },
    AT,
  );
  expect(happeningsOf([refused], [own], [], AT)).toHaveLength(1);
  expect([isUnlogged(own, [refused]), isUnlogged(own, [])]).toEqual([false, true]);
});
