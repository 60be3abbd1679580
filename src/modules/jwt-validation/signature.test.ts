import { webcrypto } from "node:crypto";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { JWT_ALGORITHMS } from "#contract/modules/jwt-validation.ts";
import type { JsonObject } from "#forms/json.ts";
import { readKeys, type PublicKey } from "./keys.ts";
import { checkSignature } from "./signature.ts";
import { fromBase64Url, readToken, type Token } from "./token.ts";
import { makeKey, sign, type MadeKey } from "#testing/jwt-keys.ts";

const keys = new Map<string, MadeKey>();
beforeAll(async () => {
  for (const alg of JWT_ALGORITHMS) keys.set(alg, await makeKey(alg, `key-${alg}`));
});
const key = (alg: string) => keys.get(alg)!;
const keysOf = (...jwks: JsonObject[]) =>
  (readKeys(JSON.stringify({ keys: jwks })) as { keys: PublicKey[] }).keys;
const tokenOf = (text: string) => readToken(text) as Token;
const claims = { iss: "https://login.example.com", n: 1 };

describe.each(JWT_ALGORITHMS)("%s", (alg) => {
  it("is good by the key that made it, by JWKS and by PEM", async () => {
    const token = tokenOf(await sign(key(alg), { alg, kid: `key-${alg}` }, claims));
    expect(await checkSignature(token, keysOf(key(alg).jwk))).toEqual({
      result: "pass",
      why: `${alg} by key key-${alg}.`,
    });
    const pem = readKeys(key(alg).pem) as { keys: PublicKey[] };
    expect(await checkSignature(token, pem.keys)).toMatchObject({ result: "pass" });
    expect(await checkSignature(tokenOf(await sign(key(alg), { alg }, claims)), pem.keys)).toMatchObject({
      result: "pass",
    });
  });

  it("is bad by any other key, also under the same name, and after any bit of it changed", async () => {
    const other = await makeKey(alg, `key-${alg}`);
    const text = await sign(key(alg), { alg, kid: `key-${alg}` }, claims);
    expect(await checkSignature(tokenOf(text), keysOf(other.jwk))).toMatchObject({ result: "fail" });
    const token = tokenOf(text);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("signed" as const, "signature" as const),
        fc.nat(),
        fc.nat(7),
        async (part, index, bit) => {
          const bytes = token[part].slice();
          bytes[index % bytes.length]! ^= 1 << bit;
          const changed = { ...token, [part]: bytes };
          expect(await checkSignature(changed, keysOf(key(alg).jwk))).toMatchObject({ result: "fail" });
        },
      ),
      { numRuns: 20 },
    );
  });

  it("is bad where the key is published for something else", async () => {
    const token = tokenOf(await sign(key(alg), { alg, kid: `key-${alg}` }, claims));
    for (const [more, why] of [
      [{ use: "enc" }, "The key is published for use “enc”, not for signatures."],
      [{ alg: "XX1" }, `The key is published for XX1, not ${alg}.`],
      [{ key_ops: ["encrypt"] }, "The key is not published for verifying (key_ops)."],
      [{ kty: alg === "EdDSA" ? "RSA" : "OKP" }, expect.stringContaining(`and ${alg} needs`) as string],
      [{ n: "AA", x: "AA", e: "AA", alg: undefined }, expect.stringContaining("key") as string],
    ] as const) {
      const jwk = { ...key(alg).jwk, alg, use: "sig", ...more };
      expect(await checkSignature(token, keysOf(jwk))).toEqual({ result: "fail", why });
    }
  });
});

describe("which key", () => {
  it("is the one that kid names; without a kid each that fits", async () => {
    const [one, two, curve] = [key("RS256"), await makeKey("RS256", "second"), key("ES256")];
    const all = keysOf(one.jwk, two.jwk, curve.jwk);
    const named = tokenOf(await sign(two, { alg: "RS256", kid: "key-RS256" }, claims));
    expect(await checkSignature(named, all)).toMatchObject({ result: "fail" });
    const unnamed = tokenOf(await sign(two, { alg: "RS256" }, claims));
    expect(await checkSignature(unnamed, all)).toMatchObject({
      result: "pass",
      why: "RS256 by key second.",
    });
    expect(await checkSignature(unnamed, keysOf(one.jwk, curve.jwk))).toMatchObject({ result: "fail" });
    expect(await checkSignature(unnamed, keysOf(curve.jwk, key("ES384").jwk))).toEqual({
      result: "fail",
      why: "None of 2 keys fits RS256.",
    });
  });

  it("is told when kid names none, with those there are", async () => {
    const token = tokenOf(await sign(key("ES256"), { alg: "ES256", kid: "old" }, claims));
    expect((await checkSignature(token, keysOf(key("RS256").jwk))).why).toBe(
      "No key has the token’s kid, old. Keys: key-RS256. The keys may be rotated, or another issuer’s.",
    );
    expect((await checkSignature(token, [])).why).toContain("No key has a kid");
  });

  it("is never a shared secret, and none never passes", async () => {
    for (const alg of ["none", "HS256", "constructor", 7, undefined]) {
      const token = { ...tokenOf(await sign(key("ES256"), { alg: "ES256" }, claims)), header: { alg } };
      expect(await checkSignature(token, keysOf(key("RS256").jwk))).toMatchObject({ result: "fail" });
    }
  });

  it("Ed448 is checked where the platform can, and said otherwise", async () => {
    const pair = (await webcrypto.subtle.generateKey({ name: "Ed448" }, true, [
      "sign",
      "verify",
    ])) as CryptoKeyPair;
    const token = tokenOf(await sign({ ...key("EdDSA"), pair }, { alg: "EdDSA" }, claims, "Ed448"));
    const jwk = (await webcrypto.subtle.exportKey("jwk", pair.publicKey)) as JsonObject;
    expect(await checkSignature(token, keysOf(jwk))).toMatchObject({ result: "pass" });
    expect(await checkSignature(token, keysOf({ ...jwk, crv: "X25519" }))).toMatchObject({ result: "fail" });
  });
});

describe("base64url", () => {
  it("decodes what Node encodes, and nothing with other characters", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(fromBase64Url(Buffer.from(bytes).toString("base64url"))).toEqual(new Uint8Array(bytes));
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const bytes = fromBase64Url(text);
        expect(bytes === null || /^[\w-]*$/.test(text)).toBe(true);
      }),
    );
  });
});
