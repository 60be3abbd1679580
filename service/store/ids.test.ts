import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ID_PREFIXES, type IdKind } from "#contract/common.ts";
import { idAt, newId } from "./ids.ts";
import { hashToken, looksLike, newToken, sameHash } from "./tokens.ts";

describe("ids", () => {
  it("are the prefix and 27 letters and digits", () => {
    for (const kind of Object.keys(ID_PREFIXES) as IdKind[]) {
      expect(newId(kind)).toMatch(new RegExp(`^${ID_PREFIXES[kind]}_[0-9A-Za-z]{27}$`));
    }
  });

  it("rise strictly, within one millisecond and when the clock goes back", () => {
    let last = "";
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5000, max: 5000 }), { maxLength: 50 }), (offsets) => {
        for (const offset of offsets) {
          const id = newId("apiKey", Date.now() + offset);
          expect(id > last).toBe(true);
          expect(id).toHaveLength(30);
          last = id;
        }
      }),
    );
  });
});

describe("idAt", () => {
  it("sorts by the time it is given, beside ids of now and whatever was made before", () => {
    const time = fc.integer({ min: 0, max: Date.now() - 1 });
    fc.assert(
      fc.property(time, time, (one, other) => {
        const [a, b] = [idAt("route", one), idAt("route", other)];
        expect(one === other || a < b === one < other).toBe(true);
        expect(a < newId("route")).toBe(true);
        expect(a).toMatch(new RegExp(`^${ID_PREFIXES.route}_[0-9A-Za-z]{27}$`));
      }),
    );
  });
});

describe("tokens", () => {
  it("hold their kind, their id's tail and 43 more characters, never twice the same", () => {
    const id = newId("apiKey");
    const tokens = Array.from({ length: 100 }, () => newToken("apiKey", id));
    expect(new Set(tokens).size).toBe(100);
    for (const token of tokens) expect(token).toMatch(new RegExp(`^gh2_${id.slice(3)}_[0-9A-Za-z]{43}$`));
    expect(newToken("credential", newId("credential"))).toMatch(/^gha_/);
  });

  it("are compared by their hashes", () => {
    expect(hashToken("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(sameHash(hashToken("a"), hashToken("a"))).toBe(true);
    expect(sameHash(hashToken("a"), hashToken("b"))).toBe(false);
    expect(sameHash(hashToken("a"), "short")).toBe(false);
  });

  it.each([
    ["gha_0_1", "authtoken"],
    ["ak_0ERW", "keyId"],
    ["gh2_0_1", "token"],
    ["anything-else.~", "token"],
    ["with space", "garbage"],
    ["ä", "garbage"],
  ])("%j looks like %s", (text, kind) => expect(looksLike(text)).toBe(kind));
});
