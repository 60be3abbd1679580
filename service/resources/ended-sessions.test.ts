import { afterEach, beforeEach, expect, test } from "vitest";
import type { EndedSession } from "#contract/ended-session.ts";
import { endSessionsOf } from "../store/ended-sessions.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { makeWorld, type World } from "../testing/conformance/world.ts";

let app: TestApp;
let world: World;
beforeEach(async () => {
  app = await startTestApp();
  world = makeWorld(app);
});
afterEach(() => app.close());

const listed = async () =>
  (await app.call<{ ended_sessions: EndedSession[] }>("GET /ended_sessions")).body.ended_sessions;

test("a session that ended is listed until its agent is back; then it names the session that came after it", async () => {
  // Cause: a browser that came after an outage was told of no agent. Law: who is away is listed, and a page of an old session leads on.
  const { session: id, tunnel } = await world.online();
  const before = (await app.call<Record<string, unknown>>(`GET /tunnel_sessions/${id}`)).body;
  await endSessionsOf(app.db, [id], "stopped");
  expect((await app.call(`GET /tunnel_sessions/${id}`)).status).toBe(404);
  const [one, ...others] = await listed();
  expect(others).toEqual([]);
  expect(one).toMatchObject({ ...before, uri: expect.stringContaining(`/ended_sessions/${id}`) });
  expect(one).toMatchObject({ reason: "stopped", succeeded_by: null });
  expect(one?.tunnels.map((served) => served.id)).toEqual([tunnel]);

  const { session: next } = await world.online();
  await app.db.updateTable("sessions").set({ succeeds: id }).where("id", "=", next).execute();
  expect(await listed()).toEqual([]);
  const { body } = await app.call<EndedSession>(`GET /ended_sessions/${id}`);
  expect(body.succeeded_by?.id).toBe(next);
  expect((await app.call(`GET /ended_sessions/${next}`)).status).toBe(404);
});

test("the sessions of an authtoken that is deleted are known to have ended with it", async () => {
  const { session: id } = await world.online();
  const { credential } = (await app.call<{ credential: { id: string } }>(`GET /tunnel_sessions/${id}`)).body;
  expect((await app.call(`DELETE /credentials/${credential.id}`)).status).toBe(204);
  expect(await listed()).toMatchObject([{ id, reason: "authtoken_deleted" }]);
});
