import { describe, expect, it } from "vitest";
import { lostSecrets, movedSecrets, undoLoss } from "./lost-secrets.ts";
import { oauth } from "#modules/oauth/definition.ts";
import { oidc } from "#modules/oidc/definition.ts";
import { webhookVerification } from "#modules/webhook-verification/definition.ts";

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
    // Cause: a member without its client id counted as one that keeps its secret. Law: secrets are kept,
    // replaced or cleared: the managed app has none, so going to it clears the own one's on purpose.
    expect(lostSecrets("oauth", oauth, { provider: { github: { teams: ["a/b"] } } })).toEqual([]);
    expect(lostSecrets("webhook_verification", { provider: "SNS" }, { provider: "SNS" })).toEqual([]);
    expect(lostSecrets("circuit_breaker", { enabled: true }, { enabled: false })).toEqual([]);
  });
});

describe("a secret that the service returned", () => {
  const hook = { enabled: true, provider: "github", secret: "s3cret" };
  const member = { client_id: "c", client_secret: "s3cret" };
  const client = { enabled: true, issuer: "https://a.example", client_id: "c", client_secret: "s3cret" };

  it("moves nowhere with its provider and client", () => {
    expect(movedSecrets("webhook_verification", hook, { ...hook, enabled: false })).toEqual([]);
    expect(movedSecrets("webhook_verification", hook, { ...hook, provider: "GitHub" })).toEqual([]);
    expect(movedSecrets("webhook_verification", hook, { ...hook, provider: "stripe" })).toEqual([["secret"]]);
    expect(movedSecrets("webhook_verification", hook, { provider: "stripe", secret: "new" })).toEqual([]);
    expect(
      movedSecrets(
        "oauth",
        { provider: { github: member } },
        { provider: { github: { ...member, client_id: "d" } } },
      ),
    ).toEqual([["provider", "github", "client_secret"]]);
    expect(movedSecrets("oidc", client, { ...client, issuer: "https://b.example" })).toEqual([
      ["client_secret"],
    ]);
    expect(movedSecrets("oidc", client, { ...client, scopes: ["openid"] })).toEqual([]);
    expect(movedSecrets("oidc", null, client)).toEqual([]);
  });

  // Cause: a secret that the service echoed was sent on with whatever provider or client the form named. Law:
  // a secret is kept only while the provider and client_id are the same.
  it.each([
    [webhookVerification, hook, { provider: "stripe" }, ["secret"]],
    [oidc, client, { client_id: "d" }, ["client_secret"]],
    [oidc, client, { issuer: "https://b.example" }, ["client_secret"]],
  ])("is not kept for another one: $0.kind", (definition, base, typed, path) => {
    const form = { ...definition.toForm(base), ...typed };
    const draft = (more: object) => definition.toDraft({ ...form, ...more }, base).issues;
    const message = expect.stringMatching(
      /^Enter the secret again: the stored one belongs to another provider or client/,
    ) as string;
    expect(draft({})).toEqual([{ path, message }]);
    expect(definition.check({ ...base, ...typed }, base)).toEqual([{ path, message }]);
    const name = String(path.at(-1));
    expect(draft({ [name]: { mode: "replace", text: "new" } })).toEqual([]);
    // A client id with a slip in it has the same secret: it may be typed again.
    expect(draft({ [name]: { mode: "replace", text: "s3cret" } })).toEqual([]);
  });

  it("is not kept for another app of the same oauth provider", () => {
    const base = { enabled: true, provider: { github: member } };
    const form = oauth.toForm(base) as { provider: { github: object } };
    const typed = {
      ...form,
      provider: { ...form.provider, github: { ...form.provider.github, client_id: "d" } },
    };
    expect(oauth.toDraft(typed, base).issues.map(({ path }) => path.join("."))).toEqual([
      "provider.github.client_secret",
    ]);
  });
});

describe("undoLoss", () => {
  const a = { enabled: true, provider: "github" };
  const off = { ...a, enabled: false };
  const of = (change: Parameters<typeof undoLoss>[1], kept: boolean) =>
    undoLoss("webhook_verification", change, kept, webhookVerification.check);

  it("is nothing where everything was returned, is kept, or was not there", () => {
    expect(of({ sent: off, written: off, previous: a }, true)).toBeUndefined();
    expect(of({ sent: a, written: a, previous: null }, false)).toBeUndefined();
    const echoed = { ...a, secret: "s3cret" };
    expect(of({ sent: null, written: null, previous: echoed }, false)).toBeUndefined();
    const sns = { enabled: true, provider: "sns" };
    expect(of({ sent: null, written: null, previous: sns }, false)).toBeUndefined();
  });

  it("is the secret where the service does not say that it keeps one; the rest comes back", () => {
    expect(of({ sent: off, written: off, previous: a }, false)).toEqual({
      says: "Undo can’t restore everything: the service doesn’t return the secret. The secret may be deleted.",
      rest: true,
    });
    const replaced = { ...off, secret: "new" };
    expect(of({ sent: replaced, written: off, previous: a }, true)).toEqual({
      says: "Undo can’t restore everything: the service doesn’t return the secret. The current secret stays.",
      rest: true,
    });
  });

  it("is everything where nothing else changed, or the secret is needed", () => {
    const never = { says: "Can’t be undone: the service doesn’t return the secret.", rest: false };
    expect(of({ sent: { ...a, secret: "new" }, written: a, previous: a }, true)).toEqual(never);
    expect(of({ sent: null, written: null, previous: a }, true)).toEqual(never);
    const stripe = { enabled: true, provider: "stripe" };
    expect(of({ sent: { ...stripe, secret: "new" }, written: stripe, previous: a }, true)).toEqual(never);
  });
});
