import { expect, it } from "vitest";
import { parse } from "../issues.ts";
import { jwtValidationContract } from "./jwt-validation.ts";
import { oauthContract } from "./oauth.ts";

const said = (key: string) => {
  const { example, request } = jwtValidationContract;
  const jws = { ...example.jws, keys: { sources: { additional_jkus: [key] } } };
  return (parse(request, { ...example, jws }).issues ?? []).map(({ message }) => message);
};

// Cause: a key URL was refused "without user or fragment", with the example of a login, which has no keys. Law: an error names what is
// wrong in the reader's words, and its example is taken by the field.
it.each([
  ["keys", "must be an https URL. Example: "],
  ["ftp://login.example.com/jwks", "must be an https URL. Example: "],
  ["https://me:secret@login.example.com/jwks", "can’t contain a user name, password or #. Example: "],
  ["https://login.example.com/jwks#1", "can’t contain a user name, password or #. Example: "],
])("says of the key URL %s what to enter", (key, says) => {
  const example = "https://login.example.com/.well-known/jwks.json";
  expect(said(key)).toEqual([says + example]);
  expect(said(example)).toEqual([]);
});

// Cause: "must be a domain name such as example.com." Law: an example stands alone at the end, to be copied.
it("says of a domain what to enter", () => {
  const provider = { google: { email_domains: ["bad domain"] } };
  const issues = parse(oauthContract.request, { provider }).issues ?? [];
  expect(issues.map(({ message }) => message)).toEqual(["must be a domain. Example: example.com"]);
});
