import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { makeReadOnly } from "../testing/storage-faults.ts";
import { addCredential, addOwner } from "../testing/test-gateway.ts";
import { openTestDatabase } from "../testing/test-postgres.ts";
import { createRemovals } from "./removals.ts";

test("a session that ended while nothing could be written leaves the list once it can", async () => {
  // Cause: its row stayed until the service was started again. Law: the list is of who is online.
  const dir = mkdtempSync(join(tmpdir(), "gatehouse-removals-"));
  const { db, close } = await openTestDatabase(dir);
  const texts = { agent_version: "", ip: "", metadata: "", os: "", region: "us", transport: "service/2" };
  const { credentialId: credential_id } = await addCredential(db, await addOwner(db));
  await db
    .insertInto("sessions")
    .values({ id: "ts_1", credential_id, ...texts, started_at: "", capabilities: "{}", node_id: "one" })
    .execute();
  const listed = () => db.selectFrom("sessions").select("id").execute();
  const removals = createRemovals(db, 20);

  const writable = await makeReadOnly(db);
  await expect(removals.remove({ id: "ts_1", reason: "lost" })).rejects.toThrow(/read.?only/);
  expect(await listed()).toHaveLength(1);
  await writable();
  await vi.waitFor(async () => expect(await listed()).toEqual([]));

  removals.stop();
  await close();
  rmSync(dir, { recursive: true, force: true });
});
