// Law: a reset is one audited change that every process acts by at its next look, and saving the module again is none
// (docs/decisions/edge/live-state.md). Cause of the second half: a save lost what the service had noted beside a module.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { Event } from "#contract/event.ts";
import type { LiveState } from "#contract/traffic/live-state.ts";
import { makeWorld, routeIds } from "../testing/conformance/world.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
let apps: TestApp[];
beforeAll(async () => {
  app = await startTestApp();
  apps = inject("postgres") ? [app, await startTestApp({ beside: app })] : [app];
});
afterAll(async () => {
  for (const one of apps.toReversed()) await one.close();
});

it("begins anew at every process, once", async () => {
  const { edge_id, id } = await routeIds(makeWorld(app));
  const at = `/edges/https/${edge_id}/routes/${id}`;
  const put = () => app.call(`PUT ${at}/circuit_breaker`, { body: { tripped_duration: 60 } });
  await put();
  const sinces = () =>
    Promise.all(
      apps.map(async ({ call }) => {
        const { body } = await call<LiveState>(`GET ${at}/live_state`);
        expect(body).toMatchObject({ edges: [{ rate_limits: [] }], silent: 0 });
        return Date.parse(body.edges[0]?.circuit_breaker?.since ?? "");
      }),
    );
  const first = await sinces();
  await sleep(100);
  const reset = { body: { module: "circuit_breaker" } };
  expect((await app.call(`POST ${at}/live_state/reset`, reset)).status).toBe(204);
  const second = await sinces();
  second.forEach((since, index) => expect(since - (first[index] ?? 0)).toBeGreaterThan(50));
  const { body } = await app.call<{ events: Event[] }>("GET /events?limit=1");
  const object = { id, edge_id, match: expect.stringMatching(/^\/r\d/), module: "circuit_breaker" };
  expect(body.events).toMatchObject([{ event_type: "live_state_reset_created.v0", object }]);
  await sleep(100);
  await put();
  (await sinces()).forEach((since, index) => expect(Math.abs(since - (second[index] ?? 0))).toBeLessThan(50));
});
