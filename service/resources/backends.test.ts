// Cause: labels that couldn't be read made lists of backends and tunnels fail with 500, and what would have mended them too. Law: such a
// backend matches nothing, is answered with why, and can be set anew or deleted (docs/decisions/edge/fail-closed.md).
import { afterAll, beforeAll, expect, it } from "vitest";
import { TunnelGroupBackend, type TunnelGroupBackendUpdate } from "#contract/backend.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

const PATH = "/backends/tunnel_group";
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it.each(["{", "[]", "null", "{}", '{"app":1}'])("labels %s are answered, and mended", async (labels) => {
  const { body: made } = await app.call<TunnelGroupBackend>(`POST ${PATH}`, {
    body: { labels: { app: "a" } },
  });
  await app.db.updateTable("backends").set({ labels }).where("id", "=", made.id).execute();
  const unreadable = "The stored labels can’t be read";
  const { status, body } = await app.call<TunnelGroupBackend>(`GET ${PATH}/${made.id}`);
  expect([status, body]).toMatchObject([200, { labels: {}, tunnels: [], unreadable }]);
  expect(TunnelGroupBackend.safeParse(body).success).toBe(true);
  expect(await app.call(`GET ${PATH}`)).toMatchObject({ status: 200 });
  const change = { labels: { app: "b" } } satisfies TunnelGroupBackendUpdate;
  const mended = await app.call<TunnelGroupBackend>(`PATCH ${PATH}/${made.id}`, { body: change });
  expect([mended.status, mended.body]).toMatchObject([200, change]);
  expect(mended.body).not.toHaveProperty("unreadable");
  await app.db.updateTable("backends").set({ labels }).where("id", "=", made.id).execute();
  expect(await app.call(`DELETE ${PATH}/${made.id}`)).toMatchObject({ status: 204 });
});
