import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TestDatabase } from "#service/testing/postgres-database.ts";
import { allowConnections, createTestDatabase, killConnections } from "#service/testing/test-postgres.ts";
import { startTestService, type TestService } from "#testing/service.ts";
import { helloOf, RawAgent } from "../testing/test-gateway.ts";

let database: TestDatabase;
let one: TestService;
let two: TestService;
let authtoken: string;
let credentialId: string;

beforeEach(async () => {
  const created = await createTestDatabase();
  if (!created) throw new Error("These tests need Postgres.");
  database = created;
  one = await startTestService({ databaseUrl: database.url, lease: 1 });
  two = await startTestService({ databaseUrl: database.url, apiKey: one.key, lease: 1 });
  const made = await ask(one, "POST /credentials", {});
  ({ token: authtoken, id: credentialId } = made.body as { token: string; id: string });
});
afterEach(async () => {
  await Promise.all([one.close(), two.close()]);
  await database.drop();
});

async function ask(service: TestService, operation: string, body?: unknown) {
  const [method = "", path = ""] = operation.split(" ");
  const answer = await fetch(`${service.origin}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${one.key}`,
      "service-version": "2",
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> };
}

async function sessions(service: TestService): Promise<string[]> {
  const { body } = await ask(service, "GET /tunnel_sessions");
  return (body["tunnel_sessions"] as { id: string }[]).map(({ id }) => id);
}

const connect = (service: TestService) => new RawAgent(`${service.origin.replace("http", "ws")}/agent`);

async function join(service: TestService): Promise<{ agent: RawAgent; id: string }> {
  const agent = connect(service);
  const { session_id } = await agent.join(helloOf(authtoken));
  return { agent, id: session_id };
}

// Cause: an agent that came back through another process had another address while its old session was listed. Law: reconnect
// serves the same addresses, and no process keeps the old session.
test("an agent that comes back through the other has its address at once, and its old session ends", async () => {
  const shown = { proto: "http", forwards_to: "http://localhost:3000" } as const;
  const before = connect(one);
  const first = await before.join(helloOf(authtoken, { tunnels: [shown] }));
  const [{ kept, public_url } = {}] = first.tunnels;
  const again = await connect(two).join(helloOf(authtoken, { tunnels: [{ ...shown, kept }] }));
  expect(again.tunnels).toMatchObject([{ public_url }]);
  expect(await sessions(one)).toEqual([again.session_id]);
  expect((await before.next("goodbye")).retry).toBe(true);
});

test("both list the sessions of either, each row with the process that holds it", async () => {
  const a = await join(one);
  const b = await join(two);
  expect(await sessions(one)).toEqual([b.id, a.id]);
  expect(await sessions(two)).toEqual([b.id, a.id]);
  const rows = await one.db.selectFrom("sessions").select("node_id").execute();
  expect(new Set(rows.map(({ node_id }) => node_id)).size).toBe(2);
});

test("a session held by one is restarted through the other, and is gone when the caller is told", async () => {
  const { agent, id } = await join(one);
  const told = ask(two, `POST /tunnel_sessions/${id}/restart`, {});
  const command = await agent.next("command");
  expect(command.kind).toBe("restart");
  await agent.say({ type: "result", id: command.id });
  expect((await told).status).toBe(204);
  expect(await sessions(two)).toEqual([]);
  expect(await agent.closed).toBe(1000);
});

// Cause: that an agent refuses updates was known to the browser alone that had sent one. Law: every process tells it, until its session
// ends.
test("a refused update sent through one is told by the other", async () => {
  const { agent, id } = await join(one);
  const told = ask(two, `POST /tunnel_sessions/${id}/update`, {});
  const command = await agent.next("command");
  await agent.say({ type: "result", id: command.id, error: "Off.", refusal: "update_disabled" });
  expect((await told).status).toBe(409);
  const refusals = async () => (await ask(two, "GET /agent_releases")).body["refusals"];
  expect(await refusals()).toMatchObject([{ session: { id }, error_code: "ERR_GATEHOUSE_9102" }]);
  agent.socket.close();
  await vi.waitFor(async () => expect(await refusals()).toEqual([]));
});

test.each([
  ["update", { error: "No.", refusal: "update_running" }, "ERR_GATEHOUSE_9103"],
  ["stop", { error: "ü".repeat(500) }, "ERR_GATEHOUSE_807"],
] as const)("what the agent answers to %s comes back through the other", async (kind, result, code) => {
  const { agent, id } = await join(one);
  const told = ask(two, `POST /tunnel_sessions/${id}/${kind}`, {});
  const command = await agent.next("command");
  await agent.say({ type: "result", id: command.id, ...result });
  expect((await told).body).toMatchObject({ error_code: code });
  expect(JSON.stringify((await told).body)).toContain(result.error);
  expect(await sessions(two)).toEqual([id]);
});

test("the agent's socket breaks while the other waits for its answer", async () => {
  const { agent, id } = await join(one);
  const told = ask(two, `POST /tunnel_sessions/${id}/restart`, {});
  await agent.next("command");
  agent.socket.terminate();
  expect((await told).body).toMatchObject({ error_code: "ERR_GATEHOUSE_810" });
});

test("a credential deleted through one ends the sockets of the other", async () => {
  const { agent } = await join(one);
  expect((await ask(two, `DELETE /credentials/${credentialId}`)).status).toBe(204);
  const goodbye = await agent.next("goodbye");
  expect(goodbye.retry).toBe(false);
  expect(await sessions(one)).toEqual([]);
});

test("one stops: its sessions leave the list, the other's stay", async () => {
  await join(one);
  const b = await join(two);
  await one.close();
  const { body } = await ask(two, "GET /tunnel_sessions");
  expect(body["tunnel_sessions"]).toMatchObject([{ id: b.id }]);
  one = await startTestService({ databaseUrl: database.url, apiKey: one.key, lease: 1 });
  expect(await sessions(one)).toEqual([b.id]);
});

test("a process whose rows were swept ends those sessions, so that the agents come back", async () => {
  const { agent } = await join(one);
  // At once, as a sweep does: a lease renewed in between would find its sessions still there.
  await two.db.transaction().execute(async (trx) => {
    await trx.deleteFrom("nodes").execute();
    await trx.deleteFrom("sessions").execute();
  });
  const goodbye = await agent.next("goodbye");
  expect(goodbye.retry).toBe(true);
  const again = await join(one);
  await vi.waitFor(async () =>
    expect(await two.db.selectFrom("nodes").selectAll().execute()).toHaveLength(2),
  );
  expect(await sessions(two)).toEqual([again.id]);
});

test("broken connections are renewed: it is ready again, and still hears commands", async () => {
  const { agent, id } = await join(one);
  await killConnections(database.url);
  await vi.waitFor(async () => expect((await fetch(`${one.origin}/readyz`)).status).toBe(200));
  await vi.waitFor(async () => expect((await fetch(`${two.origin}/readyz`)).status).toBe(200));
  await vi.waitFor(async () => {
    void ask(two, `POST /tunnel_sessions/${id}/update`, {});
    await Promise.race([
      agent.next("command"),
      new Promise((_resolve, reject) => {
        setTimeout(() => reject(new Error("not heard yet")), 200);
      }),
    ]);
  });
  expect(await sessions(two)).toEqual([id]);
});

test("while the database is away both say so on /readyz and refuse with 503; then they go on by themselves", async () => {
  await join(one);
  await allowConnections(database.url, false);
  const readiness = async () =>
    Promise.all([one, two].map(async ({ origin }) => (await fetch(`${origin}/readyz`)).status));
  await vi.waitFor(async () => expect(await readiness()).toEqual([503, 503]));
  const refused = await ask(two, "POST /api_keys", { description: "meanwhile" });
  expect(refused).toMatchObject({ status: 503, body: { error_code: "ERR_GATEHOUSE_9007" } });
  expect((await fetch(`${one.origin}/healthz`)).status).toBe(200);

  await allowConnections(database.url, true);
  await vi.waitFor(async () => expect(await readiness()).toEqual([200, 200]));
  const again = await join(two);
  const told = ask(one, `POST /tunnel_sessions/${again.id}/stop`, {});
  const { id } = await vi.waitFor(() => again.agent.next("command"));
  await again.agent.say({ type: "result", id });
  expect((await told).status).toBe(204);
});
