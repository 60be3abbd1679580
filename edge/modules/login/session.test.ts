// Cause: no login was applied, so nothing kept a visitor signed in. Law: a session is read by the edges of the account alone, at
// the route and login it was made for, to the last bit; a login that was begun is good once, and leads back to its own host.
import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cookiesOf, withoutLogins } from "./cookies.ts";
import { sealFor } from "./seal.ts";
import {
  isToNote,
  loginCookies,
  type LoginPlace,
  newSession,
  returnPath,
  standing,
  unguessable,
} from "./session.ts";

const place: LoginPlace = {
  secret: randomBytes(32),
  edgeId: "edghts_1",
  routeId: "edghtsrt_1",
  kind: "oidc",
  // Metadata of SAML is longer than what a key is derived by.
  stored: { issuer: "https://login.example", idp_metadata: "m".repeat(131_072) },
  prefix: "",
  headersMax: 65_536,
  secure: true,
};

/** What a browser holds after these Set-Cookie headers. */
function jar(set: readonly string[], held = ""): string {
  const all = new Map(cookiesOf(held));
  for (const line of set) {
    const [pair = ""] = line.split(";");
    const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    if (line.includes("Max-Age=0;")) all.delete(name);
    else all.set(name, value);
  }
  return [...all].map(([name, value]) => `${name}=${value}`).join("; ");
}

const users = fc.record({
  subject: fc.string({ unit: "grapheme", minLength: 1 }),
  name: fc.string({ unit: "grapheme" }),
  email: fc.emailAddress(),
  groups: fc.array(fc.string()),
  tokens: fc.dictionary(fc.constantFrom("access", "refresh"), fc.string({ maxLength: 6_000 })),
  checkEvery: fc.nat(),
});
const runs = { numRuns: 20 };

describe("a session", () => {
  test("comes back whole, in cookies that browsers keep, whatever was held before", async () => {
    await fc.assert(
      fc.asyncProperty(users, users, async (first, second) => {
        const [before, session] = [newSession(first), newSession(second)];
        const earlier = jar(await loginCookies(place, "theme=dark").keep(before), "theme=dark");
        const set = await loginCookies(place, earlier).keep(session);
        for (const line of set) {
          expect(line.length).toBeLessThanOrEqual(4_096);
          expect(line).toMatch(/; Path=\/;(.*;)? HttpOnly; SameSite=Lax; Secure$/);
        }
        const held = jar(set, earlier);
        const cookies = loginCookies(place, held);
        expect(await cookies.session()).toEqual(session);
        expect(withoutLogins(held)).toBe("theme=dark");
        expect(jar(cookies.signOut(), held)).toBe("theme=dark");
      }),
      runs,
    );
  });

  // Cause: a browser with a session over HTTPS took none over HTTP, where its cookie had the same name, and was sent to sign in
  // without end. Law: each has its own, and signing out over HTTPS, where both come, ends both.
  test("over HTTP stands beside that over HTTPS", async () => {
    const [plain, session] = [{ ...place, secure: false }, newSession(fc.sample(users, 1)[0]!)];
    const secured = jar(await loginCookies(place, "").keep(session));
    expect(await loginCookies(plain, secured).session()).toBeNull();
    const set = await loginCookies(plain, "").keep(session);
    for (const line of set) expect(cookiesOf(secured).has(line.split("=", 1)[0] ?? "")).toBe(false);
    const both = jar(set, secured);
    expect(await loginCookies(plain, both).session()).toEqual(session);
    expect(withoutLogins(both)).toBe("");
    expect(jar(loginCookies(place, both).signOut(), both)).toBe("");
  });

  // Cause: with a lower --edge-header-bytes its cookies were set, and each request that brought them was refused with 431. Law: a
  // session that could not come back is not begun, and the event says why.
  test("is none that no request could bring", async () => {
    const [user] = fc.sample(users, 1);
    const session = (length: number) =>
      newSession({ ...user!, tokens: { access: "a".repeat(length) }, groups: [] });
    const small = { ...place, headersMax: 8_192 };
    const kept = jar(await loginCookies(small, "").keep(session(2_000)));
    expect(await loginCookies(small, kept).session()).not.toBeNull();
    const long = loginCookies(small, "").keep(session(6_000));
    await expect(long).rejects.toThrow(
      /^The provider says too much for cookies: \d+ bytes\. .* --edge-header-bytes$/,
    );
    expect(await loginCookies(place, "").keep(session(6_000))).toHaveLength(3);
  });

  test("is none with any character changed", async () => {
    const held = jar(await loginCookies(place, "").keep(newSession(fc.sample(users, 1)[0]!)));
    const start = held.indexOf("=") + 1;
    const chars = fc.constantFrom("A", "Z", "a", "9", "-", "_", ".", "~");
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: start, max: held.length - 1 }), chars, async (at, char) => {
        fc.pre(held[at] !== char && !/[ ;=]/.test(held[at] ?? "") && !/; [^=]*$/.test(held.slice(0, at)));
        const changed = held.slice(0, at) + char + held.slice(at + 1);
        expect(await loginCookies(place, changed).session()).toBeNull();
      }),
      { numRuns: 80 },
    );
    expect(await loginCookies(place, held.slice(0, -1)).session()).toBeNull();
  });

  // Cause: no test failed for sure when bits that say nothing were let through. Law: to the last bit.
  test("is none with a bit changed that says nothing", async () => {
    const seal = sealFor(randomBytes(32), ["any"]);
    const texts = await Promise.all(["", "a", "ab"].map((text) => seal.seal({ text })));
    for (const text of texts) expect(await seal.open(text)).not.toBeNull();
    const others = texts.flatMap((text) =>
      [...text.matchAll(/[AQgw](?=\.|$)/g)].map(
        ({ index, 0: last }) =>
          text.slice(0, index) + { A: "B", Q: "R", g: "h", w: "x" }[last] + text.slice(index + 1),
      ),
    );
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) expect(await seal.open(other)).toBeNull();
  });

  test.each<[string, Partial<LoginPlace>]>([
    ["route", { routeId: "edghtsrt_2" }],
    ["edge", { edgeId: "edghts_2" }],
    ["account", { secret: randomBytes(32) }],
    ["kind of login", { kind: "saml" }],
    ["configuration", { stored: { issuer: "https://other.example" } }],
  ])("of another %s is none", async (_what, other) => {
    const held = jar(
      await loginCookies({ ...place, ...other }, "").keep(newSession(fc.sample(users, 1)[0]!)),
    );
    expect(await loginCookies(place, held).session()).toBeNull();
  });

  test("is over at its bounds, and is checked before", () => {
    const session = {
      ...newSession({ subject: "a", name: "", email: "", groups: [], checkEvery: 60 }, 0),
      seen: 50_000,
    };
    const limits = { inactivity: 20, maximum: 100 };
    expect([0, 59_999, 60_000, 69_999, 70_000].map((now) => standing(session, limits, now))).toEqual([
      "good",
      "good",
      "check",
      "check",
      "over",
    ]);
    expect(standing({ ...session, seen: 99_999 }, limits, 100_000)).toBe("over");
    expect(standing({ ...session, checkEvery: 0 }, { inactivity: 0, maximum: 0 }, 1e15)).toBe("good");
    expect([51_999, 52_000].map((now) => isToNote(session, limits, now))).toEqual([false, true]);
  });
});

describe("a login under way", () => {
  const begun = () => ({ state: unguessable(), returnTo: "/v1/x?y=1", kept: { nonce: "n" } });

  test("is found by its own state, is good once, and then gone", async () => {
    const [one, two] = [begun(), begun()];
    const first = jar(await loginCookies(place, "").begin(one));
    const held = jar(await loginCookies(place, first).begin(two), first);
    const cookies = loginCookies(place, held);
    expect(await cookies.underWay(one.state)).toMatchObject(one);
    expect(await cookies.underWay(two.state)).toMatchObject(two);
    expect(await cookies.underWay(one.state.slice(0, 12) + two.state.slice(12))).toBeNull();
    expect(await cookies.underWay("")).toBeNull();
    const { used, cookies: set } = cookies.end(one.state);
    expect(used).toBe(false);
    expect(cookies.end(one.state).used).toBe(true);
    expect(await loginCookies(place, jar(set, held)).underWay(one.state)).toBeNull();
  });

  test("is no session, nor good at another route; old ones don't pile up", async () => {
    let held = "";
    for (let count = 0; count < 12; count += 1)
      held = jar(await loginCookies(place, held).begin(begun()), held);
    expect(cookiesOf(held).size).toBeLessThanOrEqual(5);
    const one = begun();
    const only = jar(await loginCookies(place, "").begin(one));
    expect(await loginCookies({ ...place, routeId: "other" }, only).underWay(one.state)).toBeNull();
    const asSession = only.replace(/^[^=]+=/, "service.gatehouse-session=1~");
    expect(await loginCookies(place, asSession).session()).toBeNull();
  });

  // Cause: the sixth login that was begun took the five before it away, so that five windows could not sign in. Law: it takes the
  // place of the first one.
  test("goes when five more were begun after it, and no other does", async () => {
    const all = Array.from({ length: 7 }, begun);
    let held = "";
    for (const one of all) held = jar(await loginCookies(place, held).begin(one), held);
    const found = await Promise.all(all.map(({ state }) => loginCookies(place, held).underWay(state)));
    expect(found.map((one) => one !== null)).toEqual([false, false, true, true, true, true, true]);
    const others = loginCookies({ ...place, stored: {} }, held);
    const [last] = [begun()];
    const after = jar(await others.begin(last), held);
    expect(await loginCookies({ ...place, stored: {} }, after).underWay(last.state)).toMatchObject(last);
  });

  test("leads back to its own host, whatever the path", () => {
    const hostile = [
      "//evil.example",
      "\\\\evil.example",
      "/\\evil.example",
      "/\t/evil.example",
      "/.//evil.example",
    ];
    for (const text of [...hostile, "https://evil.example", "javascript:alert(1)", ""])
      expect(returnPath(text)).toBe("/");
    expect(returnPath("/v1/x?y=%2F&z")).toBe("/v1/x?y=%2F&z");
    expect(returnPath(`/v1/x?${"y".repeat(9_000)}`)).toBe("/v1/x");
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("/", "\\", ".", "\t", "@", ":", "a", "é"), maxLength: 8 }),
        (rest) => {
          const path = returnPath(`/${rest}`);
          expect(new URL(path, "https://shop.example").origin).toBe("https://shop.example");
          expect(path).toMatch(/^\/(?![/\\])/);
        },
      ),
    );
  });
});
