// Cause: webhook verification closed its address. Law: what a provider signs gets in, each scheme proved with a message made
// without this program; with one bit changed, too old, from the future or by another secret it does not.
import { createHmac } from "node:crypto";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  WEBHOOK_PROVIDERS,
  WEBHOOK_PROVIDER_WITHOUT_SCHEME,
} from "#contract/modules/webhook-verification.ts";
import type { EdgeRequest } from "#edge/request-body.ts";
import { SECRET, type Vector, VECTORS } from "#edge/testing/webhook-vectors.ts";
import type { Message } from "./parts.ts";
import { timeOf } from "./proofs.ts";
import { Replays } from "./replays.ts";
import { SCHEMES } from "./schemes.ts";
import { verifierOf } from "./verifier.ts";

const messageOf = ({ url, body, headers }: Pick<Vector, "url" | "body" | "headers">): Message => ({
  method: "POST",
  url,
  target: url.replace(/^https:\/\/[^/]+/, ""),
  headers,
  body: Buffer.from(body),
});
const NOW = 1_700_000_000_000;
const whyNot = async (vector: Vector, now = vector.at * 1_000) =>
  (await verifierOf(vector.provider, vector.secret)(messageOf(vector), now)).why;

test("each provider has a scheme with its source, or is refused when it is set", () => {
  const known = [...Object.keys(SCHEMES), WEBHOOK_PROVIDER_WITHOUT_SCHEME];
  expect(known.toSorted()).toEqual(WEBHOOK_PROVIDERS.toSorted());
  const sources = Object.values(SCHEMES)
    .flat()
    .map(({ docs }) => docs);
  expect(sources.filter((docs) => !docs.startsWith("https://"))).toEqual([]);
  const proved = new Set([...VECTORS.map(({ provider }) => provider), "sns"]);
  expect(Object.keys(SCHEMES).filter((provider) => !proved.has(provider))).toEqual([]);
});

/** Those that sign no body: whoever has a message of theirs can change it, once, and while its time is good. */
const BODILESS = new Set(["gitlab", "vmware", "mailgun"]);
const signsBody = ({ provider, headers }: Vector) =>
  !BODILESS.has(provider) && !("x-plivo-signature-v2" in headers);

/** One character in the middle of a text is another. */
const changed = (text: string) => {
  const at = Math.floor(text.length / 2);
  return text.slice(0, at) + (text[at] === "5" ? "6" : "5") + text.slice(at + 1);
};

test.each(VECTORS)("$provider: as it is, and with no header changed", async (vector) => {
  const { headers } = vector;
  expect(await whyNot(vector)).toBeNull();
  for (const [name, value] of Object.entries(headers)) {
    // Of several signatures one is enough.
    const several = /docusign|bolt|box-signature|svix-signature|webhook-signature|pagerduty|stripe/.test(
      name,
    );
    if (several || ["content-type", "x-gcs-keyid"].includes(name)) continue;
    const why = await whyNot({ ...vector, headers: { ...headers, [name]: changed(value) } });
    expect([name, why]).not.toEqual([name, null]);
  }
});

const keyed = VECTORS.filter(({ provider }) => provider !== "sendgrid");
test.each(keyed)("$provider: not with another secret", async (vector) => {
  expect(await whyNot({ ...vector, secret: changed(vector.secret) })).toMatch(/match|secret|wrong/);
});

test.each(VECTORS.filter(signsBody))("$provider: not with another body, or no headers", async (vector) => {
  expect(await whyNot({ ...vector, body: changed(vector.body) })).not.toBeNull();
  expect(await whyNot({ ...vector, headers: {} })).toMatch(/^No /);
});

const timed = VECTORS.flatMap((vector) => {
  const [scheme] = SCHEMES[vector.provider] ?? [];
  if (!scheme || !("time" in scheme) || scheme.time === undefined) return [];
  return [{ ...vector, tolerance: scheme.tolerance ?? 180 }];
});

test.each(timed)("$provider: not when it is too old or from the future", async ({ tolerance, ...vector }) => {
  const off = (seconds: number) => whyNot(vector, (vector.at + seconds) * 1_000);
  expect([await off(tolerance), await off(-tolerance)]).toEqual([null, null]);
  expect(await off(tolerance + 1)).toMatch(/ago\. The limit is/);
  expect(await off(-tolerance - 1)).toMatch(/ahead\. The limit is/);
});

const ADDRESSED = new Set(["contentful", "hubspot", "mailchimp", "plivo", "square", "twilio"]);

test.each(VECTORS.filter(({ provider }) => ADDRESSED.has(provider)))(
  "$provider: not at another address",
  async (vector) => {
    expect(await whyNot({ ...vector, url: vector.url.replace(/(example|com)\/./, "$1/X") })).not.toBeNull();
  },
);

/** The name that each engine signs by, by its rule, beside the table. */
const ENGINES: Record<string, (secret: string, body: Buffer, at: number) => Record<string, string>> = {
  shopify: (secret, body) => ({
    "x-shopify-hmac-sha256": createHmac("sha256", secret).update(body).digest("base64"),
  }),
  stripe: (secret, body, at) => ({
    "stripe-signature": `t=${at},v1=${createHmac("sha256", secret).update(`${at}.`).update(body).digest("hex")}`,
  }),
  slack: (secret, body, at) => ({
    "x-slack-request-timestamp": String(at),
    "x-slack-signature": `v0=${createHmac("sha256", secret).update(`v0:${at}:`).update(body).digest("hex")}`,
  }),
  terraform: (secret, body) => ({
    "x-tfe-notification-signature": createHmac("sha512", secret).update(body).digest("hex"),
  }),
};

test.each(Object.entries(ENGINES))(
  "%s: any body and secret get in, no changed byte does",
  async (provider, signed) => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });
    const secrets = fc.string({ minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(
        bytes,
        secrets,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (body, secret, at, flip) => {
          const verify = verifierOf(provider, secret);
          const message = {
            ...messageOf({ url: "https://a.example/", body: "", headers: {} }),
            body: Buffer.from(body),
          };
          const headers = signed(secret, message.body, NOW / 1_000);
          expect(await verify({ ...message, headers }, NOW)).toMatchObject({ why: null });
          const other = Buffer.from(body);
          other[at % other.length] = (other[at % other.length] ?? 0) ^ flip;
          expect((await verify({ ...message, headers, body: other }, NOW)).why).not.toBeNull();
          const name = Object.keys(headers).at(-1) ?? "";
          const text = headers[name] ?? "";
          const place = text.length - 1 - (at % 20);
          const code = String.fromCodePoint(
            33 + (((text.codePointAt(place) ?? 0) - 33 + 1 + (flip % 92)) % 93),
          );
          if (code === "," || code === text[place]) return;
          const changed = { ...headers, [name]: text.slice(0, place) + code + text.slice(place + 1) };
          expect((await verify({ ...message, headers: changed }, NOW)).why).not.toBeNull();
        },
      ),
      { numRuns: 60 },
    );
  },
);

describe("what others could make of a scheme", () => {
  const vectorOf = (name: string) => VECTORS.find(({ provider }) => provider === name) as Vector;

  it("a signature in another form, twice the time, or a time that is none", async () => {
    const { headers, ...stripe } = vectorOf("stripe");
    const given = headers["stripe-signature"] ?? "";
    const others = [
      "",
      "t=1700000000",
      `t=1,${given}`,
      `t=1700000000,${given}`,
      given.replaceAll("v1=", "v0="),
    ];
    for (const value of [...others, given.replace(/t=\d+,/, "")])
      expect(await whyNot({ ...stripe, headers: { "stripe-signature": value } })).not.toBeNull();
    expect(["1e9", "-1", "", " 1700000000", "0x10", "2023-13-01T00:00:00Z", "NaN"].map(timeOf)).toEqual(
      Array.from({ length: 7 }, () => null),
    );
    expect([timeOf("1700000000"), timeOf("1700000000000"), timeOf("2023-11-14T22:13:20")]).toEqual([
      NOW,
      NOW,
      NOW,
    ]);
  });

  it("contentful without its time among the signed headers", async () => {
    const body = "{}";
    const headers: Record<string, string> = { "x-contentful-signed-headers": "x-contentful-signed-headers" };
    const line = `x-contentful-signed-headers:${headers["x-contentful-signed-headers"]}`;
    headers["x-contentful-signature"] = createHmac("sha256", SECRET)
      .update(`POST\n/in\n${line}\n${body}`)
      .digest("hex");
    headers["x-contentful-timestamp"] = String(NOW);
    const vector = {
      provider: "contentful",
      secret: SECRET,
      body,
      headers,
      url: "https://a.example/in",
      at: NOW / 1_000,
    };
    expect(await whyNot(vector)).toBe("Something that should be signed is missing");
  });

  it("a body that is no form, where only forms are signed", async () => {
    for (const provider of ["twilio", "plivo", "mailchimp"]) {
      const vector = VECTORS.find(
        (one) => one.provider === provider && /form/.test(one.headers["content-type"] ?? ""),
      ) as Vector;
      const headers = { ...vector.headers, "content-type": "application/json" };
      expect(await whyNot({ ...vector, headers, body: '{"forged":1}' })).not.toBeNull();
    }
  });

  it("airship signs what was compressed; what unpacks to more than a message may have is refused", async () => {
    const airship = vectorOf("airship");
    const message = messageOf(airship);
    const verify = verifierOf("airship", SECRET);
    const headers = { ...message.headers, "content-encoding": "gzip" };
    expect(await verify({ ...message, headers, body: gzipSync(message.body) }, NOW)).toMatchObject({
      why: null,
    });
    expect((await verify({ ...message, headers, body: gzipSync(Buffer.alloc(2_000_000)) }, NOW)).why).toMatch(
      /missing/,
    );
  });

  it("a secret that can’t be one closes the address", () => {
    for (const [provider, secret] of [
      ["svix", "whsec_no base64"],
      ["microsoft_teams", "?"],
      ["vmware", "alone"],
      ["sendgrid", "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE"],
    ] as const)
      expect(() => verifierOf(provider, secret)).toThrow(`The stored secret can’t be one of ${provider}`);
    expect(() => verifierOf("orbit", "s")).toThrow("orbit publishes no way to verify it");
  });
});

test("a message is new once, while its time is good; as many are remembered as there is room", () => {
  const request = () => ({}) as EdgeRequest;
  const replays = new Replays(2);
  const mine = request();
  expect(replays.take("a", NOW + 10, NOW, mine)).toBe(true);
  // The edge asks again about one request where its tunnel is gone.
  expect(replays.take("a", NOW + 10, NOW, mine)).toBe(true);
  expect(replays.take("a", NOW + 10, NOW + 10, request())).toBe(false);
  expect(replays.take("a", NOW + 30, NOW + 11, request())).toBe(true);
  replays.forget("a");
  expect(replays.take("a", NOW + 30, NOW + 11, request())).toBe(true);
  for (const id of ["b", "c"]) expect(replays.take(id, NOW + 99, NOW + 12, request())).toBe(true);
  expect(replays.take("c", NOW + 99, NOW + 12, request())).toBe(false);
  expect(replays.take("a", NOW + 99, NOW + 12, request())).toBe(true);
});
