import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MODULE_SECRETS } from "#contract/modules/secrets.ts";
import { valueWords } from "./words.ts";

const oauth = {
  fields: [{ name: "provider", label: "Provider", show: JSON.stringify }],
  secrets: MODULE_SECRETS["oauth"] ?? [],
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
          expect(words).toContain("a secret of 12 characters");
          expect(words).not.toContain(secret);
        }
      }),
    );
    expect(valueWords(oauth, ["provider", "github", "client_secret"], undefined)).toBe("not given");
  });
});
