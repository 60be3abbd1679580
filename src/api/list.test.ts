import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { json, startFaultServer } from "#testing/fault-server.ts";
import { setConnection } from "./connection.ts";
import { fetchList, rebaseNextPage } from "./list.ts";

const Item = z.looseObject({ id: z.string() });
let server: Awaited<ReturnType<typeof startFaultServer>>;
beforeAll(async () => {
  server = await startFaultServer(json(200, {}));
});
afterAll(() => server.close());
beforeEach(() => {
  setConnection({ baseUrl: `${server.origin}/api`, key: "k", versionHeader: "V" }, { remember: false });
  server.seen.length = 0;
});

/** Serves `pages`, each naming the next as `next(index)`. */
function serve(pages: string[][], next: (index: number) => string) {
  server.answerWith((request, response) => {
    const index = Number(new URL(request.url ?? "", server.origin).searchParams.get("page") ?? 0);
    const body = {
      things: pages[index]?.map((id) => ({ id })) ?? [],
      uri: "u",
      next_page_uri: index + 1 < pages.length ? next(index + 1) : null,
    };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
}

describe("rebaseNextPage", () => {
  const url = fc.record({
    host: fc.domain(),
    prefix: fc.constantFrom("", "/api", "/v2/api"),
    query: fc.webQueryParameters(),
  });
  it("keeps the path and the query and never another origin", () => {
    fc.assert(
      fc.property(
        url,
        fc.constantFrom("https://me.example/api", "https://me.example"),
        ({ host, prefix, query }, base) => {
          const next = rebaseNextPage(`https://${host}${prefix}/things?${query}`, base, "/things");
          const full = new URL(base + next);
          expect(full.origin).toBe("https://me.example");
          expect(next.split("?")[0]).toBe("/things");
          expect(full.search).toBe(new URL(`https://x/?${query}`).search);
        },
      ),
    );
  });
});

describe("fetchList", () => {
  it("reads every page in order and reports what is there after each", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.uuid(), { maxLength: 3 }), { minLength: 1, maxLength: 5 }),
        async (pages) => {
          serve(pages, (index) => `https://elsewhere.example/api/things?limit=100&page=${index}`);
          const seen: number[] = [];
          const items = await fetchList({
            path: "/things",
            key: "things",
            item: Item,
            onProgress: ({ items }) => seen.push(items.length),
          });
          expect(items.map(({ id }) => id)).toEqual(pages.flat());
          expect(seen).toHaveLength(pages.length);
          expect(seen.at(-1)).toBe(items.length);
        },
      ),
      { numRuns: 20 },
    );
    expect(server.seen.every(({ url }) => url.startsWith("/api/things?"))).toBe(true);
  });

  it("stops at a loop and says so", async () => {
    serve([["a"], ["b"], ["c"]], (index) => `/api/things?page=${index === 2 ? 1 : index}`);
    await expect(fetchList({ path: "/things", key: "things", item: Item })).rejects.toMatchObject({
      kind: "drift",
      msg: expect.stringContaining("already read"),
    });
  });

  it("names what is no URI and what is no list", async () => {
    serve([["a"], ["b"]], () => "http://[");
    await expect(fetchList({ path: "/things", key: "things", item: Item })).rejects.toMatchObject({
      kind: "drift",
    });
    server.answerWith(json(200, { other: [] }));
    await expect(fetchList({ path: "/things", key: "things", item: Item })).rejects.toMatchObject({
      msg: "At things: expected array.",
    });
  });
});
