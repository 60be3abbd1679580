import * as fc from "fast-check";
import { matchPath } from "react-router-dom";
import { expect, it } from "vitest";
import { href, paths } from "./paths.ts";

const id = fc.string({ minLength: 1 }).map((text) => text.replaceAll(/\p{Surrogate}/gu, "x"));
const names = Object.keys(paths) as (keyof typeof paths)[];

it("a link is its pattern with each id in its own segment, and what was asked for behind it", () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.array(id, { minLength: 3, maxLength: 3 }), (name, ids) => {
      const pattern = paths[name];
      const params = pattern.match(/:\w+/g) ?? [];
      const link = href[name] as (...parts: string[]) => string;
      const own = ids.slice(0, params.length);
      const match = matchPath(pattern, link(...own));
      expect(Object.values(match?.params ?? {}).map((part) => decodeURIComponent(part ?? ""))).toEqual(own);
      if (name === "edgeNew") return;
      expect(link(...own, "?q=a")).toBe(`${link(...own)}?q=a`);
    }),
  );
  expect(href.edgeNew("tcp")).toBe("/edges/new?kind=tcp");
  expect([href.edge("tls", "a/b"), href.edgeModule("https", "a", "b")]).toEqual([
    "/edges/tls/a%2Fb",
    "/edges/https/a/b",
  ]);
});
