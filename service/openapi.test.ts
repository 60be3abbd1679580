import { syncBuiltinESMExports } from "node:module";
import zlib, { gunzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { ROUTE_MODULES } from "#contract/modules/kinds.ts";
import { OPERATIONS } from "#contract/operations/operations.ts";
import { openApiDocument } from "./openapi.ts";
import { IMPLEMENTATIONS } from "./resources/all.ts";
import { startTestApp } from "./testing/test-app.ts";

type Operation = {
  operationId: string;
  parameters: { $ref?: string; name?: string; in?: string }[];
  requestBody?: unknown;
  responses: Record<string, { content?: object }>;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Record<string, unknown>> };
};
const document = openApiDocument("Service-Version") as Document;

const rows = (list: readonly { method: string; path: string }[]) =>
  list.map(({ method, path }) => `${method} ${path}`).toSorted();

describe("the table of operations", () => {
  it("is what is implemented, no row more and none less", () => {
    expect(rows(IMPLEMENTATIONS.map(({ operation }) => operation))).toEqual(rows(OPERATIONS));
  });

  it("names each operation once, and each path and method once", () => {
    expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
    expect(new Set(rows(OPERATIONS)).size).toBe(OPERATIONS.length);
  });

  it("is what the running app routes", async () => {
    const app = await startTestApp();
    for (const { method, path, open } of OPERATIONS) {
      const url = `/api${path.replaceAll(/\{[a-z_]+\}/g, "x")}`;
      const { status } = await app.fetch(url, { method });
      // Without a key, or where none is needed without a version.
      expect([`${method} ${path}`, status]).toEqual([`${method} ${path}`, open ? 400 : 401]);
    }
    await app.close();
  });

  it("has PUT, GET and DELETE of every module kind", () => {
    for (const kind of ROUTE_MODULES) {
      const methods = OPERATIONS.filter(
        ({ path }) => path === `/edges/https/{edge_id}/routes/{id}/${kind}`,
      ).map(({ method }) => method);
      expect(methods.toSorted()).toEqual(["DELETE", "GET", "PUT"]);
    }
  });
});

describe("the OpenAPI document", () => {
  it("is served without a key or a version", async () => {
    const app = await startTestApp();
    const answer = await app.fetch("/api/openapi.json");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
    // Cause: its query was not read. Law: an unknown query parameter is refused on every route.
    const asked = await app.call("GET /openapi.json?x=1");
    expect(asked).toMatchObject({ status: 400, body: { error_code: "ERR_GATEHOUSE_231" } });
    await app.close();
  });

  it("is compressed once and asked for again for next to nothing", async () => {
    // Cause: each of many readers cost a serialization and a compression of 300 kB. Law: what never changes is made once
    // and has a strong ETag, one for each of its encodings.
    const app = await startTestApp();
    const compressions = vi.spyOn(zlib, "gzipSync");
    syncBuiltinESMExports();
    const get = async (headers: Record<string, string> = {}) => app.fetch("/api/openapi.json", { headers });
    const plain = await get();
    const zipped = await get({ "accept-encoding": "br, GZIP;q=0.5" });
    const [tag, zippedTag] = [plain, zipped].map(({ headers }) => headers.get("etag") ?? "");
    expect([tag, zippedTag]).toEqual([expect.stringMatching(/^"[\w-]{43}"$/), tag?.replace(/"$/, '-gzip"')]);
    expect(zipped.headers.get("content-encoding")).toBe("gzip");
    const text = await plain.text();
    expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe(text);
    for (const refused of ["", "gzip;q=0", "deflate", "identity"])
      expect((await get({ "accept-encoding": refused })).headers.get("content-encoding")).toBeNull();
    for (const { headers } of [plain, zipped]) {
      expect(headers.get("cache-control")).toBe("no-cache");
      expect(headers.get("vary")).toContain("Accept-Encoding");
    }
    const known = await get({ "if-none-match": `"x", W/${tag}` });
    expect([known.status, await known.text(), known.headers.get("etag")]).toEqual([304, "", tag]);
    expect((await get({ "if-none-match": zippedTag! })).status).toBe(200);
    expect((await get({ "if-none-match": zippedTag!, "accept-encoding": "gzip" })).status).toBe(304);
    expect(compressions).toHaveBeenCalledTimes(1);
    compressions.mockRestore();
    syncBuiltinESMExports();
    await app.close();
  });

  it("has every operation and nothing else", () => {
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.toSorted()).toEqual(rows(OPERATIONS));
    expect(document.openapi).toBe("3.1.0");
  });

  it("names every path parameter and has only references that lead somewhere", () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const { parameters } of Object.values(methods)) {
        const named = parameters.filter((one) => one.in === "path").map(({ name }) => `{${name}}`);
        expect(named).toEqual(path.match(/\{[a-z_]+\}/g) ?? []);
      }
    }
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g);
    const components = document.components as Record<string, Record<string, unknown>>;
    const missing = [...references].filter(([, kind = "", name = ""]) => !components[kind]?.[name]);
    expect(missing).toEqual([]);
  });

  it("tells requests from answers: unknown fields are refused in one and allowed in the other", () => {
    const { CircuitBreaker, CircuitBreakerRequest } = document.components.schemas;
    expect(CircuitBreakerRequest).toMatchObject({ additionalProperties: false });
    expect(CircuitBreaker?.["additionalProperties"]).not.toBe(false);
    expect(CircuitBreakerRequest?.["properties"]).toMatchObject({
      num_buckets: { minimum: 1, maximum: 128 },
    });
  });

  it("lists the failures of an operation under their statuses", () => {
    const { responses } = document.paths["/tunnel_sessions/{id}/update"]!["post"]!;
    expect(Object.keys(responses)).toEqual([
      "204",
      "400",
      "401",
      "404",
      "409",
      "413",
      "415",
      "429",
      "500",
      "502",
      "503",
      "504",
      "507",
    ]);
  });
});
