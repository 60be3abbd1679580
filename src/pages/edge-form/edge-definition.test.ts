// Cause: a row that was added and left empty was refused as no domain. Law: what nothing is written in is not sent.
import { expect, it } from "vitest";
import { createOf, EDGE_FORMS, NO_EDGE } from "./edge-definition.ts";

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
