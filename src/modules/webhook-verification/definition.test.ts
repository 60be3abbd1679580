import { describe, expect, it } from "vitest";
import { WEBHOOK_PROVIDERS } from "#contract/modules/webhook-verification.ts";
import { sameJson, type JsonObject } from "#forms/json.ts";
import { webhookVerification } from "./definition.ts";
import { providerName } from "./provider-name.ts";
import { PROVIDER_CHOICES, secretAdvice } from "./providers.ts";

const draft = (base: JsonObject | null, typed: JsonObject) =>
  webhookVerification.toDraft({ ...webhookVerification.toForm(base ?? { enabled: true }), ...typed }, base);
const replace = (text: string) => ({ mode: "replace", text });
const keep = { mode: "keep", text: "" };
const clear = { mode: "clear", text: "" };
const messages = ({ issues }: ReturnType<typeof draft>) =>
  issues.map(({ path, message }) => `${path.join(".")} ${message}`);

describe("providers", () => {
  // Cause: the first fault was a wall of all names. Law: an error says in short what to do.
  it("tells one that is not known in a few words", () => {
    expect(messages(draft(null, { provider: "githb", secret: replace("s") }))).toEqual([
      "provider must be a supported provider. Example: github",
    ]);
  });

  it("are all offered, each under a name of its own", () => {
    expect(PROVIDER_CHOICES.map(({ value }) => value).toSorted()).toEqual(WEBHOOK_PROVIDERS.toSorted());
    expect(new Set(PROVIDER_CHOICES.map(({ label }) => label)).size).toBe(WEBHOOK_PROVIDERS.length);
    expect([providerName("GITHUB"), providerName("microsoft_teams"), providerName("new_one")]).toEqual([
      "GitHub",
      "Microsoft Teams",
      "new_one",
    ]);
  });

  it("all take a secret but sns", () => {
    expect(WEBHOOK_PROVIDERS.filter((name) => !secretAdvice(name).takes)).toEqual(["sns"]);
    expect(secretAdvice("SNS").takes).toBe(false);
  });
});

describe("secret", () => {
  const stored = { enabled: true, provider: "github" };
  const echoed = { ...stored, secret: "s3cret" };

  it("is in no form and no words, echoed or not", () => {
    expect(JSON.stringify(webhookVerification.toForm(echoed))).not.toContain("s3cret");
    const shown = webhookVerification.fields.map(({ name, show }) => show((echoed as JsonObject)[name]));
    expect([...shown, webhookVerification.summary(echoed)].join()).not.toContain("s3cret");
  });

  it("is left out or sent back as it came while kept, replaced by what is typed, null when cleared", () => {
    expect(draft(stored, { enabled: false })).toEqual({ request: { ...stored, enabled: false }, issues: [] });
    expect(draft(echoed, { enabled: false })).toEqual({ request: { ...echoed, enabled: false }, issues: [] });
    expect(draft(stored, { secret: replace("new") })).toEqual({
      request: { ...stored, secret: "new" },
      issues: [],
    });
    expect(messages(draft(stored, { secret: replace("") }))).toEqual([expect.stringMatching(/^secret /)]);
    expect(messages(draft(echoed, { secret: clear }))).toEqual([
      expect.stringContaining("secret is required"),
    ]);
  });

  it("is needed for a new module and for another provider, and refused for sns", () => {
    expect(messages(draft(null, { provider: "github" }))).toEqual([
      expect.stringContaining("secret is required"),
    ]);
    expect(messages(draft(stored, { provider: "stripe", secret: keep }))).toEqual([
      expect.stringContaining("secret is required"),
    ]);
    expect(messages(draft(null, { provider: "sns" }))).toEqual([]);
    expect(messages(draft(stored, { provider: "sns" }))).toEqual([]);
    expect(messages(draft(stored, { provider: "sns", secret: replace("x") }))).toEqual([
      expect.stringContaining("can’t be set"),
    ]);
    expect(draft(echoed, { provider: "sns", secret: clear }).issues).toEqual([]);
  });

  it("of sendgrid is a key in base64", () => {
    expect(messages(draft(null, { provider: "sendgrid", secret: replace("no base64!") }))).toEqual([
      expect.stringContaining("base64"),
    ]);
    expect(
      draft(null, { provider: "sendgrid", secret: replace("MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE") }).issues,
    ).toEqual([]);
  });
});

it("keeps a provider as it was written, whatever its case", () => {
  const base = { enabled: true, provider: "TWILIO" };
  expect(sameJson(draft(base, {}).request, base)).toBe(true);
  expect(webhookVerification.summary(base)).toBe("Requires requests signed by Twilio");
});
