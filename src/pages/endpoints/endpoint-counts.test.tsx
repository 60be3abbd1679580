// Cause: "47 active" counted those that fail without a word. Law: what needs attention is counted, and a click away.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { renderInApp } from "#testing/render.tsx";
import { endpointTable } from "./endpoint-columns.tsx";
import { EndpointCounts } from "./endpoint-counts.tsx";
import { endpointRows } from "./endpoint-rows.ts";

const at = "2026-11-21T10:00:00Z";
const endpoint = (id: string, edge?: string): Endpoint => ({
  id,
  type: edge === undefined ? "ephemeral" : "edge",
  created_at: at,
  updated_at: at,
  ...(edge === undefined ? {} : { edge: { id: edge, uri: "" } }),
});
const ways = new Map([
  ["edghts_1", { lead: "no backend" as const, broken: [], of: 0 }],
  ["edghts_2", { lead: "served" as const, broken: [], of: 1 }],
]);
const show = (...items: Endpoint[]) =>
  renderInApp(<EndpointCounts rows={endpointRows(items, undefined, undefined, undefined, ways)} />);

it("names what fails beside the whole, and leads to it", () => {
  show(endpoint("ep_1"), endpoint("ep_2", "edghts_1"), endpoint("ep_3", "edghts_2"));
  expect(screen.getByText("3 active")).toBeDefined();
  // Cause: the link chose the words of that moment, so what failed later was missing. Law: a link follows what it counts.
  expect(screen.getByRole("link", { name: "1 failing" }).getAttribute("href")).toBe("/endpoints?failing=yes");
  const rows = endpointRows(
    [endpoint("ep_2", "edghts_1"), endpoint("ep_3", "edghts_2")],
    undefined,
    undefined,
    undefined,
    ways,
  );
  const { valueOf } = endpointTable.model.facets.find(({ id }) => id === "failing")!;
  expect(rows.map(valueOf)).toEqual(["yes", "no"]);
});

it("says nothing of it where nothing does", () => {
  show(endpoint("ep_1"));
  expect(screen.queryByRole("link")).toBeNull();
});
