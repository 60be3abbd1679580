import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { paths } from "#resources/paths.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { buildTestConsole } from "../testing/test-console.ts";
import { isPage } from "./console-pages.ts";

let app: TestApp;
let dir: string;
let remove: () => void;
const page = "<!doctype html><title>Gatehouse</title><script>boot()</script><style>p{}</style>";
const script = `console.log(${JSON.stringify("x".repeat(4000))})`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

beforeEach(async () => {
  ({ dir, remove } = buildTestConsole({
    "index.html": page,
    "icon.svg": "<svg/>",
    "assets/main-1a2b3c4d.js": script,
    ".vite/manifest.json": "{}",
  }));
  app = await startTestApp({ consoleDir: dir });
});
afterEach(async () => {
  await app.close();
  remove();
});

const get = (path: string, headers: Record<string, string> = {}) => app.fetch(path, { headers });

describe("the console's page", () => {
  it("answers every path of the console, strictly: no foreign script, no frame, no referrer", async () => {
    for (const path of Object.values(paths)) {
      const answer = await get(path.replaceAll(/:\w+/g, "x"));
      expect([path, answer.status]).toEqual([path, 200]);
      expect(await answer.text()).toBe(page);
    }
    const { headers } = await get("/sessions");
    const policy = headers.get("content-security-policy");
    for (const rule of [
      "default-src 'none'",
      // Of what is inline, only what the build put there.
      `script-src 'self' ${hashOf("boot()")};`,
      `style-src 'self' ${hashOf("p{}")};`,
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]) {
      expect(policy).toContain(rule);
    }
    expect(policy).not.toContain("unsafe");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("permissions-policy")).toContain("camera=()");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("tells a person who mistyped an address, and a script in JSON; the API and lost files stay JSON", async () => {
    const person = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    for (const path of [
      "/sesions",
      "/events/x/y",
      "/rollouts/x/y",
      "/activity/x",
      "/keys/a/b/c",
      "/edges/udp/x",
    ]) {
      const lost = await get(path, person);
      expect([path, lost.status, await lost.text()]).toEqual([path, 404, page]);
      expect(lost.headers.get("content-security-policy")).toContain("script-src 'self'");
      expect(lost.headers.get("cache-control")).toBe("no-cache");
    }
    for (const [path, headers] of [
      ["/sesions", {}],
      ["/events/x/y", {}],
      ["/api/nothing", person],
      ["/assets/gone-1a2b3c4d.js", person],
    ] as const) {
      const answer = await get(path, headers);
      expect(await answer.json()).toMatchObject({ status_code: answer.status });
    }
  });

  it("is asked for again, and not sent again while it is the same", async () => {
    const first = await get("/");
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const etag = first.headers.get("etag") ?? "";
    const again = await get("/keys", { "if-none-match": `"other", ${etag}` });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
    writeFileSync(join(dir, "index.html"), `${page}<p>newer`);
    expect((await get("/", { "if-none-match": etag })).status).toBe(200);
  });

  it("says how to build it when it is not there", async () => {
    rmSync(join(dir, "index.html"));
    const answer = await get("/sessions");
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain("npm run build");
  });
});

test("a path has a page when the router has one for it, whatever the ids are", async () => {
  const filled = fc
    .tuple(fc.constantFrom(...Object.values(paths)), fc.array(fc.string({ minLength: 1 })))
    .map(([path, ids]) => path.replaceAll(/:\w+/g, () => encodeURIComponent(ids.pop() ?? "x") || "x"));
  await fc.assert(
    fc.asyncProperty(filled, async (path) => {
      expect(await isPage(dir, path)).toBe(true);
      expect(await isPage(dir, `/api${path}`)).toBe(false);
    }),
  );
});

describe("its files", () => {
  it("are kept for a year when their name has a hash, asked for again when not", async () => {
    const hashed = await get("/assets/main-1a2b3c4d.js");
    expect(hashed.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(hashed.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    const icon = await get("/icon.svg");
    expect(icon.headers.get("cache-control")).toBe("no-cache");
    expect(icon.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
  });

  it.each([
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip;q=1.0, br;q=0", "gzip", gunzipSync],
  ])("are compressed for %j with %s", async (accept, encoding, unpack) => {
    const answer = await get("/assets/main-1a2b3c4d.js", { "accept-encoding": accept });
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("vary")).toContain("Accept-Encoding");
    expect(unpack(Buffer.from(await answer.arrayBuffer())).toString()).toBe(script);
  });

  it("are sent plain to who accepts nothing", async () => {
    const answer = await get("/assets/main-1a2b3c4d.js");
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(await answer.text()).toBe(script);
  });

  it.each([
    "/assets/main-00000000.js",
    "/.vite/manifest.json",
    "/.vite/pages.json",
    "/assets/main-1a2b3c4d.js.br",
    "/..%2f..%2fetc%2fpasswd",
    "/assets",
    "/index.html/",
  ])("%s is not one of them", async (path) => {
    const answer = await app.fetch(path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error_code: "ERR_GATEHOUSE_9000" });
  });

  it("are sent whole, whatever part is asked for", async () => {
    const person = { accept: "text/html" };
    for (const [path, status, text] of [
      ["/assets/main-1a2b3c4d.js", 200, script],
      ["/keys", 200, page],
      ["/events/x/y", 404, page],
    ] as const) {
      const whole = await get(path, person);
      for (const range of ["bytes=0-9", "bytes=99999-", "bytes=-1"]) {
        const answer = await get(path, { ...person, range });
        expect([path, range, answer.status, await answer.text()]).toEqual([path, range, status, text]);
        expect(answer.headers.get("content-range")).toBeNull();
        expect(answer.headers.get("etag")).toBe(whole.headers.get("etag"));
      }
    }
  });

  it("take GET and HEAD only", async () => {
    const head = await app.fetch("/", { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    expect((await app.fetch("/", { method: "POST" })).status).toBe(404);
  });
});
