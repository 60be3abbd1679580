import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Credential } from "#contract/credential.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { addMember } from "../testing/test-member.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const create = (body: object, headers: Record<string, string> = {}) =>
  app.call<Credential>("POST /credentials", { body, headers });

describe("PATCH /credentials/{id}", () => {
  it("changes what is given, replaces the ACL, and shows no token", async () => {
    const { id, token } = (await create({ description: "a", acl: ["bind:*.example.com"] })).body;
    const renamed = await app.call(`PATCH /credentials/${id}`, { body: { description: "b" } });
    expect(renamed).toMatchObject({
      status: 200,
      body: { id, description: "b", acl: ["bind:*.example.com"], token: null },
    });
    const open = await app.call<Credential>(`PATCH /credentials/${id}`, { body: { acl: [] } });
    expect(open.body).toMatchObject({ description: "b", acl: [] });
    expect((await app.call(`GET /credentials/${id}`)).body).toEqual(open.body);
    const rows = await app.db.selectFrom("events").selectAll().orderBy("seq").execute();
    expect(rows.map(({ type }) => type)).toEqual([
      "tunnel_credential_created.v0",
      "tunnel_credential_updated.v0",
      "tunnel_credential_updated.v0",
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
    const fields = ["acl", "created_at", "description", "id", "metadata", "token", "uri"];
    expect(Object.keys(JSON.parse(rows[2]?.object ?? "") as object).toSorted()).toEqual(fields);
  });

  it("refuses a change of nothing, and another owner", async () => {
    const { id } = (await create({})).body;
    const nothing = await app.call(`PATCH /credentials/${id}`, { body: {} });
    expect(nothing).toMatchObject({ status: 400, body: { error_code: "ERR_GATEHOUSE_606" } });
    const owner = await app.call(`PATCH /credentials/${id}`, { body: { owner_id: app.userId } });
    expect(owner.status).toBe(400);
    expect(owner.body.msg).toContain("owner_id can’t be changed");
  });
});

describe("POST /credentials", () => {
  it("lets only an admin name another owner", async () => {
    const { userId, token } = await addMember(app.db);
    expect((await create({ owner_id: userId })).body).toMatchObject({ owner_id: userId });
    const headers = { authorization: `Bearer ${token}` };
    const refused = await create({ owner_id: app.userId }, headers);
    expect(refused).toMatchObject({ status: 403, body: { error_code: "ERR_GATEHOUSE_630" } });
    expect((await create({}, headers)).body).toMatchObject({ owner_id: userId });
  });
});
