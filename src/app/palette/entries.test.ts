import { expect, it } from "vitest";
import { resourceOfKind } from "#resources/all.ts";
import { entryOf, FIXED } from "./entries.ts";

const at = { created_at: "2026-01-02T03:04:05Z" };

// Cause: an edge without a backend looked like any other. Law: a path that serves nothing is shown as broken everywhere.
const what = (
  kind: Parameters<typeof resourceOfKind>[0],
  row: { id: string; [field: string]: unknown },
  limits: Parameters<typeof entryOf>[2] = {},
) => entryOf(resourceOfKind(kind), row, limits).what;

it("an edge or route without a backend says so, one that is not read says nothing", () => {
  expect(what("tlsEdge", { id: "edgtls_1", ...at, backend: null })).toBe("TLS edge, No backend");
  expect(what("httpsEdge", { id: "edghts_1", ...at, routes: [] })).toBe("HTTPS edge, No routes");
  expect(what("route", { id: "edghtsrt_1", edge_id: "edghts_1", place: "a/", backend: null })).toBe(
    "Route, No backend",
  );
  expect(what("tlsEdge", { id: "edgtls_1" })).toBe("TLS edge");
});

// Cause: a route that its settings close was found as if it served. Law: the same.
it("what lets nobody in is found as closed, where the service tells what its edge applies", () => {
  const serves = { backend: { enabled: true, backend: { id: "bkdtg_1", uri: "" } } };
  const closed = {
    ...at,
    place: "a/",
    ...serves,
    jwt_validation: { jws: { keys: { sources: { additional_jkus: ["http://a.example/keys"] } } } },
  };
  const row = { id: "edghtsrt_1", edge_id: "edghts_1", ...closed };
  expect(what("route", row, { unapplied: [] })).toMatch(/^Route, Closed/);
  expect(what("route", row)).toBe("Route");
});

// Cause: “Update outdated agents”, an action, only showed them. Law: an action does or opens what its verb says; a list has its name.
it("no action only filters a list", () => {
  const filters = FIXED.filter(({ action }) => action.do === "go" && /^\/\w+\?\w+=/.test(action.to));
  expect(filters.map(({ label, what }) => [label, what])).toEqual([
    ["Requests with errors", "Page"],
    ["Outdated agents", "Page"],
  ]);
});
