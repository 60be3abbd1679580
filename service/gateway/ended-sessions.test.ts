import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createGateway } from "./gateway.ts";
import { helloOf, RawAgent, silentLog, startTestGateway, type TestGateway } from "../testing/test-gateway.ts";

let t: TestGateway;
beforeEach(async () => {
  t = await startTestGateway();
});
afterEach(() => t.dispose());

const TUNNEL = {
  proto: "http",
  forwards_to: "http://localhost:3000",
  hostname: "app.northwind.example",
} as const;

async function join(gateway = t) {
  const agent = new RawAgent(gateway.url);
  const { session_id: id } = await agent.join(helloOf(gateway.authtoken, { tunnels: [TUNNEL] }));
  return { agent, id };
}

/** How the sessions ended that did, by their ids. */
const ended = async () =>
  Object.fromEntries(
    (await t.db.selectFrom("ended_sessions").select(["id", "reason"]).execute()).map(({ id, reason }) => [
      id,
      reason,
    ]),
  );

async function told(kind: "stop" | "restart") {
  const { agent, id } = await join();
  const outcome = t.gateway.command(id, kind);
  await agent.say({ type: "result", id: (await agent.next("command")).id });
  expect(await outcome).toEqual({ outcome: "accepted" });
  return id;
}

test("how a session ended is known, with what it served, whoever asks later", async () => {
  // Cause: once an agent was offline the service knew nothing of it. Law: what left is told to a browser that comes afterwards.
  const closed = await join();
  closed.agent.socket.close(1000);
  await vi.waitFor(async () => expect(await ended()).toEqual({ [closed.id]: "closed" }));
  const [tunnel] = await t.db.selectFrom("ended_tunnels").selectAll().execute();
  expect(tunnel).toMatchObject({ session_id: closed.id, public_url: "https://app.northwind.example" });
  expect(await t.db.selectFrom("tunnels").selectAll().execute()).toEqual([]);

  const broken = await join();
  broken.agent.socket.terminate();
  await vi.waitFor(async () => expect(await ended()).toMatchObject({ [broken.id]: "lost" }));

  const stopped = await told("stop");
  const restarted = await told("restart");
  const deleted = await join();
  await t.gateway.disconnectCredential(t.credentialId, "Its authtoken was deleted.");
  expect(await ended()).toEqual({
    [closed.id]: "closed",
    [broken.id]: "lost",
    [stopped]: "stopped",
    [restarted]: "restarted",
    [deleted.id]: "authtoken_deleted",
  });
});

test("sessions of a service that was killed are known to have lost it", async () => {
  const { agent, id } = await join();
  await createGateway({ db: t.db, log: silentLog, nodeId: "next" }).ready;
  expect(await ended()).toEqual({ [id]: "service_stopped" });
  agent.socket.close();
});

test("no more than the last thousand are kept", async () => {
  const row = {
    credential_id: "cr_1",
    agent_version: "",
    ip: "",
    metadata: "",
    os: "",
    region: "",
    transport: "",
  };
  const rows = Array.from({ length: 1_000 }, (_, n) => ({
    ...row,
    id: `ts_${n}`,
    started_at: "",
    ended_at: new Date(n).toISOString(),
    reason: "lost" as const,
  }));
  await t.db.insertInto("ended_sessions").values(rows).execute();
  const id = await told("stop");
  const kept = await ended();
  expect(Object.keys(kept)).toHaveLength(1_000);
  expect(kept).toHaveProperty(id);
  expect(kept).not.toHaveProperty("ts_0");
});
