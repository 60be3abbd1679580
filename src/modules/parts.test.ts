import { describe, expect, it } from "vitest";
import { jwtValidation } from "./jwt-validation/definition.ts";
import { policies } from "./policies/definition.ts";
import { labelOf, valueWords } from "#editing/value-text.ts";

const token = { type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " };

// Cause: parts of a field had no name of their own: "Token location tokens", then JSON. Law: old and new in words.
describe("a part of a field", () => {
  it.each<[string, (string | number)[]]>([
    ["Tokens", ["http", "tokens"]],
    ["Token: Prefix", ["http", "tokens", "prefix"]],
    ["Token 2: Name", ["http", "tokens", 1, "name"]],
    ["Token 1", ["http", "tokens", 0]],
    ["Issuers", ["issuer", "allow_list"]],
    ["Issuers", ["issuer", "allow_list", 0, "value"]],
    ["Audiences", ["audience", "allow_list"]],
    ["Algorithms", ["jws", "allowed_algorithms"]],
    ["Key URLs", ["jws", "keys", "sources", "additional_jkus"]],
    ["Token location future", ["http", "future"]],
  ])("of JWT validation: %s", (label, path) => {
    expect(labelOf(jwtValidation, path)).toBe(label);
  });

  it.each<[string, (string | number)[]]>([
    ["Inbound rules", ["inbound"]],
    ["Inbound rule 2", ["inbound", 1]],
    ["Inbound rule: Name", ["inbound", "name"]],
    ["Outbound rule 1: Expressions", ["outbound", 0, "expressions", 2]],
    ["Inbound rule 1, action 2: Config", ["inbound", 0, "actions", 1, "config"]],
    ["Inbound rule, action 1: Type", ["inbound", "actions", 0, "type"]],
    ["Inbound rule: Config", ["inbound", "config"]],
  ])("of policies: %s", (label, path) => {
    expect(labelOf(policies, path)).toBe(label);
  });

  it("has its value in words", () => {
    const words = (path: (string | number)[], value: unknown) => valueWords(jwtValidation, path, value);
    const said = "header Authorization after “Bearer ”, jwt";
    expect(words(["http", "tokens"], token)).toBe(said);
    expect(words(["http", "tokens"], [token, { ...token, type: "at+jwt", name: "X", prefix: "" }])).toBe(
      `${said}, header X, at+jwt`,
    );
    expect(words(["http", "tokens"], [])).toBe("none");
    expect(words(["issuer", "allow_list"], [{ value: "a" }, { value: "b" }])).toBe("a, b");
    expect(words(["jws", "allowed_algorithms"], ["RS256"])).toBe("RS256");
    expect(words(["http", "tokens", "prefix"], "")).toBe("none");
  });
});
