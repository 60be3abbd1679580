import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aclRuleFault } from "./acl-rule.ts";
import { CredentialCreate, CredentialUpdate } from "./credential.ts";
import { parse } from "./issues.ts";

test.each([
  "*",
  "bind:example.com",
  "bind:App.Example.com",
  "bind:*.example.com",
  "bind:*.com",
  "bind:*.example.com:443",
  "bind:tcp.example.com:20001",
  "bind:203.0.113.7:80",
  "bind:app",
  "bind:app=shop",
  "bind:*=shop",
  "bind:app=*",
  "bind:app=a=b",
])("%s is a rule", (rule) => expect(aclRuleFault(rule)).toBeNull());

test.each([
  ["bind:*.*.com", "Use bind:*.com"],
  ["bind:a.*.com", "Use bind:*.com"],
  ["bind:a.*.example.com:443", "Use bind:*.example.com:443"],
  ["bind:a*.example.com", "Use bind:*.example.com"],
  ["bind:example.*", "like bind:*.example.com"],
  ["bind:**", "like bind:*.example.com"],
  ["bind:*", "Use * alone"],
  ["bind:*.", "like bind:*.example.com"],
  ["bind:=shop", "a label and its value"],
  ["bind:app=", "a label and its value"],
  ["bind:-a.example.com", "a domain, an address or a label"],
  ["bind:a..example.com", "a domain, an address or a label"],
  ["bind:example.com:0", "a domain, an address or a label"],
  ["bind:example.com:65536", "a domain, an address or a label"],
  ["bind:", "must be * or bind:"],
  // Cause: of a label with a space the error was about a missing "bind:". Law: an error names what is wrong.
  ["bind:a b", "can’t contain spaces."],
  ["app=pho ne", "can’t contain spaces."],
  [" bind:a", "must be * or bind:"],
  ["allow:a", "must be * or bind:"],
  ["**", "must be * or bind:"],
  ["", "must be * or bind:"],
])("%s is refused: %s", (rule, words) => {
  // Cause: any text after bind: was taken. Law: only a leading wildcard matches many (protocol-facts.md#authtokens).
  expect(aclRuleFault(rule)).toContain(words);
});

test("what is offered instead is a rule", () => {
  const part = fc.constantFrom("a", "b.c", "*", "**", "com", "443", "x-y");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const offered = /write (bind:[^,]+)/.exec(aclRuleFault(`bind:${parts.join(".")}`) ?? "")?.[1];
      expect(aclRuleFault(offered ?? "*")).toBeNull();
    }),
  );
});

describe.each([
  ["CredentialCreate", CredentialCreate],
  ["CredentialUpdate", CredentialUpdate],
])("%s", (_, schema) => {
  test.each([
    [["bind:a.example", "*", "bind:A.example"], [["acl", 2]]],
    [["*", "*"], [["acl", 1]]],
    [["bind:app=a", "bind:app=A"], undefined],
    [["bind:*.*.com", "bind:x=y"], [["acl", 0]]],
  ])("of the rules %j refuses %j", (acl, paths) => {
    // Cause: repeated rules were taken. Law: each refusal names the field and how to mend it.
    expect(parse(schema as typeof CredentialCreate, { acl }).issues?.map(({ path }) => path)).toEqual(paths);
  });
});
