import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { EndedRow } from "../store/ended-sessions.ts";
import { cameBackAs } from "./came-back.ts";

const at = (second: number) => new Date(Date.UTC(2026, 10, 27) + second * 1000).toISOString();
const AGENT = { credential_id: "cr_1", ip: "192.0.2.1", os: "linux", metadata: "" };
const online = (id: string, started: number, more: object = {}) => ({
  ...AGENT,
  id,
  started_at: at(started),
  succeeds: null,
  ...more,
});
const ended = (id: string, started: number, end: number, more: object = {}): EndedRow => ({
  ...online(id, started),
  agent_version: "",
  region: "us",
  transport: "service/2",
  ended_at: at(end),
  reason: "lost",
  refusal: null,
  ...more,
});

test("an agent that came back twice has left once less than it came", () => {
  // Cause: two sessions that ended and one that is online were told as one agent that is away. Law: each is followed by the next.
  const gone = [ended("ts_2", 100, 200), ended("ts_1", 0, 90)];
  expect([...cameBackAs(gone, [online("ts_3", 210)])]).toEqual([
    ["ts_1", "ts_2"],
    ["ts_2", "ts_3"],
  ]);
  expect([...cameBackAs(gone, [])]).toEqual([["ts_1", "ts_2"]]);
});

test("another agent that looks alike and ran all along does not take its place", () => {
  expect(cameBackAs([ended("ts_1", 0, 500)], [online("ts_2", 60)]).size).toBe(0);
  expect(cameBackAs([ended("ts_1", 0, 500)], [online("ts_2", 600, { ip: "192.0.2.2" })]).size).toBe(0);
});

test("one that could prove it comes first, wherever it is; one that fell silent may be back before its end", () => {
  const gone = [ended("ts_1", 0, 100), ended("ts_2", 0, 100)];
  const moved = online("ts_3", 110, { succeeds: "ts_2", ip: "198.51.100.9" });
  expect([...cameBackAs(gone, [moved])]).toEqual([["ts_2", "ts_3"]]);
  expect([...cameBackAs([ended("ts_1", 0, 100)], [online("ts_2", 80)])]).toEqual([["ts_1", "ts_2"]]);
  const closed = ended("ts_1", 0, 100, { reason: "closed" });
  expect(cameBackAs([closed], [online("ts_2", 80)]).size).toBe(0);
});

// Cause: an agent whose authtoken was replaced was listed twice, online and offline. Law: one agent is one, as far as it can be told.
test("one with another authtoken is known by its metadata, address and OS, where only one looks like it", () => {
  const host = { metadata: '{"host":"ams-scan-01"}' };
  const other = { ...host, credential_id: "cr_2" };
  const gone = ended("ts_1", 0, 100, host);
  expect([...cameBackAs([gone], [online("ts_2", 110, other)])]).toEqual([["ts_1", "ts_2"]]);
  const twin = online("ts_3", 120, other);
  expect(cameBackAs([gone], [online("ts_2", 110, other), twin]).size).toBe(0);
  expect(cameBackAs([gone, ended("ts_0", 0, 90, { ...host, credential_id: "cr_3" })], [twin]).size).toBe(0);
  expect(cameBackAs([gone], [online("ts_2", 90, other)]).size).toBe(0);
  expect(cameBackAs([gone], [online("ts_2", 110, { ...other, ip: "192.0.2.9" })]).size).toBe(0);
  expect(cameBackAs([ended("ts_1", 0, 100)], [online("ts_2", 110, { credential_id: "cr_2" })]).size).toBe(0);
});

test("no session comes after two, or before its own", () => {
  const spans = fc.array(
    fc.record({ start: fc.nat(300), length: fc.nat(100), ip: fc.constantFrom("192.0.2.1", "192.0.2.2") }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(spans, spans, (gone, here) => {
      const rows = gone.map(({ start, length, ip }, n) => ended(`ts_a${n}`, start, start + length, { ip }));
      const now = here.map(({ start, ip }, n) => online(`ts_b${n}`, start, { ip }));
      const after = cameBackAs(rows, now);
      expect(new Set(after.values()).size).toBe(after.size);
      const all = new Map([...rows, ...now].map((one) => [one.id, one]));
      for (const [from, to] of after) {
        expect(all.get(to)?.ip).toBe(all.get(from)?.ip);
        expect(Date.parse(all.get(to)!.started_at)).toBeGreaterThan(Date.parse(all.get(from)!.started_at));
      }
    }),
  );
});
