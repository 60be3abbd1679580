import { afterAll, beforeAll, expect, it } from "vitest";
import { createEdgeAccount } from "../edge-account.ts";
import { createRestarts } from "../gateway/restarts.ts";
import { embeddedVersions, sharedVersions } from "../store/versions.ts";
import { makeWorld, routeIds } from "../testing/conformance/world.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it("is what the edge knows with its next request: until when, and not any more once it is ended", async () => {
  // Law: bodies are kept only where and as long as an operator asked for it, an hour at most.
  const world = makeWorld(app);
  let asked = 0;
  const versions = app.url === null ? embeddedVersions(app.db, () => (asked += 1)) : sharedVersions(app.db);
  const account = createEdgeAccount(app.db, versions, createRestarts(), {
    nodeId: "test",
    secret: new Uint8Array(32),
    headersMax: 32_768,
    oauth: { apps: new Map(), places: new Map() },
  });
  const captures = async () => [...(await account.now()).captures];
  const { id: target_id } = await routeIds(world);
  expect(await captures()).toEqual([]);
  const long = await world.make("/traffic_captures", {}, { target_id, seconds: 3_600 });
  const short = await world.make("/traffic_captures", {}, { target_id, seconds: 60 });
  const until = Date.parse(String(long["expires_at"]));
  expect(until - Date.parse(String(long["created_at"]))).toBe(3_600_000);
  expect(await captures()).toEqual([[target_id, until]]);
  for (const { id } of [long, short])
    expect((await app.call(`DELETE /traffic_captures/${id}`)).status).toBe(204);
  expect(await captures()).toEqual([]);
});
