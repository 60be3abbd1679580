import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import type { Welcome } from "#contract/agent-protocol.ts";
import { dialTarget } from "#agent/dial.ts";
import { openSession } from "#agent/session.ts";
import { acceptingHost } from "./testing/accepting-host.ts";
import { helloOf, RawAgent } from "./testing/test-gateway.ts";
import { processesOnPostgres } from "./testing/processes-on-postgres.ts";
import { launchEdge } from "./testing/test-process.ts";

const LEASE_S = 2;
const processes = processesOnPostgres();
const { keyOf } = processes;

const launch = (name: string, ...flags: string[]) =>
  processes.launch(name, { flags: ["--lease", String(LEASE_S), ...flags] });

async function start(name: string, ...flags: string[]): Promise<{ child: ChildProcess; origin: string }> {
  const { child, origin } = launch(name, ...flags);
  return { child, origin: await origin };
}

async function ask(origin: string, key: string, operation: string, body: object = {}) {
  const [method = "", path = ""] = operation.split(" ");
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "service-version": "2", "content-type": "application/json" },
    ...(method === "POST" || method === "PUT" ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as Record<string, unknown> & { tunnel_sessions: { id: string }[] };
}

test("kill -9: the waiting caller is told, the sessions leave the other's list within the lease, others stay", async () => {
  const one = await start("one");
  const key = keyOf("one");
  const two = await start("two", "--api-key", key);
  // Cause: the process list showed the key for as long as the service ran. Law: no secret in the process list.
  const shown = process.platform === "linux" ? readFileSync(`/proc/${two.child.pid}/cmdline`, "utf8") : "";
  expect(shown).not.toContain(key);
  const { token } = (await ask(one.origin, key, "POST /credentials")) as { token?: string };
  const [a, b] = [one, two].map(({ origin }) => new RawAgent(`${origin.replace("http", "ws")}/agent`));
  const { session_id } = await a!.join(helloOf(token!));
  const kept = await b!.join(helloOf(token!));
  const told = ask(two.origin, key, `POST /tunnel_sessions/${session_id}/restart`);
  await a!.next("command");

  const killed = performance.now();
  one.child.kill("SIGKILL");
  await vi.waitFor(
    async () => {
      const { tunnel_sessions } = await ask(two.origin, key, "GET /tunnel_sessions");
      expect(tunnel_sessions.map(({ id }) => id)).toEqual([kept.session_id]);
    },
    { interval: 25 },
  );
  // A second for this machine's slowness.
  expect(performance.now() - killed).toBeLessThan((LEASE_S + 1) * 1_000);
  expect(await told).toMatchObject({ error_code: "ERR_GATEHOUSE_810" });
});

test("a data folder without a key of the account is told what to do, an unknown --api-key too", async () => {
  await start("one");
  const none = launch("two");
  expect(await none.exited).toEqual([1, null]);
  expect(none.errors()).toMatch(
    /already has an account, and .*admin\.key.*\. Start it with GATEHOUSE_API_KEY set to an admin’s key/,
  );
  const unknown = launch("three", "--api-key", "nobody-has-this-key-here");
  expect(await unknown.exited).toEqual([1, null]);
  expect(unknown.errors()).toMatch(/the given key is not one of its keys/);
  expect(unknown.errors()).not.toContain("nobody-has-this-key-here");
});

test("two first starts at once make one account", async () => {
  const both = ["one", "two"].map((name) => launch(name));
  const first = await Promise.race(both.map(({ exited }) => exited));
  expect(first).toEqual([1, null]);
  const left = both.filter(({ child }) => child.exitCode === null);
  expect(left).toHaveLength(1);
});

test("a database that is not there is told in one line, without its password", async () => {
  const lost = launch("one", "--database-url", "postgres://me:hunter2@127.0.0.1:1/none");
  expect(await lost.exited).toEqual([1, null]);
  expect(lost.errors()).toMatch(/^The database of --database-url can’t be opened \(ECONNREFUSED\)\. .*\n$/);
  expect(lost.errors()).not.toContain("hunter2");
});

/** What stands before several services: each connection goes to the next of these ports that answers. */
async function balancer(...ports: number[]): Promise<{ port: number; close: () => void }> {
  let turn = 0;
  const server = net.createServer((socket) => {
    const connect = ([port, ...others]: readonly number[]): void => {
      if (port === undefined) return void socket.destroy();
      const to = net.connect(port, "127.0.0.1", () => {
        socket.pipe(to).pipe(socket);
        socket.once("close", () => to.destroy());
      });
      to.on("error", () => undefined);
      to.once("close", (failed) => (failed && to.bytesWritten === 0 ? connect(others) : socket.destroy()));
    };
    socket.on("error", () => undefined);
    connect([...ports.slice(turn), ...ports.slice(0, turn)]);
    turn = (turn + 1) % ports.length;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: portOf(server), close: () => server.close() };
}

const portOf = (server: net.Server) => (server.address() as net.AddressInfo).port;
const VISITORS = 4;

const hostOf = ([welcome]: readonly Welcome[]) => new URL(welcome!.tunnels[0]!.public_url!).hostname;

/** The status that a visitor of a host gets; 0 = the connection broke. */
function visit(origin: string, host: string, path = "/"): Promise<number> {
  return new Promise((resolve) => {
    const asked = http.get(origin + path, { headers: { host }, agent: false }, (response) =>
      response
        .resume()
        .on("end", () => resolve(response.statusCode ?? 0))
        .on("error", () => resolve(0)),
    );
    asked.on("error", () => resolve(0));
  });
}

function connectAgent(port: number, authtoken: string, appPort: number, labels?: Record<string, string>) {
  const welcomes: Welcome[] = [];
  const agent = openSession({
    url: `ws://127.0.0.1:${port}/agent`,
    authtoken,
    host: acceptingHost,
    tunnels: [{ proto: "http", forwards_to: `http://127.0.0.1:${appPort}`, ...(labels && { labels }) }],
    dial: (target) => dialTarget(target, { timeoutMs: 1_000, insecure: false }),
    backoff: { firstMs: 50, maxMs: 200 },
    onOnline: (welcome) => welcomes.push(welcome),
  });
  return { agent, welcomes };
}

test("a stop of both the edge and the service that has the agent lets a request finish", async () => {
  // Cause: a stop cut off the links first, and with them what ran. Law: running requests have the drain time.
  let asked = false;
  const app = http.createServer((_request, response) => {
    asked = true;
    setTimeout(() => response.end("late"), 1_000);
  });
  app.listen(0, "127.0.0.1");
  const one = launch("one");
  const origin = await one.origin;
  const edge = processes.launchEdge();
  const { token } = (await ask(origin, keyOf("one"), "POST /credentials")) as { token?: string };
  const { agent, welcomes } = connectAgent(Number(new URL(origin).port), token!, portOf(app));
  await vi.waitFor(() => expect(welcomes).toHaveLength(1));
  const late = visit(await edge.origin, hostOf(welcomes));
  await vi.waitFor(() => expect(asked).toBe(true));
  for (const { child } of [one, edge]) child.kill("SIGTERM");
  expect(await late).toBe(200);
  expect(await Promise.all([one.exited, edge.exited])).toEqual([
    [0, null],
    [0, null],
  ]);
  await agent.close();
  app.close();
});

// Law: a restart of an edge loses no request: what is under way ends, new connections go to another.
test("a stop of an edge under load, with another beside it, fails no request", async () => {
  const app = http.createServer((_request, response) => void setTimeout(() => response.end("hello"), 20));
  app.listen(0, "127.0.0.1");
  const one = await start("one");
  const edges = [1, 2].map(() => processes.launchEdge());
  const origins = await Promise.all(edges.map(({ origin }) => origin));
  const before = await balancer(...origins.map((origin) => Number(new URL(origin).port)));
  const { token } = (await ask(one.origin, keyOf("one"), "POST /credentials")) as { token?: string };
  const { agent, welcomes } = connectAgent(Number(new URL(one.origin).port), token!, portOf(app));
  await vi.waitFor(() => expect(welcomes).toHaveLength(1));
  const seen: number[] = [];
  const enough = new AbortController();
  const load = Array.from({ length: VISITORS }, async () => {
    while (!enough.signal.aborted)
      seen.push(await visit(`http://127.0.0.1:${before.port}`, hostOf(welcomes)));
  });
  const more = (count: number) => {
    const sofar = seen.length;
    return vi.waitFor(() => expect(seen.length).toBeGreaterThan(sofar + count));
  };
  await more(40);
  edges[0]!.child.kill("SIGTERM");
  expect(await edges[0]!.exited).toEqual([0, null]);
  await more(40);
  enough.abort();
  await Promise.all(load);
  expect(seen.filter((status) => status !== 200)).toEqual([]);
  await agent.close();
  before.close();
  app.close();
});

test("kill -9 under load, of the service that has the agent, then of the edge: others answer within the lease", async () => {
  const app = http.createServer((_request, response) => response.end("hello"));
  app.listen(0, "127.0.0.1");
  // One is reached by TLS, as from another machine.
  const one = await start("one", "--peer-url", "https://127.0.0.1:0");
  const key = keyOf("one");
  const two = await start("two", "--api-key", key);
  const edge = processes.launchEdge();
  let visitors = await edge.origin;
  const before = await balancer(...[one, two].map(({ origin }) => Number(new URL(origin).port)));
  const { token } = (await ask(one.origin, key, "POST /credentials")) as { token?: string };
  const { agent, welcomes } = connectAgent(before.port, token!, portOf(app));
  await vi.waitFor(() => expect(welcomes).toHaveLength(1));
  const host = hostOf(welcomes);
  const seen: { at: number; status: number }[] = [];
  const enough = new AbortController();
  const load = Promise.all(
    Array.from({ length: VISITORS }, async () => {
      while (!enough.signal.aborted) {
        const status = await visit(visitors, host);
        seen.push({ at: performance.now(), status });
        if (status !== 200) await sleep(10);
      }
    }),
  );
  const answers = (n: number) =>
    vi.waitFor(() => expect(seen.slice(-n).map(({ status }) => status)).toEqual(Array(n).fill(200)));
  await answers(20);

  // What passes an edge without a service is in the account's traffic.
  const traffic = async () => JSON.stringify(await ask(two.origin, key, "GET /traffic?limit=1"));
  await vi.waitFor(async () => expect(await traffic()).toContain(host));

  one.child.kill("SIGKILL");
  const killed = performance.now();
  seen.length = 0;
  await vi.waitFor(() => expect(welcomes).toHaveLength(2));
  // Cause: its session was still listed, so the agent had another address. Law: a killed service’s addresses answer through others.
  expect(hostOf(welcomes.slice(1))).toBe(host);
  await answers(20);
  const failed = seen.filter(({ status }) => status !== 200);
  // A second for this machine's slowness. None fails where the agent is back before anybody was refused.
  expect((failed.at(-1)?.at ?? killed) - killed).toBeLessThan((LEASE_S + 1) * 1_000);
  // Only what was under way can break off: everybody else is answered, if only that it is offline.
  expect(failed.filter(({ status }) => status === 0).length).toBeLessThanOrEqual(VISITORS);

  edge.child.kill("SIGKILL");
  await edge.exited;
  seen.length = 0;
  visitors = `http://127.0.0.1:${new URL(welcomes[1]!.tunnels[0]!.plain_url!).port}`;
  await answers(20);
  enough.abort();
  await load;
  await agent.close();
  before.close();
  app.close();
});

// Law: a change of a module acts on the next request after its answer, in every process, and breaks off none that is under way.
test(
  "a module that is changed acts at every edge at once, and running requests go on",
  // Four processes start.
  async () => {
    const held: (() => void)[] = [];
    const app = http.createServer((request, response) => {
      const answer = () => void response.end("hello");
      if (request.url === "/held") held.push(answer);
      else answer();
    });
    app.listen(0, "127.0.0.1");
    const one = await start("one");
    const key = keyOf("one");
    const two = await start("two", "--api-key", key);
    const edges = [1, 2].map(() => processes.launchEdge());
    const origins = await Promise.all(edges.map(({ origin }) => origin));
    const make = async (path: string, body: object) =>
      (await ask(one.origin, key, `POST ${path}`, body)) as object as { id: string; token?: string };
    const labels = { app: "changed" };
    const { token } = await make("/credentials", {});
    const { agent, welcomes } = connectAgent(Number(new URL(one.origin).port), token!, portOf(app), labels);
    const host = "changed.example";
    const edge = await make("/edges/https", { hostports: [`${host}:443`] });
    const backend = { backend_id: (await make("/backends/tunnel_group", { labels })).id };
    const routes = `/edges/https/${edge.id}/routes`;
    const route = await make(routes, { match_type: "path_prefix", match: "/", backend });
    await vi.waitFor(() => expect(welcomes).toHaveLength(1));
    const visits = () => Promise.all(origins.map((origin) => visit(origin, host)));
    await vi.waitFor(async () => expect(await visits()).toEqual([200, 200]));

    const underWay = origins.map((origin) => visit(origin, host, "/held"));
    await vi.waitFor(() => expect(held).toHaveLength(2));
    for (let round = 0; round < 10; round += 1)
      for (const enabled of [true, false]) {
        const { origin } = round % 2 === 0 ? one : two;
        await ask(origin, key, `PUT ${routes}/${route.id}/user_agent_filter`, {
          enabled,
          allow: ["nobody"],
          deny: [".*"],
        });
        const changed = performance.now();
        expect(await visits()).toEqual(enabled ? [403, 403] : [200, 200]);
        expect(performance.now() - changed).toBeLessThan(1_000);
      }
    for (const answer of held) answer();
    expect(await Promise.all(underWay)).toEqual([200, 200]);
    await agent.close();
    app.close();
  },
);

test("an edge without a service needs the Postgres of one", async () => {
  const none = launchEdge([]);
  expect(await none.exited).toEqual([1, null]);
  expect(none.errors()).toMatch(/^--database-url is missing\. /);
});
