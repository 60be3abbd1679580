// Cause: what is kept was answered through router, adapter and checks, four times as dear as all else of it. Law: what is answered
// past them is what they answer, counts as what they count, and is refused by them alone.
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import type { HttpServer } from "./server.ts";

let app: TestApp;
let trusting: TestApp;
const servers: HttpServer[] = [];
let byApp = 0;
beforeAll(async () => {
  app = await startTestApp();
  trusting = await startTestApp({ trustForwarded: true });
  for (const one of [app, trusting]) {
    servers.push(await one.listen(() => (byApp += 1)));
    for (const description of ["Office", "x".repeat(200)])
      await one.call("POST /ip_policies", { body: { description, metadata: "y".repeat(2_000) } });
  }
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  for (const one of [app, trusting]) await one.close();
});

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: string };

const ask = (nth: number, method: string, path: string, headers: OutgoingHttpHeaders, agent?: Agent) =>
  new Promise<Answer>((resolve, reject) => {
    request(`${servers[nth]?.origin}`, { method, path, headers, ...(agent && { agent }) }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const body = Buffer.concat(parts).toString("base64");
        resolve({ status: answer.statusCode, headers: answer.headers, body });
      });
    })
      .on("error", reject)
      .end();
  });

const ID = /op_\w+/g;
/** Without what differs between any two answers. */
function comparable({ status, headers, body }: Answer): object {
  const { date: _, "gatehouse-operation-id": id, ...others } = headers;
  expect(id).toMatch(/^op_/);
  return { status, headers: others, body: Buffer.from(body, "base64").toString("latin1").replace(ID, "op") };
}

const log = (one: TestApp): object => {
  const {
    time: _,
    ms,
    operation_id,
    ...line
  } = JSON.parse(one.logged.at(-1) ?? "{}") as Record<string, unknown>;
  expect([typeof ms, operation_id]).toEqual(["number", expect.stringMatching(/^op_/)]);
  return line;
};

const maybe = (...values: (string | undefined)[]) => fc.constantFrom(undefined, ...values);
const seldom = (value: string) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, fc.constant(value));
const asking = fc.record({
  trusts: fc.boolean(),
  /** Whether what it shows changed since it was answered before. */
  changed: fc.boolean(),
  // Mostly what is answered quickly: less often, and by chance too few were.
  method: fc.oneof({ weight: 10, arbitrary: fc.constant("GET") }, fc.constantFrom("HEAD", "DELETE")),
  path: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom("", "?limit=1", "/{id}") },
    fc.constantFrom("?limit=0", "?a=%zz", "/ipp_none", "/../openapi.json", "//"),
  ),
  headers: fc.record({
    authorization: fc.oneof(
      { weight: 8, arbitrary: fc.constant("Bearer {key}") },
      maybe("bearer  {key} ", "Bearer gh2_wrong", "Basic {key}", ""),
    ),
    "service-version": fc.oneof({ weight: 8, arbitrary: fc.constant("2") }, maybe("1")),
    "ngrok-version": maybe("2"),
    host: fc.oneof(
      { weight: 6, arbitrary: fc.constant("127.0.0.1:4180") },
      fc.constantFrom("localhost", "evil.example", "LOCALHOST:80"),
    ),
    "accept-encoding": maybe("gzip", "br, GZIP;q=0.5", "gzip;q=0", "identity"),
    "if-none-match": maybe("*", "{etag}", '"other", {etag}', '"other"'),
    origin: seldom("https://other.example"),
    "content-length": seldom("0"),
    "x-forwarded-proto": maybe("https"),
    "x-forwarded-host": maybe("gate.example", "gate.example:8443"),
    forwarded: maybe("proto=https;host=far.example"),
  }),
});

it("is what the app answers, in head, body and log", async () => {
  const ids = new Map<TestApp, string>();
  for (const one of [app, trusting]) {
    const { body } = await one.call<{ ip_policies: { id: string }[] }>("GET /ip_policies");
    ids.set(one, body.ip_policies[0]?.id ?? "");
  }
  const quick = { same: 0, changed: 0 };
  let nthChange = 0;
  await fc.assert(
    fc.asyncProperty(asking, async ({ trusts, changed, method, path, headers }) => {
      const [nth, one] = trusts ? [1, trusting] : [0, app];
      const at = `/api/ip_policies${path}`.replace("{id}", ids.get(one) ?? "");
      const sure = Object.entries(headers).filter(([, value]) => value !== undefined) as [string, string][];
      const plain = Object.fromEntries(sure.map(([name, value]) => [name, value.replace("{key}", one.key)]));
      const { "if-none-match": _, ...unconditional } = plain;
      const { headers: got } = await ask(nth, method, at, unconditional);
      const sent = Object.fromEntries(
        Object.entries(plain).map(([name, value]) => [name, value.replace("{etag}", got.etag ?? '"none"')]),
      );
      // An empty body is what the app answers alone.
      const bySlow = async () => {
        const before = byApp;
        const answer = await ask(nth, method, at, { ...sent, "content-length": "0" });
        expect(byApp).toBe(before + 1);
        return { ...answer, log: log(one) };
      };
      const byFast = async () => {
        const before = byApp;
        const answer = await ask(nth, method, at, sent);
        if (byApp === before) quick[changed ? "changed" : "same"] += 1;
        return { ...answer, log: log(one) };
      };
      let slow = changed ? null : await bySlow();
      if (changed) {
        const body = { description: String((nthChange += 1)) };
        await one.call(`PATCH /ip_policies/${ids.get(one)}`, { body });
      }
      const fast = await byFast();
      slow ??= await bySlow();
      expect(comparable(fast)).toEqual(comparable(slow));
      expect(fast.log).toEqual(slow.log);
    }),
    { numRuns: 150 },
  );
  expect(quick.same).toBeGreaterThan(10);
  expect(quick.changed).toBeGreaterThan(10);
});

// Cause: what it showed changed, and is gone. Law: the app refuses it, and nothing of the first look counts.
it("leaves what is gone to the app", async () => {
  const { body } = await app.call<{ id: string }>("POST /ip_policies", { body: {} });
  const get = () => ask(0, "GET", `/api/ip_policies/${body.id}`, headersOf(app.key));
  expect([(await get()).status, (await get()).status]).toEqual([200, 200]);
  await app.call(`DELETE /ip_policies/${body.id}`);
  const before = { byApp, lines: app.logged.length };
  expect((await get()).status).toBe(404);
  expect([byApp - before.byApp, app.logged.length - before.lines]).toEqual([1, 1]);
});

// Cause: what the headers of a request say is kept with its connection. Law: each request is answered by its own headers.
it("looks at the headers of each request on a connection, however alike they are", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const own = { ...headersOf(app.key), "if-none-match": '"0"', host: "127.0.0.1:4180" };
  const asks = {
    200: own,
    401: { ...own, authorization: own.authorization.replace(/.$/, (last) => (last === "a" ? "b" : "a")) },
    400: { ...own, "service-version": "1" },
    304: { ...own, "if-none-match": "*" },
    421: { ...own, host: "evil.example" },
  };
  const statuses = fc.array(fc.constantFrom(...Object.keys(asks)), { minLength: 2, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(statuses, async (expected) => {
      const got = [];
      for (const status of expected)
        got.push((await ask(0, "GET", "/api/ip_policies", asks[status as "200"], agent)).status);
      expect(got.map(String)).toEqual(expected);
    }),
    { numRuns: 20 },
  );
  agent.destroy();
});

const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, "service-version": "2" });

it("counts in the limit of a key and in the metrics, and says that the service stops", async () => {
  let stopping = false;
  const limited = await startTestApp({ rateLimit: 5, stopping: () => stopping });
  let slow = 0;
  const http = await limited.listen(() => (slow += 1));
  servers.push(http);
  const nth = servers.length - 1;
  const get = () => ask(nth, "GET", "/api/ip_policies", headersOf(limited.key));
  const answers = [];
  for (let i = 0; i < 6; i += 1) answers.push(await get());
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(slow).toBe(2);
  expect(answers[5]?.headers["retry-after"]).toMatch(/^\d+$/);
  const metrics = await (await limited.fetch("/metrics", { headers: headersOf(limited.key) })).text();
  expect(metrics).toMatch(/_count\{operation="IpPoliciesList",method="GET",status="200"\} 5/);
  stopping = true;
  expect((await get()).headers.connection).toBe("close");
  await limited.close();
});
