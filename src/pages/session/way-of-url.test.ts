// Cause: each URL of an edge with a broken route said "1 of 4 routes fails", also those that work. Law: a URL of one route has the
// status of that route.
import { expect, it } from "vitest";
import { wayWords, type EdgeWay, type Serving } from "#resources/edge-way.ts";
import { wayOfUrl } from "./way-of-url.ts";

const route = { id: "edghtsrt_1", edge_id: "edghts_1", match: "/v1/", match_type: "path_prefix" };
const way = { lead: "no backend", broken: [route], of: 4 } as unknown as EdgeWay;
const serving = { live: new Set() } as unknown as Serving;
const said = (of: EdgeWay | undefined, url: string | null) => {
  const found = wayOfUrl(of, url, serving);
  return found && wayWords(found).text;
};

it("says of each URL what its own route leads to", () => {
  expect(said(way, "https://api.example:7201/v1/")).toBe("No backend");
  expect(said(way, "https://api.example:7201/v2/")).toBe("Online");
});

it("says what closes the edge of a route that works by itself", () => {
  const backend = { enabled: true, backend: { id: "bkdsc_1", uri: "" } };
  const closed = { lead: "unapplied oauth", broken: [{ ...route, backend }], of: 2 } as unknown as EdgeWay;
  expect(wayOfUrl(closed, "https://api.example/v1/", serving)?.lead).toBe("unapplied oauth");
});

it("says what the edge leads to where it has one way, or the URL names no route", () => {
  const only = { ...way, of: 1 };
  expect(wayOfUrl(only, "https://api.example/v2/", serving)).toBe(only);
  expect(wayOfUrl(way, null, serving)).toBe(way);
  expect(wayOfUrl(undefined, "https://api.example/", serving)).toBeUndefined();
});
