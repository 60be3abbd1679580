import { expect, it } from "vitest";
import { listOf } from "#api/follow-stream.ts";
import { AUDIT_KINDS, auditEventType } from "#contract/audit-event.ts";
import { RESOURCES } from "./all.ts";
import { KINDS } from "./kinds.ts";

it("holds every kind of resource, each once", () => {
  expect(RESOURCES.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(KINDS).toSorted());
});

it("each list but those that the stream tells of is named by the audit events of what it holds", () => {
  // Cause: a kind whose list the stream named wrongly would be up to a poll behind. Law: a change is in an open page within a second.
  const named = new Set(
    AUDIT_KINDS.map((kind) => listOf(JSON.stringify({ event_type: auditEventType(kind, "created") }))),
  );
  const lists = RESOURCES.map(({ query }) => query.queryKey[0]);
  const told = ["tunnel_sessions", "tunnels", "endpoints"];
  expect(lists.filter((key) => !named.has(key))).toEqual(told);
});
