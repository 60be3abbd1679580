import { describe, expect, it } from "vitest";
import { sortIssues } from "#forms/issues.ts";
import type { JsonObject } from "#forms/json.ts";
import { oidc } from "./definition.ts";

const replace = (text: string) => ({ mode: "replace", text });
const draft = (base: JsonObject | null, typed: JsonObject) =>
  oidc.toDraft({ ...oidc.toForm(base ?? { enabled: true }), ...typed }, base);
const names = oidc.fields.map(({ name }) => name);
const told = (base: JsonObject | null, typed: JsonObject) => {
  const { fields, rest } = sortIssues(draft(base, typed).issues, names);
  expect(rest).toEqual([]);
  return fields.map(({ name, message }) => `${name}: ${message}`);
};

const stored = { enabled: true, issuer: "https://login.example.com", client_id: "a", scopes: ["openid"] };

describe("oidc", () => {
  it("needs issuer, client id and secret, and sends nothing else that was not chosen", () => {
    // Cause: an empty issuer said less than the fields below it. Law: an error says what to do.
    expect(told(null, {})).toEqual([
      expect.stringMatching(/^issuer: Required. Enter the issuer URL from your provider/),
      expect.stringMatching(/^client_id: Required/),
      expect.stringMatching(/^client_secret: Required/),
    ]);
    const typed = { issuer: stored.issuer, client_id: "a", client_secret: replace("s3cret") };
    expect(draft(null, typed)).toEqual({
      request: { enabled: true, issuer: stored.issuer, client_id: "a", client_secret: "s3cret" },
      issues: [],
    });
  });

  it.each<[JsonObject, string]>([
    [{ issuer: "http://login.example.com" }, "issuer: Must be an https URL"],
    [{ issuer: "https://login.example.com/?a=1" }, "issuer: Can’t have a query"],
    [{ issuer: "login.example.com" }, "issuer: Must be an https URL"],
    [{ client_id: "" }, "client_id: Required"],
    [{ client_secret: replace("x".repeat(4097)) }, "client_secret: Too long: 4,097 of 4,096 bytes"],
    [{ client_secret: { mode: "clear", text: "" } }, "client_secret: Required"],
    [{ scopes: ["a b"] }, "scopes: Must be one scope"],
    [{ maximum_duration: "1 shift" }, "maximum_duration: Enter a duration"],
    [{ inactivity_timeout: "99999999999" }, "inactivity_timeout: Must be at most"],
    [{ cookie_prefix: "a b" }, "cookie_prefix: Can have only"],
  ])("a fault of %j is told at its field", (typed, words) => {
    expect(told(stored, typed)).toContainEqual(expect.stringContaining(words));
  });

  it("keeps its secret while issuer and client stay, and asks for another with another of them", () => {
    expect(draft(stored, { scopes: [] })).toEqual({ request: { ...stored, scopes: [] }, issues: [] });
    for (const typed of [{ issuer: "https://other.example" }, { client_id: "b" }]) {
      expect(told(stored, typed)).toEqual([expect.stringContaining("client_secret: Required")]);
      expect(told(stored, { ...typed, client_secret: replace("new") })).toEqual([]);
    }
    const echoed = { ...stored, client_secret: "s3cret" };
    expect(draft(echoed, { enabled: false }).request).toEqual({ ...echoed, enabled: false });
    expect(JSON.stringify(oidc.toForm(echoed))).not.toContain("s3cret");
  });

  it("empties a duration to leave it out, and sends 0 where 0 was written", () => {
    const base = { ...stored, maximum_duration: 3600 };
    expect(draft(base, { maximum_duration: "" }).request).toEqual(stored);
    expect(draft(base, { maximum_duration: "0" }).request).toEqual({ ...stored, maximum_duration: 0 });
  });

  it("sums itself up in one line", () => {
    // Cause: OIDC in the place of a limited OAuth did not say that it limits nobody. Law: a login says who can come in.
    expect(oidc.summary(stored)).toBe(
      "Sign in at https://login.example.com with client a: anyone with an account",
    );
    expect(oidc.summary({})).toBe("Set, in a format this console doesn’t know");
  });
});
