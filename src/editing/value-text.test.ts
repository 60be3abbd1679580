import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { secretPaths } from "#contract/modules/secrets.ts";
import { sameJson } from "#forms/json.ts";
import { policies } from "#modules/policies/definition.ts";
import { valueWords, nameOf, wasOf, withThe, wordsApart } from "./value-text.ts";

const field = { name: "provider", label: "Provider", show: JSON.stringify };
const oauth = {
  fields: [field],
  secrets: secretPaths("oauth"),
};

describe("a value in words", () => {
  it("never holds a secret, wherever the change begins", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{12}$/), (secret) => {
        const member = { client_id: "id", client_secret: secret };
        const shown = [
          valueWords(oauth, ["provider"], { github: member }),
          valueWords(oauth, ["provider", "github"], member),
          valueWords(oauth, ["provider", "github", "client_secret"], secret),
        ];
        for (const words of shown) {
          expect(words).toContain("a secret");
          expect(words).not.toContain(secret);
        }
      }),
    );
    expect(valueWords(oauth, ["provider", "github", "client_secret"], undefined)).toBe("not given");
  });
});

describe("values side by side", () => {
  const rule = (status_code: unknown) => ({
    name: "a",
    actions: [{ type: "deny", config: { status_code } }],
  });

  // Cause: a direction of policies reads as its rules' names and actions, so 418 and 499 both read "1 rule: a (deny)". Law:
  // nothing may be guessed: an operator chooses between what he sees.
  it("say the leaves in which they differ where their words are the same", () => {
    expect(wordsApart(policies, ["inbound"], [[rule(405)], [rule(499)], [rule(418)]])).toEqual([
      "1 rule: a (deny) · 0.actions.0.config.status_code: 405",
      "1 rule: a (deny) · 0.actions.0.config.status_code: 499",
      "1 rule: a (deny) · 0.actions.0.config.status_code: 418",
    ]);
    expect(wordsApart(policies, ["inbound"], [undefined, [rule(1)]])).toEqual([
      "not given",
      "1 rule: a (deny)",
    ]);
  });

  it("never read alike when they differ", () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue().map(rule), fc.constant(undefined));
    fc.assert(
      fc.property(value, value, value, (...values) => {
        const words = wordsApart(policies, ["inbound"], values);
        for (const [a, one] of values.entries())
          for (const [b, other] of values.entries())
            expect(sameJson(one, other) || words[a] !== words[b]).toBe(true);
      }),
    );
  });

  // Cause: two secrets of one length both read "a secret of 4 characters". Law: secrets are shown nowhere.
  it("tell secrets apart without a word of them", () => {
    const path = ["provider", "github", "client_secret"];
    expect(wordsApart(oauth, path, ["aaaa", "bbbb", "cccc"])).toEqual([
      "a secret",
      "another secret",
      "a third secret",
    ]);
    expect(wordsApart(oauth, path, ["aaaa", "bbbb", "aaaa"])[2]).toBe("a secret");
    const words = wordsApart(
      { ...oauth, fields: [{ ...field, show: () => "GitHub" }] },
      ["provider"],
      [{ github: { client_secret: "aaaa" } }, { github: { client_secret: "bbbb" } }],
    );
    expect(words).toEqual([
      'GitHub · github.client_secret: "a secret"',
      'GitHub · github.client_secret: "another secret"',
    ]);
  });
});

// Cause: titles were lowered whole, "Remove the oauth?", and every one "was". Law: names are written as they are.
describe("a title in a sentence", () => {
  it.each([
    ["Circuit breaker", "circuit breaker", "was"],
    ["Mutual TLS", "mutual TLS", "was"],
    ["TLS termination", "TLS termination", "was"],
    ["WebSocket to TCP", "WebSocket to TCP", "was"],
    ["OAuth", "OAuth module", "was"],
    ["SAML", "SAML module", "was"],
    ["JWT validation", "JWT validation", "was"],
    ["Policies", "policies", "were"],
    ["Request headers", "request headers", "were"],
  ])("%s", (title, name, was) => {
    expect([nameOf(title), wasOf(title)]).toEqual([name, was]);
  });

  // Cause: "Could not save the JWT validation", beside "your changes to JWT validation". Law: one thing has one name, with an article
  // where it takes one.
  it.each([
    ["Circuit breaker", "the circuit breaker"],
    ["OAuth", "the OAuth module"],
    ["Policies", "the policies"],
    ["IP policy", "the IP policy"],
    ["Subscription", "the subscription"],
    ["JWT validation", "JWT validation"],
    ["IP restriction", "IP restriction"],
    ["Compression", "compression"],
    ["Mutual TLS", "mutual TLS"],
    ["WebSocket to TCP", "WebSocket to TCP"],
  ])("%s, as something is done to it", (title, said) => {
    expect(withThe(title)).toBe(said);
  });
});
