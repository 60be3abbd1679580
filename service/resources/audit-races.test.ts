import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { adminKeyFile } from "../admin.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const make = async (path: string, body: object = {}) =>
  (await app.call<{ id: string; token: string }>(`POST ${path}`, { body })).body;
const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

// Failed where the service wrote a new admin.key before the last deletion, which it then allowed. Law: the last one stays.
it("all admin keys deleted at the same moment: one stays", async () => {
  rmSync(adminKeyFile(app.dir));
  await make("/api_keys");
  await make("/api_keys");
  const { body } = await app.call<{ keys: { id: string }[] }>("GET /api_keys");
  const answers = await Promise.all(body.keys.map(({ id }) => app.call(`DELETE /api_keys/${id}`)));
  const kept = await app.db.selectFrom("api_keys").select("id").execute();
  expect(kept).toHaveLength(1);
  expect(statuses(answers)).toEqual([204, 204, 409]);
});

it("one range for three rules of a policy at the same moment: one has it", async () => {
  const { id: ip_policy_id } = await make("/ip_policies");
  const body = { ip_policy_id, cidr: "10.0.0.0/8", action: "allow" };
  const answers = await Promise.all([1, 2, 3].map(() => app.call("POST /ip_policy_rules", { body })));
  expect(statuses(answers)).toEqual([201, 409, 409]);
});

it("a policy deleted while a rule is made for it: both or neither are there", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id } = await make("/ip_policies");
    const body = { ip_policy_id: id, cidr: "10.0.0.0/8", action: "allow" };
    const [made, gone] = await Promise.all([
      app.call("POST /ip_policy_rules", { body }),
      app.call(`DELETE /ip_policies/${id}`),
    ]);
    expect(gone.status).toBe(204);
    expect([201, 400]).toContain(made.status);
  }
  expect(await app.db.selectFrom("ip_policy_rules").selectAll().execute()).toEqual([]);
});

it("numbers events without a gap or a repeat, whoever writes them", async () => {
  await Promise.all(Array.from({ length: 40 }, () => make("/ip_policies")));
  await app.call("POST /ip_policies", { body: { description: 1 } });
  const rows = await app.db.selectFrom("events").select("seq").orderBy("seq").execute();
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
});
