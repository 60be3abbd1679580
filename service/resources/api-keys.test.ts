import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ApiKey, ApiKeyList } from "#contract/api-key.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { addMember } from "../testing/test-member.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

type Key = { id: string; uri: string; token: string; description: string; owner_id: string };
const create = async (body: object = {}) => (await app.call<Key>("POST /api_keys", { body })).body;
const events = async () =>
  (await app.db.selectFrom("events").selectAll().orderBy("id").execute()).map((row) => ({
    ...row,
    object: JSON.parse(row.object) as Record<string, unknown>,
    principal: JSON.parse(row.principal) as Record<string, unknown>,
  }));

const member = () => addMember(app.db);

describe("create", () => {
  it("answers 201 with a token that works at once and is stored as a hash only", async () => {
    const { status, body } = await app.call<Key>("POST /api_keys", {
      body: { description: "CI", metadata: '{"a":1}' },
    });
    expect(status).toBe(201);
    expect(ApiKey.parse(body)).toMatchObject({
      description: "CI",
      metadata: '{"a":1}',
      owner_id: app.userId,
    });
    expect(body.uri).toBe(`http://service.test/api/api_keys/${body.id}`);
    expect(body.token).toMatch(/^gh2_[0-9A-Za-z]{27}_[0-9A-Za-z]{43}$/);
    const headers = { authorization: `Bearer ${body.token}` };
    expect((await app.call(`GET /api_keys/${body.id}`, { headers })).status).toBe(200);
    const tables = await Promise.all(
      (["api_keys", "events"] as const).map((table) => app.db.selectFrom(table).selectAll().execute()),
    );
    expect(JSON.stringify(tables)).not.toContain(body.token);
  });

  it("lets only an admin name another owner, who must exist", async () => {
    const { userId, token } = await member();
    expect(await create({ owner_id: userId })).toMatchObject({ owner_id: userId });
    const unknown = await app.call("POST /api_keys", { body: { owner_id: "usr_nobody" } });
    expect(unknown).toMatchObject({ status: 400, body: { error_code: "ERR_GATEHOUSE_215" } });
    const headers = { authorization: `Bearer ${token}` };
    const refused = await app.call("POST /api_keys", { body: { owner_id: app.userId }, headers });
    expect(refused).toMatchObject({ status: 403, body: { error_code: "ERR_GATEHOUSE_630" } });
    const own = await app.call<Key>("POST /api_keys", { body: { owner_id: userId }, headers });
    expect(own).toMatchObject({ status: 201, body: { owner_id: userId } });
  });
});

describe("get, update, delete", () => {
  it("never shows the token again", async () => {
    const { id } = await create({ description: "one" });
    expect((await app.call<Key>(`GET /api_keys/${id}`)).body).toMatchObject({ token: null });
    const list = await app.call("GET /api_keys");
    expect(ApiKeyList.parse(list.body).keys.every(({ token }) => token === null)).toBe(true);
  });

  it("changes what is given, keeps what is left out, clears with an empty text", async () => {
    const { id } = await create({ description: "one", metadata: "m" });
    const renamed = await app.call(`PATCH /api_keys/${id}`, { body: { description: "two" } });
    expect(renamed).toMatchObject({ status: 200, body: { description: "two", metadata: "m", token: null } });
    const cleared = await app.call(`PATCH /api_keys/${id}`, { body: { id, metadata: "" } });
    expect(cleared.body).toMatchObject({ description: "two", metadata: "" });
    const refused = await app.call(`PATCH /api_keys/${id}`, { body: { owner_id: app.userId } });
    expect(refused.body.msg).toBe("owner_id can’t be changed. Create a key with the other owner instead.");
    expect(refused.body.error_code).toBe("ERR_GATEHOUSE_214");
  });

  it("deletes, and the token stops working", async () => {
    const { id, token } = await create();
    const gone = await app.call(`DELETE /api_keys/${id}`, {
      headers: { "content-type": "application/json" },
    });
    expect(gone).toMatchObject({ status: 204, body: undefined });
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.call("GET /api_keys", { headers })).body.error_code).toBe("ERR_GATEHOUSE_203");
    expect((await app.call(`DELETE /api_keys/${id}`)).status).toBe(404);
  });

  it("refuses to delete the last key of an admin", async () => {
    await member();
    const { body } = await app.call<{ keys: Key[] }>("GET /api_keys");
    const admins = body.keys.find(({ owner_id }) => owner_id === app.userId);
    const refused = await app.call(`DELETE /api_keys/${admins?.id}`);
    expect(refused).toMatchObject({ status: 409, body: { error_code: "ERR_GATEHOUSE_9010" } });
    await create();
    expect((await app.call(`DELETE /api_keys/${admins?.id}`)).status).toBe(204);
  });
});

describe("audit events", () => {
  it("tell of each change, with the resource as it was and no token", async () => {
    const { id, uri } = await create({ description: "one" });
    await app.call(`PATCH /api_keys/${id}`, { body: { description: "two" } });
    await app.call(`DELETE /api_keys/${id}`);
    const rows = await events();
    expect(rows.map(({ type }) => type)).toEqual([
      "api_key_created.v0",
      "api_key_updated.v0",
      "api_key_deleted.v0",
    ]);
    expect(rows.map(({ object }) => object["description"])).toEqual(["one", "two", "two"]);
    expect(Object.keys(rows[0]!.object).toSorted()).toEqual(
      ["id", "uri", "description", "metadata", "created_at", "token"].toSorted(),
    );
    expect(rows[0]).toMatchObject({
      object_id: id,
      object: { id, uri, token: null },
      principal: {
        id: app.userId,
        subject: "admin",
        source: "API",
        credential: { id: expect.stringMatching(/^ak_/) },
      },
    });
  });

  it("are one transaction with the change: without the event there is no key", async () => {
    await app.db.schema.alterTable("events").renameTo("elsewhere").execute();
    expect((await app.call("POST /api_keys", { body: { description: "lost" } })).status).toBe(500);
    const { body } = await app.call<{ keys: Key[] }>("GET /api_keys");
    expect(body.keys.map(({ description }) => description)).not.toContain("lost");
  });

  it("are not written for what is refused", async () => {
    await app.call("POST /api_keys", { body: { description: 1 } });
    await app.call("DELETE /api_keys/ak_0");
    expect(await events()).toEqual([]);
  });
});

describe("pages", () => {
  it("are newest first, whole, and end with null", async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.push((await create()).id);
    const seen: string[] = [];
    let next: string | null = "/api_keys?limit=2";
    while (next !== null) {
      const { body }: { body: { keys: Key[]; uri: string; next_page_uri: string | null } } = await app.call(
        `GET ${next}`,
      );
      expect(body.uri).toBe("http://service.test/api/api_keys");
      expect(body.keys.length).toBeLessThanOrEqual(2);
      seen.push(...body.keys.map(({ id }) => id));
      next = body.next_page_uri?.replace("http://service.test/api", "") ?? null;
    }
    expect(seen.slice(0, 5)).toEqual(made.toReversed());
    expect(seen).toHaveLength(6);
  });

  it("go on before an id that was deleted or never made, and are empty before the oldest", async () => {
    const [older, newer] = [await create(), await create()];
    await app.call(`DELETE /api_keys/${newer.id}`);
    const page = await app.call<{ keys: Key[] }>(`GET /api_keys?before_id=${newer.id}&limit=1`);
    expect(page.body.keys.map(({ id }) => id)).toEqual([older.id]);
    const none = await app.call("GET /api_keys?before_id=ak_000000000000000000000000000");
    expect(none).toMatchObject({ status: 200, body: { keys: [], next_page_uri: null } });
  });
});
