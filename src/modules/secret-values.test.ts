import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MODULE_SECRETS } from "#contract/modules/secrets.ts";
import { hideSecrets, revealSecrets, secretsInWords } from "./secret-values.ts";

const paths = MODULE_SECRETS["oauth"] ?? [];
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
        expect(JSON.stringify(secretsInWords(paths, value, oauth("other")))).toContain(
          `‹${secret.length} characters›`,
        );
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
    expect(secretsInWords(paths, oauth("same"), oauth("same"))).toEqual(oauth("‹client_secret›"));
  });
});
