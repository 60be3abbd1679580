import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Event } from "#contract/event.ts";
import { ensureAdmin, isUntouched } from "./admin.ts";
import type { Db } from "./store/schema.ts";
import { newId } from "./store/ids.ts";
import { hashToken, newToken } from "./store/tokens.ts";
import { startTestApp } from "./testing/test-app.ts";
import { openTestDatabase } from "./testing/test-postgres.ts";

let dir: string;
let db: Db;
let close: () => Promise<void>;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "gatehouse-admin-"));
  ({ db, close } = await openTestDatabase(dir));
});
afterEach(async () => {
  await close();
  rmSync(dir, { recursive: true, force: true });
});

const file = () => readFileSync(join(dir, "admin.key"), "utf8").trim();
const hashes = async () => (await db.selectFrom("api_keys").select("hash").execute()).map(({ hash }) => hash);

describe("ensureAdmin", () => {
  it("makes the first admin, whose token is in a file of mode 0600 and a hash in the store", async () => {
    const admin = await ensureAdmin(db, dir, null);
    expect(file()).toBe(admin.token);
    expect(statSync(join(dir, "admin.key")).mode & 0o777).toBe(0o600);
    expect(await hashes()).toEqual([hashToken(admin.token)]);
    expect(readdirSync(dir).filter((name) => name.startsWith("admin.key"))).toEqual(["admin.key"]);
  });

  it("keeps it at the next start", async () => {
    const first = await ensureAdmin(db, dir, null);
    expect(await ensureAdmin(db, dir, null)).toEqual(first);
    expect(await hashes()).toHaveLength(1);
  });

  it("starts after a first start that died before the key was stored", async () => {
    writeFileSync(join(dir, "admin.key.new"), "gh2_from-a-start-that-died-early\n");
    const admin = await ensureAdmin(db, dir, null);
    expect(file()).toBe(admin.token);
    expect(readdirSync(dir).filter((name) => name.startsWith("admin.key"))).toEqual(["admin.key"]);
  });

  it("takes up the file of a first start that died after the key was stored", async () => {
    const first = await ensureAdmin(db, dir, null);
    renameSync(join(dir, "admin.key"), join(dir, "admin.key.new"));
    expect(await ensureAdmin(db, dir, null)).toEqual(first);
    expect(file()).toBe(first.token);
    expect(await hashes()).toHaveLength(1);
  });

  it("replaces a token that was deleted, and never revives it", async () => {
    const app = await startTestApp();
    const other = await app.call<{ token: string }>("POST /api_keys", { body: {} });
    const { body } = await app.call<{ keys: { id: string }[] }>("GET /api_keys");
    const own = body.keys.map(({ id }) => id).find((id) => app.key.includes(id.slice(3)));
    const authorization = `Bearer ${other.body.token}`;
    expect((await app.call(`DELETE /api_keys/${own}`, { headers: { authorization } })).status).toBe(204);
    const second = await ensureAdmin(app.db, app.dir, null);
    expect(second).toMatchObject({ userId: app.userId });
    expect(second.token).not.toBe(app.key);
    expect(readFileSync(join(app.dir, "admin.key"), "utf8").trim()).toBe(second.token);
    expect(await ensureAdmin(app.db, app.dir, null)).toEqual(second);
    // Cause: after a rotation an admin key that nobody knew of was listed. Law: each key's creation is in the event log.
    const id = `ak_${second.token.split("_")[1]}`;
    const { events } = (await app.call<{ events: Event[] }>("GET /events", { headers: { authorization } }))
      .body;
    expect(events.slice(0, 2)).toMatchObject([
      { event_type: "api_key_created.v0", object: { id, token: null } },
      { event_type: "api_key_deleted.v0", object: { id: own } },
    ]);
    const me = await app.call("GET /whoami", { headers: { authorization } });
    expect(me.body).toMatchObject({ admin_key_id: id });
    await app.close();
  });

  // Cause: beside an admin.key every empty database became a new account, with the old key, and every other account got a
  // new key. Law: the two belong together, and what is not so is told, with nothing changed.
  it("refuses an empty database beside its file, whatever --api-key says", async () => {
    const token = newToken("apiKey", newId("apiKey"));
    writeFileSync(join(dir, "admin.key"), `${token}\n`);
    for (const apiKey of [null, token, "an-operator-chose-this-token"]) {
      await expect(ensureAdmin(db, dir, apiKey)).rejects.toThrow(
        /admin\.key belongs to an account, but gatehouse\.db beside it is empty\. Restore/,
      );
    }
    await expect(ensureAdmin(db, dir, null, true)).rejects.toThrow(/the database of --database-url is empty/);
    expect(file()).toBe(token);
    expect(await hashes()).toEqual([]);
  });

  // Cause: an admin.key that held something else was written over. Law: it belongs to an account until somebody says otherwise.
  it("refuses a file without a key, and leaves it", async () => {
    writeFileSync(join(dir, "admin.key"), "garbage key with spaces\n");
    for (const apiKey of [null, "an-operator-chose-this-token"])
      await expect(ensureAdmin(db, dir, apiKey)).rejects.toThrow(/admin\.key holds no key that can be read/);
    expect(file()).toBe("garbage key with spaces");
    expect(await hashes()).toEqual([]);
  });

  it("refuses the database of another account beside its file, and takes a key of that account", async () => {
    const { token } = await ensureAdmin(db, dir, null);
    const foreign = newToken("apiKey", newId("apiKey"));
    writeFileSync(join(dir, "admin.key"), `${foreign}\n`);
    await expect(ensureAdmin(db, dir, null)).rejects.toThrow(/holds no key of the account in gatehouse\.db/);
    await expect(ensureAdmin(db, dir, foreign)).rejects.toThrow(/holds no key of the account/);
    expect(file()).toBe(foreign);
    expect(await hashes()).toEqual([hashToken(token)]);
    expect((await ensureAdmin(db, dir, token)).token).toBe(token);
    expect(file()).toBe(token);
  });

  it("uses and keeps the token it is given; the old one goes on working", async () => {
    const first = await ensureAdmin(db, dir, null);
    const given = "an-operator-chose-this-token";
    expect((await ensureAdmin(db, dir, given)).token).toBe(given);
    expect(file()).toBe(given);
    expect((await hashes()).toSorted()).toEqual([hashToken(first.token), hashToken(given)].toSorted());
    expect((await ensureAdmin(db, dir, null)).token).toBe(given);
  });

  it("refuses a token whose owner is no admin", async () => {
    const { token } = await ensureAdmin(db, dir, null);
    await db.updateTable("users").set({ admin: 0 }).execute();
    await expect(ensureAdmin(db, dir, token)).rejects.toThrow(/doesn’t belong to an admin/);
  });
});

describe("isUntouched", () => {
  const created_at = "2026-11-21T09:00:00Z";

  it("is true of all that ensureAdmin makes, also by several starts", async () => {
    await ensureAdmin(db, dir, null);
    await ensureAdmin(db, dir, "an-operator-chose-this-token");
    rmSync(join(dir, "admin.key"));
    await ensureAdmin(db, dir, null);
    expect(await hashes()).toHaveLength(3);
    expect(await isUntouched(db)).toBe(true);
  });

  const text = { description: "", metadata: "", created_at };
  const event = {
    seq: 1,
    principal_id: "",
    type: "api_key_deleted.v0",
    timestamp: created_at,
    principal: "{}",
    object: "{}",
    before: null,
    key_id: "",
  };
  it.each<[string, (owner_id: string) => { execute: () => Promise<unknown> }]>([
    ["key", (owner_id) => db.insertInto("api_keys").values({ id: "x", hash: "h", owner_id, ...text })],
    [
      "credential",
      (owner_id) => db.insertInto("credentials").values({ id: "x", hash: "h", owner_id, acl: "[]", ...text }),
    ],
    ["edge", () => db.insertInto("https_edges").values({ id: "x", hostports: "[]", ...text })],
    ["user", () => db.insertInto("users").values({ id: "x", name: "bot", admin: 0, created_at })],
    ["audit event", () => db.insertInto("events").values({ id: "x", object_id: "gone", ...event })],
  ])("is false once there is one more %s", async (_, add) => {
    const { userId } = await ensureAdmin(db, dir, null);
    await add(userId).execute();
    expect(await isUntouched(db)).toBe(false);
  });
});
