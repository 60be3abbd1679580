// Cause: "certificate auth" opened the mutual TLS of an edge that is described so once the edges were read: a moment before, the page
// of certificate authorities. Law: who types how a page begins is led there, whatever else the words may ask for.
import { expect, it } from "vitest";
import { resourceOfKind } from "#resources/all.ts";
import { FIXED } from "./entries.ts";
import { type KnownShelf, textOf } from "./known.ts";
import type { Row } from "./rank.ts";
import { resultsOf } from "./results.ts";

const shelf = (of: "route" | "tlsEdge", row: object): KnownShelf => {
  const kind = resourceOfKind(of);
  const rows = [row as Row];
  return { kind, rows, texts: rows.map((one) => textOf(kind, one)), group: kind.noun.many.toLowerCase() };
};
const shelves = [
  shelf("route", {
    id: "edghtsrt_1",
    edge_id: "edghts_1",
    match: "/",
    place: "auth.policies.example/",
    ip_restriction: null,
  }),
  shelf("tlsEdge", {
    id: "edgtls_1",
    hostports: ["docks.example:443"],
    description: "By certificate",
    mutual_tls: null,
  }),
];
const nothing = { recent: [], now: 0, limits: {}, targetOf: () => null, pathname: "/" };
const first = (typed: string) => resultsOf({ ...nothing, typed, shelves }).entries[0]?.label;

it.each([
  ["certificate auth", "Certificate authorities"],
  ["IP  pol", "IP policies"],
])("%s leads to the page of that name", (typed, label) => {
  expect(first(typed)).toBe(label);
});

it("every page and setting of several words is first by all but its last letter", () => {
  for (const { label } of FIXED.filter((one) => one.label.includes(" ")))
    expect(first(label.slice(0, -1))).toBe(label);
});

it("words that begin no page's name are asked of what is there", () => {
  expect(first("auth docks")).toBe("Mutual TLS on docks.example");
});
