import { describe, expect, it } from "vitest";
import { IDP_METADATA_MAX_BYTES, SAML_MADE_FIELDS, samlContract } from "#contract/modules/saml.ts";
import { sortIssues } from "#forms/issues.ts";
import type { JsonObject } from "#forms/json.ts";
import { saml } from "./definition.ts";
import { entityOf, formatName } from "./name-format.ts";

const { idp_metadata } = samlContract.example;
const stored = { enabled: true, idp_metadata };
const draft = (base: JsonObject | null, typed: JsonObject) =>
  saml.toDraft({ ...saml.toForm(base ?? { enabled: true }), ...typed }, base);

describe("saml", () => {
  it("needs the metadata alone, and writes no default that was not chosen", () => {
    expect(draft(null, {}).issues).toEqual([{ path: ["idp_metadata"], message: "must not be empty" }]);
    expect(draft(null, { idp_metadata })).toEqual({ request: stored, issues: [] });
    expect(saml.toForm(stored)).toMatchObject({
      force_authn: false,
      allow_idp_initiated: true,
      nameid_format: "",
      maximum_duration: "",
    });
    expect(draft(stored, { allow_idp_initiated: false, force_authn: true }).request).toEqual({
      ...stored,
      allow_idp_initiated: false,
      force_authn: true,
    });
  });

  it.each<[JsonObject, string, string]>([
    [
      { idp_metadata: "é".repeat(IDP_METADATA_MAX_BYTES / 2 + 1) },
      "idp_metadata",
      "131,074 of 131,072 bytes",
    ],
    [{ nameid_format: "urn:x" }, "nameid_format", "must be one of"],
    [{ authorized_groups: ["a", "a"] }, "authorized_groups", "is the same as entry 1"],
    [{ cookie_prefix: "-" }, "cookie_prefix", "only letters"],
    [{ inactivity_timeout: "1 year" }, "inactivity_timeout", "Enter a duration"],
  ])("fault %# is told at its field", (typed, name, words) => {
    const { issues } = draft(stored, typed);
    expect(issues.map(({ message }) => message).join()).toContain(words);
    const { fields, rest } = sortIssues(
      issues,
      saml.fields.map((field) => field.name),
    );
    expect([fields.map((field) => field.name), rest]).toEqual([[name], []]);
  });

  it("never sends back what the service made", () => {
    const answer = samlContract.toAnswer(samlContract.example, {
      made: { entity_id: "https://edge.example/saml/rt", metadata_url: "https://edge.example/saml/rt" },
    });
    const request = samlContract.toRequest({ ...answer, idp_metadata_url: "" });
    const sent = draft(request, { force_authn: true }).request;
    expect(
      Object.keys(sent).filter((name) =>
        [...SAML_MADE_FIELDS, "idp_metadata_url"].some((made) => made === name),
      ),
    ).toEqual([]);
    expect(sent).toEqual({ ...request, force_authn: true });
  });

  it("keeps a name id format that this console does not know", () => {
    const base = { ...stored, nameid_format: "urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos" };
    expect(draft(base, { force_authn: true })).toEqual({
      request: { ...base, force_authn: true },
      issues: [],
    });
  });

  it("says what its values are without their XML", () => {
    const show = (name: string, value: unknown) =>
      saml.fields.find((field) => field.name === name)?.show(value);
    expect(show("idp_metadata", idp_metadata)).toMatch(/^https:\/\/idp\.example\.com, \d+ bytes$/);
    expect(show("idp_metadata", "<a/>")).toBe("no provider, 4 bytes");
    expect(saml.summary(stored)).toBe("Sign in at https://idp.example.com: anyone with an account");
    expect(saml.summary({ ...stored, authorized_groups: ["ops", "dev"] })).toBe(
      "Sign in at https://idp.example.com: 2 groups",
    );
    expect(formatName("urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress")).toBe("emailAddress");
    expect(entityOf("<md:EntityDescriptor\n xmlns:md='x' entityID='urn:a'>")).toBe("urn:a");
  });
});
