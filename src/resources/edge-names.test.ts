import * as fc from "fast-check";
import { expect, it } from "vitest";
import { edgeName, isUnnamed, routePlace } from "./edge-names.ts";

// Cause: an edge without address and description was titled by its id. Law: things are called by what they are; one place decides.
it.each([
  [{ hostports: ["app.example.com:443"], description: "Planning" }, "app.example.com"],
  [{ hostports: [], description: "Planning" }, "Planning"],
  [{ hostports: null, description: "" }, "HTTPS edge without an address"],
  [{ hostports: [], description: null }, "HTTPS edge without an address"],
  // Nothing is known of it yet.
  [{}, "edghts_1"],
])("%j is called %s", (fields, name) => {
  expect(edgeName({ id: "edghts_1", ...fields })).toBe(name);
});

it("says of a route where it applies, as far as its edge has an address", () => {
  expect(routePlace({ id: "edghts_1", hostports: ["a.example:443"] }, "/v1")).toBe("a.example/v1");
  expect(routePlace({ id: "edghts_1", hostports: [], description: "Planning" }, "/v1")).toBe("/v1");
  expect(routePlace({ id: "edghts_1" }, "/v1")).toBe("edghts_1/v1");
  expect(routePlace({ id: "edghts_1", hostports: ["a.example:443"] }, "b.example/v1")).toBe("b.example/v1");
});

it("names every edge that was read, and leaves an id beside those that only it tells apart", () => {
  const hostports = fc.option(fc.array(fc.domain().map((host) => `${host}:443`)));
  const description = fc.option(fc.string());
  const id = fc.constantFrom("edghts_1", "edgtls_1", "edgtcp_1", "other_1");
  fc.assert(
    fc.property(fc.record({ id, hostports, description }), (edge) => {
      expect(edgeName(edge)).not.toBe("");
      if ((edge.hostports ?? []).length > 0 || edge.description) return;
      expect(edgeName(edge)).not.toContain(edge.id);
      expect(isUnnamed(edge)).toBe(true);
    }),
  );
});
