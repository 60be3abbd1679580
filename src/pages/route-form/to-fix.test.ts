import * as fc from "fast-check";
import { set } from "react-hook-form";
import { describe, expect, it } from "vitest";
import { formOfModule, draftOf, NO_ROUTE } from "./route-draft.ts";
import { moduleOf } from "#modules/registry.ts";
import { countErrors, toFix } from "./to-fix.ts";

const fault = { type: "invalid", message: "must be so", types: { "[]": "must be so" } };
const PARTS = [
  { name: "match", label: "Match" },
  { name: "oauth", label: "OAuth" },
];

describe("what is left to fix", () => {
  // Cause: a module with many faults counted as one field. Law: a message tells the truth about what it counts.
  it("counts each field at fault, however deep, and names the parts they stand in", () => {
    const path = fc.constantFrom("match", "oauth.type", "oauth.provider.0.name", "oauth.a", "oauth.b.c");
    fc.assert(
      fc.property(fc.uniqueArray(path), (paths) => {
        const errors = {};
        for (const one of paths) set(errors, one, { ...fault });
        expect(countErrors(errors)).toBe(paths.length);
        const said = toFix(errors, PARTS);
        expect(Number.parseInt(said ?? "0", 10)).toBe(paths.length);
      }),
    );
    expect(toFix({ match: fault }, PARTS)).toBe("1 field to fix: Match");
    expect(toFix({ oauth: { a: fault, b: fault } }, PARTS)).toBe("2 fields to fix: OAuth");
    // Cause: a client ID and its secret that were missing were "OAuth (Provider)", which was chosen. Law: a field has one name.
    const { fields } = moduleOf("oauth")!;
    const google = { client_id: fault, client_secret: fault };
    expect(toFix({ oauth: { provider: { google } } }, [{ name: "oauth", label: "OAuth", fields }])).toBe(
      "2 fields to fix: OAuth (Client ID, Client secret)",
    );
  });

  // Cause: the id pattern's refusal was shown where nothing was chosen. Law: errors say what to do.
  it("asks to choose a backend where none was, and speaks of ids only where one was typed", () => {
    const said = (backend_id: string) => {
      const values = { ...NO_ROUTE.values, match: "/", backend: { ...formOfModule("backend"), backend_id } };
      return draftOf({ values, kinds: ["backend"], origins: {} }).issues.map(({ message }) => message);
    };
    expect(said("")).toEqual(["is required. Select one or enter its ID"]);
    expect(said("nothing")).toEqual(["must be an ID that starts with bkdtg_"]);
    expect(said("bkdtg_1")).toEqual([]);
  });

  // Cause: any field that ends in "_id" was taken for one that names a resource. Law: an error says what to do there.
  it("asks to enter a client ID, not to select one", () => {
    const oidc = formOfModule("oidc");
    const { issues } = draftOf({
      values: { ...NO_ROUTE.values, match: "/", oidc },
      kinds: ["oidc"],
      origins: {},
    });
    expect(issues.find(({ path }) => path.join() === "oidc,client_id")?.message).toBe(
      "is required. Enter the client ID from your provider",
    );
  });
});
