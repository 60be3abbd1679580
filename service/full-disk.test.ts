import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { fillDisk, LARGE, makeReadOnly } from "./testing/storage-faults.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const ready = async () => (await app.fetch("/readyz")).status;
const policies = () => app.db.selectFrom("ip_policies").selectAll().execute();
const create = () => app.call("POST /ip_policies", { body: LARGE });

it("answers 507, logs the cause, is not ready, and goes on by itself once there is room", async () => {
  // Cause: SQLite ends the transaction itself, and the rollback’s own error was told as an internal one while /readyz said
  // ready. Law: a full disk is told as one, to the caller, the log and /readyz, and is over when there is room.
  const free = await fillDisk(app.db);
  expect(await create()).toMatchObject({ status: 507, body: { error_code: "ERR_GATEHOUSE_9016" } });
  expect(app.logged.join("")).toMatch(/SQLITE_FULL|53100/);
  expect(app.logged.join("")).not.toContain("rollback");
  expect(app.logged.filter((line) => line.includes("the disk is full"))).toHaveLength(1);
  expect(await ready()).toBe(503);
  expect(await ready()).toBe(503);
  expect((await app.call("GET /ip_policies")).status).toBe(200);

  await free();
  expect(await policies()).toEqual([]);
  expect(await ready()).toBe(200);
  expect(app.logged.filter((line) => line.includes("writes work again"))).toHaveLength(1);
  expect((await create()).status).toBe(201);
  expect(await policies()).toHaveLength(1);
  expect(await app.db.selectFrom("users").select("id").execute()).toHaveLength(1);
});

it("is ready again after a change that was saved, without being asked", async () => {
  const free = await fillDisk(app.db);
  expect((await create()).status).toBe(507);
  await free();
  expect((await create()).status).toBe(201);
  expect(app.logged.filter((line) => line.includes("writes work again"))).toHaveLength(1);
});

it("says that the database failed when it can only be read, and goes on by itself after that", async () => {
  // Cause: a read-only database was an internal error, or one that can’t be reached, and ready. Law: /readyz is of writes.
  const writable = await makeReadOnly(app.db);
  const refused = await app.call("POST /ip_policies", { body: {} });
  expect(refused).toMatchObject({ status: 503, body: { error_code: "ERR_GATEHOUSE_9017" } });
  expect(await ready()).toBe(503);
  await writable();
  expect(await ready()).toBe(200);
  expect((await create()).status).toBe(201);
});

it.skipIf(inject("postgres"))(
  "writes nothing on its own once a full disk has ended a transaction",
  async () => {
    // Cause: what followed the failed write ran outside of the transaction and was kept. Law: all of it or nothing.
    const free = await fillDisk(app.db);
    const row = { id: "ipp_1", description: "", metadata: "", created_at: "2026-11-22T00:00:00Z" };
    const swallowed = app.db.transaction().execute(async (trx) => {
      await trx
        .insertInto("ip_policies")
        .values({ ...row, ...LARGE })
        .execute()
        .catch(() => undefined);
      await trx
        .insertInto("ip_policies")
        .values({ ...row, id: "ipp_2" })
        .execute();
    });
    await expect(swallowed).rejects.toThrow("The transaction has ended");
    await free();
    expect(await policies()).toEqual([]);
  },
);
