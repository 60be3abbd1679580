import { describe, expect, it } from "vitest";
import { lostSecrets } from "./lost-secrets.ts";

describe("lostSecrets", () => {
  const oidc = { enabled: true, issuer: "https://a.example", client_id: "c" };
  const oauth = { provider: { github: { client_id: "c" } } };

  it("names what the service did not return and the request leaves out", () => {
    expect(lostSecrets("oidc", oidc, { ...oidc, enabled: false })).toEqual([["client_secret"]]);
    expect(lostSecrets("oauth", oauth, oauth)).toEqual([["provider", "github", "client_secret"]]);
    expect(lostSecrets("webhook_verification", { provider: "github" }, { provider: "github" })).toEqual([
      ["secret"],
    ]);
  });

  it("says nothing of a secret that is sent, cleared, echoed, or that cannot be there", () => {
    expect(lostSecrets("oidc", oidc, { ...oidc, client_secret: "new" })).toEqual([]);
    expect(lostSecrets("oidc", oidc, { ...oidc, client_secret: null })).toEqual([]);
    expect(lostSecrets("oidc", { ...oidc, client_secret: "s" }, { ...oidc, client_secret: "s" })).toEqual([]);
    expect(lostSecrets("oidc", null, oidc)).toEqual([]);
    expect(lostSecrets("oauth", oauth, { provider: { gitlab: {} } })).toEqual([]);
    expect(lostSecrets("oauth", { provider: { github: {} } }, { provider: { github: {} } })).toEqual([]);
    // Cause: a member without its client id counted as one that keeps its secret. Law: product.md, secrets are kept,
    // replaced or cleared: the managed app has none, so going to it clears the own one's on purpose.
    expect(lostSecrets("oauth", oauth, { provider: { github: { teams: ["a/b"] } } })).toEqual([]);
    expect(lostSecrets("webhook_verification", { provider: "SNS" }, { provider: "SNS" })).toEqual([]);
    expect(lostSecrets("circuit_breaker", { enabled: true }, { enabled: false })).toEqual([]);
  });
});
