// Law: what is older than --events-keep says is deleted, nothing else, however much that is, and writes go on meanwhile.
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { idAt } from "../store/ids.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { createRetention } from "./retention.ts";

const DAY_MS = 86_400_000;
const log = pino({ level: "silent" });
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const count = async () => (await app.db.selectFrom("events").select("id").execute()).length;

it("deletes what is older, in batches between which a change is written, and never what is younger", async () => {
  await app.call("POST /ip_policies", { body: {} });
  const [row] = await app.db.selectFrom("events").selectAll().execute();
  if (!row) throw new Error("no event");
  const old = Date.now() - 31 * DAY_MS;
  for (let n = 0; n < 1200; n += 100)
    await app.db
      .insertInto("events")
      .values(
        Array.from({ length: 100 }, (_, i) => ({ ...row, id: idAt("event", old + n + i), seq: -1 - n - i })),
      )
      .execute();
  const young = { ...row, id: idAt("event", Date.now() - 29 * DAY_MS), seq: -5000 };
  await app.db.insertInto("events").values(young).execute();
  const kept = createRetention({ db: app.db, log, days: null });
  await kept.close();
  expect(await count()).toBe(1202);
  const retention = createRetention({ db: app.db, log, days: 30 });
  expect((await app.call("POST /ip_policies", { body: {} })).status).toBe(201);
  await expect.poll(count).toBe(3);
  await retention.close();
  const left = await app.db.selectFrom("events").select("id").orderBy("id").execute();
  expect(left.map(({ id }) => id).slice(0, 2)).toEqual([young.id, row.id]);
});
