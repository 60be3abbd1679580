// Cause: a demo account had neither subscription nor destination. Law: each page of the console has something to show in it, and
// nothing of it fails or leaves the machine.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Event } from "#contract/event.ts";
import { EventSourceCreate } from "#contract/event-source.ts";
import { sourceFaults } from "#contract/event-source-faults.ts";
import { type RunningService, startService } from "../context.ts";
import { callOver } from "../testing/test-app.ts";
import { testConfig } from "../testing/test-config.ts";

let dir: string;
let service: RunningService;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "gatehouse-demo-sends-"));
  service = await startService({
    config: testConfig({ data: dir, demo: 1, demoVisitors: 0, edgeTcp: "off" }),
    log: pino({ level: "silent" }),
    consoleDir: join(dir, "none"),
  });
});
afterEach(async () => {
  await service.dispose();
  await rm(dir, { recursive: true, force: true });
});

type Sources = { type: string; fields?: string[]; filter?: string; sample?: number; fault?: string }[];
type Lists = {
  event_subscriptions: { sources: Sources; destinations: { id: string }[] }[];
  event_destinations: { id: string }[];
};

test("what happened in the demo is in its file, in order, and nothing waits or has failed", async () => {
  const call = callOver((path, init) => fetch(`${service.origin}${path}`, init), service.admin.token);
  const { event_subscriptions: all } = (await call<Lists>("GET /event_subscriptions")).body;
  const { event_destinations: to } = (await call<Lists>("GET /event_destinations")).body;
  expect(all.map(({ destinations }) => destinations.map(({ id }) => id))).toEqual([to.map(({ id }) => id)]);
  for (const { type, fields, filter, sample, fault } of all[0]?.sources ?? []) {
    const asked = EventSourceCreate.parse({ type, fields, filter, sample });
    expect([type, fault, await sourceFaults(type, asked)]).toEqual([type, undefined, []]);
  }
  await vi.waitFor(
    async () =>
      expect((await call(`GET /event_destinations/${to[0]?.id}/delivery`)).body).toMatchObject({
        due: 0,
        failed: 0,
        last_failure: null,
      }),
    10_000,
  );
  const { events } = (await call<{ events: Event[] }>("GET /events?limit=100")).body;
  const lines = (await readFile(join(dir, "events", "siem.ndjson"), "utf8")).trimEnd().split("\n");
  const sent = lines.map((line) => (JSON.parse(line) as Event).event_id);
  expect(events.length).toBeGreaterThan(20);
  expect(sent.toSorted()).toEqual(events.map(({ event_id }) => event_id).toSorted());
});
