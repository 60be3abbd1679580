import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { secretPaths } from "#contract/modules/secrets.ts";
import {
  hideSecrets,
  leaveOutOwnerSecrets,
  leaveOutSecrets,
  newSecretsTold,
  revealSecrets,
} from "./secret-values.ts";

const paths = secretPaths("oauth");
const oauth = (secret: string, name = "github") => ({
  enabled: true,
  provider: { [name]: { client_id: "id", client_secret: secret } },
});

describe("secrets in texts", () => {
  it("never show, and come back when the text was left as it is", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4 }), (secret) => {
        const value = oauth(secret);
        const hidden = hideSecrets(paths, value);
        expect(hidden).toEqual(oauth("‹client_secret›"));
        expect(revealSecrets(paths, hidden, value)).toEqual({ value });
        expect(newSecretsTold(paths, value, oauth(`${secret}.`))).toEqual(oauth("‹new client_secret›"));
      }),
    );
  });

  it("a stand-in at another place is refused, a new secret is taken", () => {
    expect(revealSecrets(paths, oauth("‹client_secret›", "google"), oauth("s3cret"))).toEqual({
      lost: ["provider", "google", "client_secret"],
    });
    expect(revealSecrets(paths, oauth("new"), oauth("s3cret"))).toEqual({ value: oauth("new") });
    expect(revealSecrets(paths, oauth(""), oauth("s3cret"))).toEqual({ value: oauth("") });
  });

  it("the same secret on both sides is no difference in words", () => {
    expect(newSecretsTold(paths, oauth("same"), oauth("same"))).toEqual(oauth("‹client_secret›"));
  });

  // Cause: two secrets of one length both read "‹9 characters›", so the diff marked no line, and told the stored one's
  // length. Law: exactly what changed is seen in the diff; secrets are shown nowhere.
  it("another secret of the same length differs, and says nothing of either", () => {
    const [from, to] = [
      hideSecrets(paths, oauth("old-12345")),
      newSecretsTold(paths, oauth("new-12345"), oauth("old-12345")),
    ];
    expect(from).toEqual(oauth("‹client_secret›"));
    expect(to).toEqual(oauth("‹new client_secret›"));
  });
});

describe("what is copied", () => {
  // Cause: "<client_secret>" stood in a copied command and would be stored as the secret. Law: no mask in a value.
  it("has no secret and no stand-in for one, and says which fields it lacks", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (secret) => {
        const member = { enabled: true, provider: { github: { client_id: "id" } } };
        expect(leaveOutSecrets(paths, oauth(secret))).toEqual({ value: member, leftOut: ["client_secret"] });
        const owner = { id: "r", oauth: oauth(secret), webhook_verification: { provider: "x", secret } };
        const without = { id: "r", oauth: member, webhook_verification: { provider: "x" } };
        const leftOut = ["client_secret", "secret"];
        expect(leaveOutOwnerSecrets(owner)).toEqual({ value: without, leftOut });
        expect(leaveOutOwnerSecrets({ routes: [owner, null] })).toEqual({
          value: { routes: [without, null] },
          leftOut,
        });
      }),
    );
    const plain = { match: "/", oauth: null, compression: { enabled: true } };
    expect(leaveOutOwnerSecrets(plain)).toEqual({ value: plain, leftOut: [] });
  });
});
