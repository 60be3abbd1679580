import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase } from "../testing/test-postgres.ts";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { renewVersions, sharedVersions, type VersionsNow } from "./versions.ts";

let dir: string;
let store: Database;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "gatehouse-versions-"));
  store = await openTestDatabase(dir);
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true });
});

const at = "2026-11-22T00:00:00Z";
const texts = { description: "", metadata: "", created_at: at };
const policy = () => ({ id: newId("ipPolicy"), ...texts });
const rule = (ip_policy_id: string, cidr = "192.0.2.0/24") => ({
  id: newId("ipPolicyRule"),
  ip_policy_id,
  cidr,
  action: "allow",
  ...texts,
});

const raised = async (work: () => Promise<unknown>): Promise<string[]> => {
  const before = await store.versions.now();
  await work();
  const after = await store.versions.now();
  const names = Object.keys(before) as (keyof VersionsNow)[];
  for (const name of names) expect(after[name]).toBeGreaterThanOrEqual(before[name]);
  return names.filter((name) => after[name] > before[name]);
};

describe("the version of a table", () => {
  // Cause: nothing told that a list is as it was, so each request read it anew. Law: each change of a row is counted.
  it("is there for every table but those that no answer that is kept shows", async () => {
    const tables = await store.db.introspection.getTables();
    const others = [
      "api_key_uses",
      "ended_sessions",
      "ended_tunnels",
      "nodes",
      "session_changes",
      "versions",
      "leases",
      "event_deliveries",
      "event_delivery_states",
    ];
    const shown = tables.map(({ name }) => name).filter((name) => !others.includes(name));
    expect(Object.keys(await store.versions.now()).toSorted()).toEqual(shown.toSorted());
  });

  it("is raised by an insert, an update and a delete, and by no read", async () => {
    const { db } = store;
    const row = policy();
    expect(await raised(() => db.insertInto("ip_policies").values(row).execute())).toEqual(["ip_policies"]);
    const update = () => db.updateTable("ip_policies").set({ description: "new" }).execute();
    expect(await raised(update)).toEqual(["ip_policies"]);
    expect(await raised(() => db.selectFrom("ip_policies").selectAll().execute())).toEqual([]);
    expect(await raised(() => db.deleteFrom("ip_policies").execute())).toEqual(["ip_policies"]);
    expect(await raised(() => db.deleteFrom("ip_policies").execute())).toEqual([]);
  });

  it("is raised for rows that go with another", async () => {
    const { db } = store;
    const row = policy();
    await db.insertInto("ip_policies").values(row).execute();
    await db
      .insertInto("ip_policy_rules")
      .values([rule(row.id), rule(row.id, "198.51.100.0/24")])
      .execute();
    const gone = await raised(() => db.deleteFrom("ip_policies").where("id", "=", row.id).execute());
    expect(gone.toSorted()).toEqual(["ip_policies", "ip_policy_rules"]);
  });

  it("stays when a transaction is not kept", async () => {
    const failing = () =>
      store.db.transaction().execute(async (trx) => {
        await trx.insertInto("ip_policies").values(policy()).execute();
        throw new Error("not kept");
      });
    expect(await raised(() => failing().catch(() => undefined))).toEqual([]);
  });

  // Cause: a folder put back from a copy counts on from the copy's numbers. Law: no version stands for two contents.
  it("goes beyond what any copy of the database has counted to, each time it is opened", async () => {
    const before = await store.versions.now();
    const since = Date.now() * 1000;
    await renewVersions(store.db);
    const after = await store.versions.now();
    for (const [name, value] of Object.entries(after)) {
      expect(value).toBeGreaterThanOrEqual(since);
      expect(value).toBeGreaterThan(before[name as keyof VersionsNow]);
    }
  });

  it("is seen by who asks after the commit, however many ask at once", async () => {
    for (let i = 0; i < 20; i += 1) {
      const asked = Array.from({ length: 5 }, () => store.versions.now());
      const before = await store.versions.now();
      await store.db.insertInto("ip_policies").values(policy()).execute();
      const after = await Promise.all([store.versions.now(), store.versions.now(), store.versions.now()]);
      for (const one of after) expect(one.ip_policies).toBe(before.ip_policies + 1);
      await Promise.all(asked);
    }
  });

  // Cause: several ask at once, and one reading answers all. Law: not who asks once something was committed that it may have missed.
  it("is read again for who asks while a reading from before the commit is under way", async () => {
    const gate = new EventTarget();
    const opened = once(gate, "open");
    const slow = store.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        gate.dispatchEvent(new Event("read"));
        await opened;
        return result;
      },
    });
    const versions = sharedVersions(slow);
    const isRead = once(gate, "read");
    const earlier = versions.now();
    await isRead;
    await store.db.insertInto("ip_policies").values(policy()).execute();
    const later = [versions.now(), versions.now()];
    gate.dispatchEvent(new Event("open"));
    const { ip_policies: before } = await earlier;
    for (const one of await Promise.all(later)) expect(one.ip_policies).toBe(before + 1);
  });
});
