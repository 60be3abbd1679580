import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { certificateState, checkMetadata } from "./checks.ts";
import type { IdpMetadata } from "./metadata.ts";

const NOW = Date.parse("2026-06-01T12:00:00Z");
const DAY = 86_400_000;
const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

const until = (days: number) => new Date(NOW + days * DAY).toISOString();
const key = (from: number, to: number) => ({
  certificate: { subject: "CN=idp", notBefore: until(from), notAfter: until(to) },
});
const good: IdpMetadata = {
  entityId: "https://idp.example.com",
  signOn: [{ binding: "HTTP-Redirect", location: "https://idp.example.com/sso" }],
  signOut: [],
  nameIdFormats: [],
  keys: [key(-100, 100)],
  validUntil: null,
  wantsSigned: false,
};
const found = (part: Partial<IdpMetadata>, nameIdFormat = PERSISTENT) =>
  checkMetadata({ ...good, ...part }, { now: NOW, nameIdFormat })
    .filter(({ tone }) => tone !== "ok")
    .map(({ name, tone, says }) => `${tone} ${name}: ${says}`);

describe("metadata that is", () => {
  it("complete, over https and signed for long has no findings", () => {
    expect(found({})).toEqual([]);
    expect(checkMetadata(good, { now: NOW, nameIdFormat: PERSISTENT }).map(({ tone }) => tone)).toEqual([
      "ok",
      "ok",
      "ok",
    ]);
  });

  it.each<[Partial<IdpMetadata>, string[]]>([
    [{ entityId: "" }, ["bad Entity ID: The metadata has no entityID."]],
    [{ signOn: [] }, ["bad Sign-on: The metadata has no sign-on URL, so visitors can’t sign in."]],
    [
      { signOn: [{ binding: "HTTP-Redirect", location: "http://idp.example.com/sso" }] },
      [expect.stringMatching(/^warn Sign-on: http:\/\/idp\.example\.com\/sso is not encrypted/)],
    ],
    [{ signOn: [{ binding: "HTTP-Redirect", location: "" }] }, ["bad Sign-on: A sign-on URL is missing."]],
    [
      { signOn: [{ binding: "HTTP-Redirect", location: "/sso" }] },
      ["bad Sign-on: /sso is not a complete URL."],
    ],
    [
      { signOn: [{ binding: "HTTP-Redirect", location: "javascript:alert(1)" }] },
      ["bad Sign-on: javascript:alert(1) is not a web address."],
    ],
    [
      { signOn: [{ binding: "HTTP-POST", location: "https://idp.example.com/sso" }] },
      ["bad Sign-on: No sign-on URL uses HTTP-Redirect. Found: HTTP-POST."],
    ],
    [{ keys: [] }, [expect.stringMatching(/^bad Signing: The metadata has no signing certificate/)]],
    [{ keys: [{ certificate: null }] }, ["bad Signing: No certificate is readable."]],
    [{ keys: [{ certificate: null }, key(-1, 100)] }, ["warn Signing: 1 of 2 certificates can’t be read."]],
    [{ keys: [key(-100, -3)] }, ["bad Signing: No certificate is valid now."]],
    [{ keys: [key(3, 100)] }, ["bad Signing: No certificate is valid now."]],
    [{ keys: [key(-100, -3), key(-3, 100)] }, ["warn Signing: Some certificates are not valid now."]],
    [
      { keys: [key(-100, 12)] },
      [expect.stringMatching(/^warn Signing: All certificates expire within 30 days/)],
    ],
    [{ keys: [key(-100, 12), key(-1, 300)] }, []],
    [
      { nameIdFormats: ["urn:a"] },
      [expect.stringMatching(/^warn Name ID format: The provider does not list/)],
    ],
    [{ nameIdFormats: ["urn:a", PERSISTENT] }, []],
    [{ validUntil: until(1) }, []],
    [{ validUntil: until(-1) }, [expect.stringMatching(/^warn Valid until: The metadata expired on/)]],
    [{ validUntil: "soon" }, ["warn Valid until: soon is not a time."]],
  ])("%j is told so", (part, expected) => {
    expect(found(part)).toEqual(expected);
  });
});

// Cause: a certificate had "7,297 days left", where an authority is valid for 9 y. Law: one way to tell how long, for all that expires.
describe("certificates", () => {
  it.each([
    [-10, 0.5, "warn", "12 h left"],
    [-10, 1.5, "warn", "1 d left"],
    [-10, 29.9, "warn", "29 d left"],
    [-10, 30, "ok", "30 d left"],
    [-10, 7297, "ok", "19 y left"],
    [-10, -0.1, "bad", "expired 2 h ago"],
    [-10, -1.5, "bad", "expired 1 d ago"],
    [0.1, 10, "bad", "not valid yet, starts in 2 h"],
    [2.5, 10, "bad", "not valid yet, starts in 2 d"],
  ])("from %d to %d are %s: %s", (from, to, tone, says) => {
    const { certificate } = key(from, to);
    expect(certificateState(certificate, NOW)).toEqual({ tone, says });
  });

  it("are good within their time, and warned of in its last 30 days", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e11, max: 1e11 }), fc.nat({ max: 1e11 }), (from, length) => {
        const at = (milliseconds: number) => new Date(NOW + milliseconds).toISOString();
        const certificate = { subject: "", notBefore: at(from), notAfter: at(from + length) };
        const { tone } = certificateState(certificate, NOW);
        const valid = from + length < 30 * DAY ? "warn" : "ok";
        expect(tone).toBe(from > 0 || from + length < 0 ? "bad" : valid);
      }),
    );
  });
});
