import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TunnelGroupBackendCreate } from "#contract/backend.ts";
import { bodyOf, faultsIn, labelChoices, matchCount } from "./backend-labels.ts";

describe("the request for a new backend", () => {
  it("leaves out what is empty and keeps every filled row", () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9]{0,7}$/);
    fc.assert(
      fc.property(fc.dictionary(word, word, { minKeys: 1 }), fc.nat(3), (labels, blanks) => {
        const rows = Object.entries(labels).map(([name, value]) => ({ name: ` ${name} `, value }));
        const blank = Array.from({ length: blanks }, () => ({ name: "", value: "" }));
        const body = bodyOf({ description: "", metadata: "", labels: [...blank, ...rows] });
        expect(body).toEqual({ labels });
        expect(TunnelGroupBackendCreate.safeParse(body).success).toBe(true);
      }),
    );
  });

  it("sends a value without a name, so that the contract refuses it where it stands", () => {
    const body = bodyOf({ description: "a", metadata: "b", labels: [{ name: "", value: "x" }] });
    expect(body).toEqual({ description: "a", metadata: "b", labels: { "": "x" } });
    expect(TunnelGroupBackendCreate.safeParse(body).success).toBe(false);
  });
});

// Cause: of two labels of one name the first was dropped, and the backend created without it. Law: nothing that was typed is lost
// without a word.
it("refuses a name that is there twice at its row, blank rows aside", () => {
  const labels = [
    { name: "app", value: "shop" },
    { name: "", value: "" },
    { name: " app ", value: "b" },
    { name: "", value: "x" },
  ];
  expect(faultsIn({ labels })).toEqual([
    { path: ["labels", 2], message: "same name as row 1. Names must be unique" },
  ]);
});

describe("the tunnels that a backend sends to", () => {
  const labels = fc.dictionary(fc.constantFrom("app", "site", "env"), fc.constantFrom("a", "b"));
  it("are those with all of its labels, and every set that is offered matches at least one", () => {
    fc.assert(
      fc.property(fc.array(fc.option(labels)), labels, (sets, wanted) => {
        const online = sets.map((one) => ({ labels: one }));
        const has = sets.filter((one) =>
          Object.entries({ ...wanted }).every(([name, value]) => one?.[name] === value),
        );
        expect(matchCount(wanted, online)).toBe(has.length);
        for (const choice of labelChoices(online)) expect(matchCount(choice, online)).toBeGreaterThan(0);
        // Cause: after the first label those of the tunnels that have it had to be typed. Law: what is offered adds to what is typed, and matches.
        for (const choice of labelChoices(online, wanted)) {
          expect(Object.keys(choice).some((name) => name in wanted)).toBe(false);
          expect(matchCount({ ...wanted, ...choice }, online)).toBeGreaterThan(0);
        }
      }),
    );
  });
});
