import { describe, expect, it } from "vitest";
import { jwtValidationContract } from "#contract/modules/jwt-validation.ts";
import type { JsonObject } from "#forms/json.ts";
import { draftOf } from "./codecs.ts";
import { jwtValidation } from "./definition.ts";

const one: JsonObject = jwtValidationContract.example;
const many: JsonObject = {
  ...one,
  issuer: { allow_list: [{ value: "https://login.example.com" }], future: 1 },
  audience: { allow_list: [{ value: "a" }, { value: "b" }] },
  http: { tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer ", future: [] }] },
};
type Form = { issuer: { allow_list: string[] }; http: { tokens: JsonObject[] } } & JsonObject;
const formOf = (base: JsonObject) => structuredClone(jwtValidation.toForm(base)) as Form;

describe("jwt_validation", () => {
  it("writes a list back in the shape it was read in, until the shape can't hold it", () => {
    const form = formOf(one);
    form.issuer.allow_list = ["https://other.example"];
    expect(jwtValidation.toDraft(form, one)).toEqual({
      request: { ...one, issuer: { allow_list: { value: "https://other.example" } } },
      issues: [],
    });
    form.issuer.allow_list = ["https://a.example", "https://b.example"];
    expect(jwtValidation.toDraft(form, one).request["issuer"]).toEqual({
      allow_list: [{ value: "https://a.example" }, { value: "https://b.example" }],
    });
    const list = formOf(many);
    list.issuer.allow_list = ["https://other.example"];
    expect(jwtValidation.toDraft(list, many).request).toEqual({
      ...many,
      issuer: { allow_list: [{ value: "https://other.example" }], future: 1 },
    });
  });

  it("keeps what it does not know of a token whose name changes, and of one that is moved", () => {
    const form = formOf(many);
    form.http.tokens[0]!["name"] = "X-Token";
    const [token] = (many["http"] as { tokens: JsonObject[] }).tokens;
    expect(jwtValidation.toDraft(form, many).request["http"]).toEqual({
      tokens: [{ ...token, name: "X-Token" }],
    });
  });

  it("a new one sends its one issuer, audience and token as one object each", () => {
    const form = formOf(jwtValidation.defaults);
    form.issuer.allow_list = ["https://login.example.com"];
    form["audience"] = { allow_list: ["https://api.example.com"] };
    form["jws"] = {
      allowed_algorithms: ["RS256", "ES256"],
      keys: { sources: { additional_jkus: ["https://login.example.com/.well-known/jwks.json"] } },
    };
    expect(jwtValidation.toDraft(form, null)).toEqual({ request: one, issues: [] });
  });

  it("an empty one is told what it needs, each at its field", () => {
    const form = formOf({ ...jwtValidation.defaults, http: { tokens: [] } });
    expect(
      jwtValidation.toDraft(form, null).issues.map(({ path, message }) => [path.join("."), message]),
    ).toEqual([
      ["issuer.allow_list", "must have at least one issuer. Example: https://login.example.com"],
      ["audience.allow_list", "must have at least one audience. Example: https://api.example.com"],
      ["http.tokens", "must have at least one token"],
      ["jws.allowed_algorithms", "must have at least one algorithm. Example: RS256"],
      [
        "jws.keys.sources.additional_jkus",
        "must have at least one URL. Example: https://login.example.com/.well-known/jwks.json",
      ],
    ]);
  });

  it("the tester reads from a form what the form would send", () => {
    expect(draftOf(jwtValidation.toForm(one))).toEqual(one);
  });

  it("sums itself up in one line, in both shapes", () => {
    expect(jwtValidation.summary(one)).toBe(
      "Needs a token from https://login.example.com in header Authorization after “Bearer ”, for https://api.example.com, signed with RS256 or ES256",
    );
    expect(jwtValidation.summary(many)).toContain("for a or b, ");
    expect(jwtValidation.fields.map(({ name, show }) => show(many[name]))).toEqual([
      "on",
      "header Authorization after “Bearer ”",
      "https://login.example.com",
      "a, b",
      "RS256, ES256, https://login.example.com/.well-known/jwks.json",
    ]);
  });
});
