// Cause: an answer is kept with the versions of what it shows. Law: they are of before it was read, so what was committed meanwhile
// is not taken for shown.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { ipPolicyOperations } from "#contract/operations/ip-policies.ts";
import type { Env } from "./http/call.ts";
import { KeptAnswers } from "./http/kept-answers.ts";
import { type HandlerServices, router, show } from "./implement.ts";
import { newId } from "./store/ids.ts";
import { openTestDatabase } from "./testing/test-postgres.ts";

it("keeps no answer as new that a commit came after", async () => {
  const dir = mkdtempSync(join(tmpdir(), "gatehouse-implement-"));
  const store = await openTestDatabase(dir);
  const texts = { description: "", metadata: "", created_at: "2026-11-22T00:00:00Z" };
  const add = () =>
    store.db
      .insertInto("ip_policies")
      .values({ id: newId("ipPolicy"), ...texts })
      .execute();
  const principal = { keyId: "", userId: "", userName: "", admin: true };
  const services = {
    ...store,
    config: { versionHeader: "Service-Version", trustForwarded: false },
    edge: null,
    identify: async () => ({ principal, now: await store.versions.now() }),
  } as unknown as HandlerServices;
  const reading = { kept: new KeptAnswers(), countRequest: () => undefined, learn: () => undefined };
  const read = show(ipPolicyOperations.list, async (db) => {
    const rows = await db.selectFrom("ip_policies").select("id").limit(100).execute();
    if (rows.length < 3) await add();
    return { count: rows.length } as never;
  });
  const app = new Hono<Env>();
  app.use((c, next) => {
    c.set("headers", {});
    return next();
  });
  app.route("/", router(services, reading, [read]));
  const ask = async () => {
    const answer = await app.request("http://127.0.0.1/ip_policies", { headers: { "service-version": "2" } });
    return answer.json();
  };
  const answers = [await ask(), await ask(), await ask(), await ask(), await ask()];
  expect(answers).toEqual([0, 1, 2, 3, 3].map((count) => ({ count })));
  await store.close();
  rmSync(dir, { recursive: true });
});
