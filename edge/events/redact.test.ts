import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LeftOut, requestHeaders } from "./header-map.ts";
import { isSecretName, redactPairs } from "./redact.ts";
import { redactText } from "./redact-text.ts";

// Law: no secret is kept. Each secret below is unlike anything else, so that one that is left is seen.
const secret = fc.stringMatching(/^[A-Za-z0-9._~%'"!;:@/+-]{3,30}$/).map((text) => `S3CR3T${text}`);
const SECRET_NAMES =
  "token access_token accessToken id_token code key api_key apikey password user[password] client_secret sig signature X-Amz-Signature SAMLResponse sessionid".split(
    " ",
  );
const secretName = fc.constantFrom(...SECRET_NAMES);
const plainName = fc.constantFrom("page", "q", "sort_by", "keyword", "codec", "monkey", "postcode", "author");
// Any text may be the name of a secret: fast-check thought of "key".
const noSecretName = fc.string().filter((name) => !isSecretName(name));

describe("names", () => {
  test.each([...SECRET_NAMES, "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-API-Key"])(
    "%s is of a secret",
    (name) => expect(isSecretName(name)).toBe(true),
  );
  test.each([
    "Accept",
    "Content-Type",
    "User-Agent",
    "WWW-Authenticate",
    "Sec-WebSocket-Key",
    "ETag",
    "page",
  ])("%s is not", (name) => expect(isSecretName(name)).toBe(false));
});

test("a query keeps what is no secret, and says which parameters were", () => {
  const pair = fc.oneof(
    fc.record({ name: secretName, value: secret }),
    fc.record({ name: plainName, value: fc.stringMatching(/^[a-z0-9%+]{0,8}$/) }),
  );
  fc.assert(
    fc.property(fc.array(pair, { minLength: 1, maxLength: 6 }), fc.boolean(), (pairs, encoded) => {
      const write = (name: string): string =>
        encoded ? `%${name.charCodeAt(0).toString(16)}${name.slice(1)}` : name;
      const query = pairs.map(({ name, value }) => `${write(name)}=${value}`).join("&");
      const told: string[] = [];
      const clean = redactPairs(`?${query}`, "address", (name) => void told.push(name));
      expect(clean).not.toContain("S3CR3T");
      const expected = pairs.map(
        ({ name, value }) => `${write(name)}=${isSecretName(name) ? "redacted" : value}`,
      );
      expect(clean).toBe(`?${expected.join("&")}`);
      expect(told).toEqual(pairs.map(({ name }) => name).filter(isSecretName));
    }),
  );
});

test("headers: names capitalized, values in lower case, one list each, no secret of their own or in an address", () => {
  const header = fc.oneof(
    fc.tuple(fc.constantFrom("authorization", "Cookie", "set-cookie", "X-Api-Key", "x-auth-token"), secret),
    fc.tuple(
      fc.constantFrom("referer", "Location", "x-original-url"),
      fc
        .tuple(secretName, secret)
        .map(([name, value]) => `https://a.example/p?x=1&${name}=${value.replaceAll(/[">]/g, "")}`),
    ),
    fc.tuple(
      fc.constantFrom("ACCEPT", "x-trace", "__proto__", "constructor"),
      fc.stringMatching(/^[A-Za-z0-9/;=. ]{0,20}$/),
    ),
  );
  fc.assert(
    fc.property(fc.array(header, { maxLength: 8 }), (headers) => {
      const left: LeftOut = { redacted: null, truncated: null };
      const map = requestHeaders(headers.flat(), "h", left);
      expect(JSON.stringify(map).toUpperCase()).not.toContain("S3CR3T");
      expect(Object.values(map).flat()).toHaveLength(headers.length);
      for (const [name, value] of headers) {
        const shown = Object.keys(map).find((one) => one.toLowerCase() === name.toLowerCase()) ?? "";
        expect(shown).toMatch(/^_*[A-Z][a-z_]*(?:-[A-Z][a-z]*)*$/);
        const hidden = value.includes("S3CR3T");
        expect(hidden ? left.redacted : map[shown]).toContain(hidden ? `h.${shown}` : value.toLowerCase());
      }
    }),
  );
});

test("headers that are too long are cut, and it is said where", () => {
  const left: LeftOut = { redacted: null, truncated: null };
  const map = requestHeaders(["x-a", "a".repeat(20_000), "x-b", "b"], "h", left);
  expect(Object.values(map).flat().join("").length).toBeLessThanOrEqual(16_384);
  expect(left.truncated).toEqual(["h.X-A", "h"]);
});

describe("bodies", () => {
  const told: string[] = [];
  const clean = (text: string, type: string): string =>
    redactText(Buffer.from(text), type, (name) => void told.push(name)).toString();

  test("JSON, also where it was cut, keeps no secret and stays JSON where it was", () => {
    const inner = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, fc.string(), fc.integer(), fc.constant(null), tie("list"), tie("map")),
      list: fc.array(tie("value"), { maxLength: 3 }),
      map: fc.dictionary(fc.oneof(plainName, noSecretName), tie("value"), { maxKeys: 3 }),
    }));
    const hidden = fc.oneof(secret, fc.array(secret), fc.dictionary(plainName, secret));
    fc.assert(
      fc.property(
        inner.map,
        secretName,
        hidden,
        inner.value,
        fc.boolean(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (map, name, value, other, spaced, cut) => {
          const text = JSON.stringify(
            { a: map, [name]: value, list: [other, { [name]: value }] },
            null,
            spaced ? 2 : 0,
          );
          const whole = clean(text, "application/json; charset=utf-8");
          expect(whole).not.toContain("S3CR3T");
          expect(JSON.parse(whole)).toMatchObject({ [name]: "redacted", a: JSON.parse(JSON.stringify(map)) });
          expect(clean(text.slice(0, text.length * cut), "application/vnd.api+json")).not.toContain("S3CR3T");
        },
      ),
    );
  });

  test("forms", () => {
    expect(clean("user=ann&password=S3CR3T&x=1", "application/x-www-form-urlencoded")).toBe(
      "user=ann&password=redacted&x=1",
    );
    const part = (name: string, value: string): string =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    expect(
      clean(`${part("api_key", "S3\r\nCR3T")}${part("x", "1")}--b--`, "multipart/form-data; boundary=b"),
    ).toBe(`${part("api_key", "redacted")}${part("x", "1")}--b--`);
  });

  test("bytes that are no text are left as they are", () => {
    const bytes = gzipSync("password=1");
    expect(redactText(bytes, "image/png", () => undefined)).toBe(bytes);
  });
});
