// Cause: a row that was added and left empty was refused as no domain. Law: what nothing is written in is not sent.
import { expect, it } from "vitest";
import { createOf, EDGE_FORMS, hostportChanges, NO_EDGE } from "./edge-definition.ts";

const typed = (...hostports: string[]) => ({ ...NO_EDGE, hostports });

it("drops empty rows, and tells a fault at the row that it is typed in", () => {
  const { toDraft } = EDGE_FORMS.https.definition;
  expect(toDraft(typed("", "a.example", " "), null)).toEqual({
    request: typed("a.example:443"),
    issues: [],
  });
  const { issues } = toDraft(typed("", "a.example", "no_host"), null);
  expect(issues.map(({ path }) => path)).toEqual([["hostports", 2]]);
  expect(createOf("https", typed("", "a.example"))).toEqual({ hostports: ["a.example:443"] });
  expect(createOf("https", typed(""))).toEqual({});
});

// Cause: an address that repeats another named it by its place among those that are sent. Law: a row is named as it is counted on the page.
it("names the row that an address repeats", () => {
  const { issues } = EDGE_FORMS.https.definition.toDraft(typed("", "a.example", " ", "A.example"), null);
  expect(issues).toEqual([{ path: ["hostports", 3], message: "is the same as entry 2. Remove one of them" }]);
});

// Cause: an address that two rows have was counted as two that are added. Law: what can't be saved is not told as saved.
it("counts an address once that two rows have", () => {
  const edge = { id: "edgtls_1", uri: "", created_at: "2026-01-02T03:04:05Z", hostports: [] };
  const serving = { live: new Map(), ports: { none: false, closed: [] } };
  expect(hostportChanges(edge, ["a.example:443", "a.example:443"], serving).fresh).toEqual(["a.example:443"]);
});

// Cause: an address that never served was said to go offline. Law: what goes offline was online.
it("knows which addresses served nothing as it is", () => {
  const AT = "2026-01-02T03:04:05Z";
  const backend = { enabled: true, backend: { id: "bkdtg_1", uri: "" } };
  const live = new Map([["bkdtg_1", []]]);
  const serving = { live, ports: { none: false, closed: [5432] } };
  const goneOf = (of: object, known = serving) => {
    const edge = { created_at: AT, hostports: ["a.example:443"], ...of } as Parameters<
      typeof hostportChanges
    >[0];
    const { dark, idle } = hostportChanges(edge, [], known);
    return { dark, idle };
  };
  const all = ["a.example:443"];
  const served = { dark: all, idle: [] };
  const unserved = { dark: [], idle: all };
  expect(goneOf({ id: "edghts_1", routes: [] })).toEqual(unserved);
  expect(
    goneOf({
      id: "edghts_1",
      routes: [
        { id: "r1", match: "/", backend },
        { id: "r2", match: "/x" },
      ],
    }),
  ).toEqual(served);
  expect(goneOf({ id: "edgtls_1", backend })).toEqual(served);
  expect(goneOf({ id: "edgtls_1" })).toEqual(unserved);
  expect(goneOf({ id: "edgtls_1", backend }, { ...serving, live: new Map() })).toEqual(unserved);
  expect(goneOf({ id: "edgtcp_1", backend, hostports: ["a.example:5432", "a.example:5433"] })).toEqual({
    dark: ["a.example:5433"],
    idle: ["a.example:5432"],
  });
});
