import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ensureAdmin, isUntouched } from "./admin.ts";
import type { Db } from "./store/schema.ts";
import { hashToken } from "./store/tokens.ts";
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

  it("takes up the file of a first start that died before the key was stored", async () => {
    const token = "gh2_from-a-start-that-died-early";
    writeFileSync(join(dir, "admin.key"), `${token}\n`);
    expect((await ensureAdmin(db, dir, null)).token).toBe(token);
  });

  it("replaces a token that was deleted, and never revives it", async () => {
    const first = await ensureAdmin(db, dir, null);
    await db.deleteFrom("api_keys").execute();
    const second = await ensureAdmin(db, dir, null);
    expect(second).toMatchObject({ userId: first.userId });
    expect(second.token).not.toBe(first.token);
    expect(file()).toBe(second.token);
    expect(await hashes()).toEqual([hashToken(second.token)]);
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
