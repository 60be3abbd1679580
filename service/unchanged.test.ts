// Cause: a console that polls got the whole list each time, though it had it. Law: every read has an ETag and is not sent again to
// who has it, and is otherwise an answer like any other.
import zlib from "node:zlib";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { OPERATIONS } from "#contract/operations/operations.ts";
import { nameOf, TABLE } from "./testing/conformance/table.ts";
import { fill, makeWorld, type World } from "./testing/conformance/world.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = makeWorld(app);
});
afterAll(() => app.close());

const reads = OPERATIONS.filter(({ method, stream }) => method === "GET" && !stream);

describe.each(reads.map((one) => [nameOf(one), one] as const))("%s", (name, { path }) => {
  it("has an ETag, and is not sent again", async () => {
    const at = fill(path, (await TABLE[name]?.arrange(world)) ?? {});
    const first = await app.call(`GET ${at}`);
    const etag = first.headers.get("etag") ?? "";
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{43}"$/)]);
    const logged = app.logged.length;
    for (const known of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
      const again = await app.call(`GET ${at}`, { headers: { "if-none-match": known } });
      expect([known, again.status, again.body]).toEqual([known, 304, undefined]);
      expect(again.headers.get("etag")).toBe(etag);
      expect(again.headers.get("cache-control")).toBe("no-store");
      expect(again.headers.get("gatehouse-operation-id")).toMatch(/^op_/);
      expect(again.headers.has("content-type")).toBe(false);
    }
    expect(app.logged.slice(logged).filter((line) => line.includes('"status":304'))).toHaveLength(4);
    const other = await app.call(`GET ${at}`, { headers: { "if-none-match": 'W/"other"' } });
    expect(other).toMatchObject({ status: 200, body: first.body });
    const head = await app.call(`HEAD ${at}`);
    expect([head.status, head.body, head.headers.get("etag")]).toEqual([200, undefined, etag]);
    expect((await app.call(`HEAD ${at}`, { headers: { "if-none-match": etag } })).status).toBe(304);
  });
});

it("is not for who has no key, sends another version or asks for what is not there", async () => {
  const headers = { "if-none-match": "*" };
  const statuses = [
    await app.call("GET /ip_policies", { headers: { ...headers, authorization: "" } }),
    await app.call("GET /ip_policies", { headers: { ...headers, "service-version": "1" } }),
    await app.call("GET /ip_policies?limit=0", { headers }),
    await app.call("GET /ip_policies/ipp_0", { headers }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([401, 400, 400, 404]);
});

it("is packed once while it is the same, for who asks for it, and has the ETag of the plain one", async () => {
  await app.call("POST /ip_policies", {
    body: { description: "x".repeat(200), metadata: "y".repeat(2_000) },
  });
  const packs = vi.spyOn(zlib, "gzipSync");
  syncBuiltinESMExports();
  const ask = (encoding: string) =>
    app.call("GET /ip_policies", { headers: { "accept-encoding": encoding } });
  const get = async (encoding: string) =>
    app.fetch("/api/ip_policies", {
      headers: { authorization: `Bearer ${app.key}`, "service-version": "2", "accept-encoding": encoding },
    });
  const plain = await ask("identity");
  expect(plain.headers.get("content-encoding")).toBeNull();
  const packed = [await get("gzip"), await get("br, GZIP;q=0.5"), await get("gzip")];
  for (const one of packed) {
    expect(one.headers.get("content-encoding")).toBe("gzip");
    expect(one.headers.get("vary")).toContain("Accept-Encoding");
    expect(one.headers.get("etag")).toBe(plain.headers.get("etag"));
    const bytes = Buffer.from(await one.arrayBuffer());
    expect(one.headers.get("content-length")).toBe(String(bytes.length));
    expect(JSON.parse(zlib.gunzipSync(bytes).toString())).toEqual(plain.body);
  }
  expect(packs).toHaveBeenCalledTimes(1);
  packs.mockRestore();
  syncBuiltinESMExports();
});

it("counts as a request", async () => {
  const limited = await startTestApp({ rateLimit: 3 });
  const { headers } = await limited.call("GET /ip_policies");
  const again = () =>
    limited.call("GET /ip_policies", { headers: { "if-none-match": headers.get("etag") ?? "" } });
  expect([(await again()).status, (await again()).status, (await again()).status]).toEqual([304, 304, 429]);
  await limited.close();
});
