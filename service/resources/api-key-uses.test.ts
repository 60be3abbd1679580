// Cause: nothing told whether a key is still used. Law: each request that comes with a key is a use of it, however it is answered.
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ApiKey } from "#contract/api-key.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

type Uses = { api_key_uses: { api_key: { id: string; uri: string }; used_at: string }[] };
const used = async () => {
  const { body } = await app.call<Uses>("GET /api_key_uses");
  return body.api_key_uses.map(({ api_key: { id } }) => id);
};
const make = async () => (await app.call<ApiKey>("POST /api_keys", { body: { description: "ci" } })).body;
const as = ({ token }: ApiKey) => ({ headers: { authorization: `Bearer ${token}` } });

it("names the key that asks, and none that did nothing yet", async () => {
  const { id } = await make();
  const ids = await used();
  expect(ids).toHaveLength(1);
  expect(ids).not.toContain(id);
  const { body } = await app.call<Uses>("GET /api_key_uses");
  expect(body.api_key_uses[0]?.api_key.uri).toMatch(new RegExp(`/api/api_keys/${ids[0]}$`));
});

it.each([
  ["a read", "GET /ip_policies", 200],
  ["what is refused", "GET /ip_policies/ipp_none", 404],
])("counts %s", async (_, operation, status) => {
  const key = await make();
  expect((await app.call(operation, as(key))).status).toBe(status);
  expect(await used()).toContain(key.id);
});

it("counts a look at the metrics", async () => {
  const key = await make();
  expect((await app.fetch("/metrics", as(key))).status).toBe(200);
  expect(await used()).toContain(key.id);
});

it("is gone with its key", async () => {
  const key = await make();
  await app.call("GET /ip_policies", as(key));
  await app.call(`DELETE /api_keys/${key.id}`);
  expect(await used()).not.toContain(key.id);
});
