import { request } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AGENT_MESSAGE_MAX_BYTES } from "#contract/agent-protocol.ts";
import { createGateway } from "./gateway.ts";
import {
  addCredential,
  helloOf,
  silentLog,
  RawAgent,
  startTestGateway,
  type TestGateway,
} from "../testing/test-gateway.ts";

let t: TestGateway;
beforeEach(async () => {
  t = await startTestGateway();
});
afterEach(() => t.dispose());

/** Starts it anew, with limits that the others have no use for: on a busy machine a hello may take longer than they allow. */
async function restart(options: Parameters<typeof startTestGateway>[0]): Promise<void> {
  await t.dispose();
  t = await startTestGateway(options);
}

const sessions = () => t.db.selectFrom("sessions").selectAll().execute();
const tunnels = () => t.db.selectFrom("tunnels").selectAll().orderBy("id").execute();
const endpoints = () => t.db.selectFrom("endpoints").selectAll().orderBy("id").execute();

/** Keeps the heart of an agent that was welcomed beating until its socket closes. */
function beat({ socket }: RawAgent): void {
  const timer = setInterval(() => {
    if (socket.readyState === socket.OPEN) socket.send('{"type":"heartbeat"}');
  }, 40);
  socket.on("close", () => clearInterval(timer));
}

describe("a session", () => {
  test("opens with its tunnels and endpoints, and closes with its socket", async () => {
    const agent = new RawAgent(t.url);
    const welcome = await agent.join(
      helloOf(t.authtoken, {
        metadata: '{"host":"fra-gw-01"}',
        tunnels: [
          { proto: "http", forwards_to: "http://localhost:3000", hostname: "app.northwind.example" },
          { proto: "tcp", forwards_to: "localhost:22", metadata: "ssh" },
          { proto: "tls", forwards_to: "localhost:443", hostname: "scan" },
          { proto: "http", forwards_to: "http://localhost:80", labels: { edge: "fra" } },
        ],
      }),
    );
    const [session] = await sessions();
    expect(session).toMatchObject({
      id: welcome.session_id,
      credential_id: t.credentialId,
      agent_version: "3.18.2",
      ip: "127.0.0.1",
      metadata: '{"host":"fra-gw-01"}',
      os: "linux",
      region: "eu",
      transport: "service/2",
      node_id: "test",
    });
    const rows = await tunnels();
    expect(rows.map(({ id, public_url }) => ({ id, public_url: public_url ?? undefined }))).toEqual(
      welcome.tunnels.map(({ id, public_url }) => ({ id, public_url })),
    );
    expect(rows.map(({ proto }) => proto)).toEqual(["https", "tcp", "tls", "http"]);
    expect(rows[0]!.public_url).toBe("https://app.northwind.example");
    expect(rows[1]!.public_url).toMatch(/^tcp:\/\/\d\.tcp\.eu\.gatehouse\.example:\d{5}$/);
    expect(rows[2]!.public_url).toBe("tls://scan.eu.gatehouse.example:443");
    expect(rows[3]).toMatchObject({ public_url: null, endpoint_id: null, labels: '{"edge":"fra"}' });
    const public3 = await endpoints();
    expect(public3.map(({ tunnel_id }) => tunnel_id)).toEqual(rows.slice(0, 3).map(({ id }) => id));
    expect(public3[1]).toMatchObject({
      type: "ephemeral",
      proto: "tcp",
      metadata: "ssh",
      edge_id: null,
      region: "eu",
    });

    agent.socket.close();
    await vi.waitFor(async () => expect(await sessions()).toEqual([]));
    expect([await tunnels(), await endpoints()]).toEqual([[], []]);
  });

  test("stays while its heart beats, ends when it falls silent", async () => {
    await restart({ heartbeat: { intervalMs: 40, toleranceMs: 200 } });
    const beating = new RawAgent(t.url);
    const mute = new RawAgent(t.url);
    const { session_id } = await beating.join(helloOf(t.authtoken));
    beat(beating);
    await mute.join(helloOf(t.authtoken));
    expect(await beating.next("heartbeat")).toEqual({ type: "heartbeat" });
    expect(await mute.next("goodbye")).toEqual({
      type: "goodbye",
      reason: "No heartbeat came for 0.2 s.",
      retry: true,
    });
    await vi.waitFor(async () => expect((await sessions()).map(({ id }) => id)).toEqual([session_id]));
    beating.socket.close();
  });

  test("of an earlier process is gone before the first request", async () => {
    const agent = new RawAgent(t.url);
    await agent.join(helloOf(t.authtoken));
    await createGateway({ db: t.db, log: silentLog, nodeId: "next" }).ready;
    expect(await sessions()).toEqual([]);
    agent.socket.close();
  });

  test("of a deleted credential ends for good, others stay", async () => {
    const other = await addCredential(t.db, t.ownerId);
    const [doomed, kept] = [new RawAgent(t.url), new RawAgent(t.url)];
    await doomed.join(helloOf(t.authtoken));
    const { session_id } = await kept.join(helloOf(other.authtoken));
    await t.gateway.disconnectCredential(t.credentialId, "Its authtoken was deleted.");
    expect(await doomed.next("goodbye")).toEqual({
      type: "goodbye",
      reason: "Its authtoken was deleted.",
      retry: false,
    });
    expect((await sessions()).map(({ id }) => id)).toEqual([session_id]);
    kept.socket.close();
  });
});

describe("a bad peer hears why", () => {
  const refused: [string, unknown, RegExp][] = [
    ["garbage", "{nope", /JSON/],
    ["binary", Buffer.from("{}"), /text/],
    ["an unknown type", { type: "hi" }, /type is of an unknown kind/],
    ["a heartbeat first", { type: "heartbeat" }, /before the welcome/],
    ["a bad version", helloOf("gha_x", { agent_version: "newest" }), /agent_version/],
    ["a bad region", { ...helloOf("gha_x"), region: "moon" }, /region must be one of us, .*eu/],
    ["an unknown authtoken", helloOf("gha_x"), /Unknown authtoken/],
    ["two tunnels of one name", null, /Two tunnels ask for app\.example\.com:443/],
  ];
  test.each(refused)("%s", async (_name, message, reason) => {
    const agent = new RawAgent(t.url);
    const same = { proto: "http", forwards_to: "localhost:1", hostname: "app.example.com" } as const;
    await agent.say(message ?? helloOf(t.authtoken, { tunnels: [same, same] }));
    const goodbye = await agent.next("goodbye");
    expect(goodbye.reason).toMatch(reason);
    expect(goodbye.reason).not.toContain("gha_");
    expect(goodbye.retry).toBe(false);
    expect(await agent.closed).toBe(1008);
    expect(await sessions()).toEqual([]);
  });

  test("no hello at all", async () => {
    await restart({ helloTimeoutMs: 150 });
    const goodbye = await new RawAgent(t.url).next("goodbye");
    expect(goodbye).toEqual({ type: "goodbye", reason: "No hello came within 0.15 s.", retry: true });
  });

  test("a second hello", async () => {
    const agent = new RawAgent(t.url);
    await agent.join(helloOf(t.authtoken));
    await agent.say(helloOf(t.authtoken));
    expect((await agent.next("goodbye")).reason).toMatch(/second hello/);
    await agent.closed;
    await vi.waitFor(async () => expect(await sessions()).toEqual([]));
  });

  test("a message that is too large", async () => {
    const agent = new RawAgent(t.url);
    await agent.say("x".repeat(AGENT_MESSAGE_MAX_BYTES + 1));
    expect(await agent.closed).toBe(1009);
  });

  test("a taken name: told who has it, and that it may come back", async () => {
    const tunnel = { proto: "https", forwards_to: "localhost:1", hostname: "app.example.com" } as const;
    const first = new RawAgent(t.url);
    const { session_id, tunnels } = await first.join(helloOf(t.authtoken, { tunnels: [tunnel] }));
    const second = new RawAgent(t.url);
    await second.say(helloOf(t.authtoken, { tunnels: [tunnel] }));
    expect(await second.next("goodbye")).toEqual({
      type: "goodbye",
      reason: `app.example.com:443 is taken by tunnel ${tunnels[0]!.id} of session ${session_id}.`,
      retry: true,
    });
    expect(await sessions()).toHaveLength(1);
    first.socket.close();
  });

  // Cause: names were compared whole, and TCP goes by port alone. Law: a TCP port has one owner.
  test("a taken TCP port, whatever the name", async () => {
    const ask = (hostname: string) =>
      helloOf(t.authtoken, { tunnels: [{ proto: "tcp", forwards_to: "localhost:1", hostname }] });
    const first = new RawAgent(t.url);
    await first.join(ask("db.example.com:20001"));
    const second = new RawAgent(t.url);
    await second.say(ask("other.example.com:20001"));
    expect(await second.next("goodbye")).toMatchObject({
      reason: expect.stringMatching(/^other\.example\.com:20001 is taken by tunnel tn_/),
      retry: true,
    });
    first.socket.close();
  });

  test("a name its credential's ACL does not permit", async () => {
    const narrow = await addCredential(t.db, t.ownerId, ["bind:*.example.com"]);
    const agent = new RawAgent(t.url);
    await agent.say(
      helloOf(narrow.authtoken, {
        tunnels: [{ proto: "http", forwards_to: "x:1", hostname: "a.example.org" }],
      }),
    );
    expect(await agent.next("goodbye")).toMatchObject({
      reason: expect.stringContaining("a.example.org"),
      retry: false,
    });
  });

  test.each([
    ["/agent", "other.v1", 400, /gatehouse\.agent\.v1/],
    ["/elsewhere", "gatehouse.agent.v1", 404, /\/agent/],
  ])("upgrade of %s with %s: %i", async (path, protocol, status, text) => {
    const answer = await upgrade(t.url.replace("/agent", path).replace("ws:", "http:"), protocol);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatch(text);
  });
});

test("only who knows the secret names another source address", async () => {
  await restart({ trustedSource: { secret: "s3cret" } });
  const headers: Record<string, string>[] = [
    {},
    { "x-gatehouse-source": "wrong 203.0.113.9" },
    { "x-gatehouse-source": "s3cret 203.0.113.9" },
  ];
  const agents = headers.map((headers) => new RawAgent(t.url, { headers }));
  for (const agent of agents) await agent.join(helloOf(t.authtoken));
  const rows = await t.db.selectFrom("sessions").select("ip").orderBy("id").execute();
  expect(rows.map(({ ip }) => ip)).toEqual(["127.0.0.1", "127.0.0.1", "203.0.113.9"]);
});

// Cause: behind a proxy all agents were one address, so one that failed made all of them wait. Law: an agent is its own address.
test.each([
  [true, "203.0.113.7"],
  [false, "127.0.0.1"],
])("behind a proxy that is trusted (%j) an agent is at %s", async (trustForwarded, ip) => {
  await restart({ trustForwarded });
  await new RawAgent(t.url, { headers: { "x-forwarded-for": "203.0.113.7" } }).join(helloOf(t.authtoken));
  expect(await t.db.selectFrom("sessions").select("ip").execute()).toEqual([{ ip }]);
});

test("close says goodbye to all, leaves no rows, and lets nobody in", async () => {
  const agents = [new RawAgent(t.url), new RawAgent(t.url)];
  for (const agent of agents) await agent.join(helloOf(t.authtoken));
  await t.gateway.close();
  for (const agent of agents) {
    expect(await agent.next("goodbye")).toMatchObject({
      reason: "The service is shutting down.",
      retry: true,
    });
  }
  expect(await sessions()).toEqual([]);
  expect((await upgrade(t.url.replace("ws:", "http:"), "gatehouse.agent.v1")).status).toBe(503);
});

/** A WebSocket handshake by hand, for what the service answers instead of an upgrade. */
function upgrade(url: string, protocol: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      "sec-websocket-protocol": protocol,
    };
    const req = request(url, { headers }, (res) => {
      let body = "";
      res.on("data", (chunk) => (body += chunk));
      res.on("end", () => resolve({ status: res.statusCode ?? 0, body }));
    });
    req.on("error", reject);
    req.end();
  });
}
