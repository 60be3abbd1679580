import { generateKeyPairSync } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { UpdateKey } from "#contract/agent-release.ts";
import { isSigned, newSigningKey, signRelease, updateKeyOf } from "./signature.ts";

const key = newSigningKey();
const updateKey = updateKeyOf(key);

test("what was signed is accepted by its own key alone, and no field may change", () => {
  const other = updateKeyOf(newSigningKey());
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 500 }), fc.string(), (bundle, notes) => {
      const release = signRelease(bundle, { version: "1.2.3", notes }, key);
      expect(release.size).toBe(bundle.length);
      expect(isSigned(release, updateKey)).toBe(true);
      expect(isSigned(release, other)).toBe(false);
      for (const changed of [
        { version: "1.2.4" },
        { size: release.size + 1 },
        { sha256: "0".repeat(64) },
        { notes: `${notes}.` },
        { signature: "A".repeat(86) },
      ])
        expect(isSigned({ ...release, ...changed }, updateKey)).toBe(false);
    }),
  );
});

test("an update key is one line, and keys of another kind are refused", () => {
  expect(UpdateKey.safeParse(updateKey).success).toBe(true);
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  expect(() => updateKeyOf(privateKey.export({ type: "pkcs8", format: "pem" }).toString())).toThrow(
    "must be an Ed25519 key",
  );
});

test("a key that is none accepts nothing", () => {
  const release = signRelease(new Uint8Array([1]), { version: "1.2.3", notes: "" }, key);
  // 32 bytes that are no point of the curve, and one of small order.
  for (const wrong of ["_".repeat(42) + "8", "A".repeat(43)]) expect(isSigned(release, wrong)).toBe(false);
});
