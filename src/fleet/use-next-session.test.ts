// Cause: the page of an endpoint whose agent had crashed and come back at another address said that nobody serves it, for ever. Law:
// the only online session of the same agent that began later is followed; where several look like it, none is.
import { expect, test } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { nextOf } from "./use-next-session.ts";

const session = (id: string, more: Partial<TunnelSession> = {}) =>
  ({
    id,
    ip: "192.0.2.7",
    os: "linux",
    metadata: "a",
    started_at: "2026-11-22T10:00:00Z",
    ...more,
  }) as TunnelSession;
const old = session("ts_1");
const later = { started_at: "2026-11-22T10:05:00Z" };

test.each<[string, TunnelSession[], string | null]>([
  ["the only one that began later", [session("ts_2", later)], "ts_2"],
  ["none", [], null],
  ["itself", [old], null],
  ["itself beside a twin", [old, session("ts_2", later)], null],
  ["two that look alike", [session("ts_2", later), session("ts_3", later)], null],
  ["one that began earlier", [session("ts_2", { started_at: "2026-11-22T09:00:00Z" })], null],
  ["another agent", [session("ts_2", { ...later, metadata: "b" })], null],
])("%s", (_, now, next) => expect(nextOf(old, now)).toBe(next));
