// Cause: the printed link carried the admin's key, which browsers keep in their history on disk. Law: a link carries a code
// that ends with its first use or after ten minutes, and only its hash is kept.
import * as fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { createSignInCodes } from "./sign-in-codes.ts";
import { startTestApp } from "./testing/test-app.ts";

const MINUTE = 60_000;
afterEach(() => vi.useRealTimers());

it("exchanges a code once, for the token it was created for", () => {
  const codes = createSignInCodes();
  const [one, two] = [codes.create("gh2_one"), codes.create("gh2_two")];
  expect(one).toMatch(/^[0-9a-f]{40}$/);
  expect(codes.exchange(two)).toBe("gh2_two");
  expect(codes.exchange(two)).toBeNull();
  expect(codes.exchange(one)).toBe("gh2_one");
  expect(codes.exchange("")).toBeNull();
});

it("forgets a code after ten minutes", () => {
  let time = 0;
  const codes = createSignInCodes(() => time);
  const [early, late] = [codes.create("gh2_a"), codes.create("gh2_b")];
  time = 10 * MINUTE - 1;
  expect(codes.exchange(early)).toBe("gh2_a");
  time = 10 * MINUTE;
  expect(codes.exchange(late)).toBeNull();
});

it("counts the minutes itself, whatever becomes of the clock on the wall", () => {
  // Cause: no test noticed a clock that somebody can set. Law: a code lasts ten minutes, no longer and no shorter.
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  const codes = createSignInCodes();
  const [early, late] = [codes.create("gh2_a"), codes.create("gh2_b")];
  vi.setSystemTime(Date.now() + 60 * MINUTE);
  expect(codes.exchange(early)).toBe("gh2_a");
  vi.setSystemTime(0);
  vi.advanceTimersByTime(10 * MINUTE);
  expect(codes.exchange(late)).toBeNull();
});

it("does what a list of the newest hundred does, whatever the order", () => {
  const step = fc.oneof(
    fc.record({ create: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ exchange: fc.nat() }),
    fc.record({ waitMs: fc.nat(4 * MINUTE) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let time = 0;
      const codes = createSignInCodes(() => time);
      const all: string[] = [];
      let valid: { code: string; token: string; until: number }[] = [];
      for (const one of steps) {
        if ("waitMs" in one) time += one.waitMs;
        const more = "create" in one ? one.create : 0;
        for (let n = 0; n < more; n += 1) {
          const token = `gh2_${all.length}`;
          const code = codes.create(token);
          all.push(code);
          valid = [...valid, { code, token, until: time + 10 * MINUTE }].slice(-100);
        }
        if (!("exchange" in one)) continue;
        const code = all[one.exchange % all.length] ?? "none";
        const found = valid.find((other) => other.code === code && other.until > time);
        expect(codes.exchange(code)).toBe(found?.token ?? null);
        valid = valid.filter((other) => other !== found);
      }
      expect(new Set(all).size).toBe(all.length);
    }),
    { numRuns: 50 },
  );
});

it("answers the key of whoever asked, in a body that nothing keeps, and logs neither code nor key", async () => {
  const app = await startTestApp();
  const created = await app.call<{ code: string }>("POST /sign_in_codes");
  const headers = { authorization: "" };
  const answer = await app.call("POST /sign_in_codes/exchange", { headers, body: created.body });
  expect([answer.status, answer.body]).toEqual([200, { api_key: app.key }]);
  for (const one of [created, answer]) expect(one.headers.get("cache-control")).toBe("no-store");
  const again = await app.call("POST /sign_in_codes/exchange", { headers, body: created.body });
  expect(again).toMatchObject({ status: 410, body: { error_code: "ERR_GATEHOUSE_9018" } });
  for (const secret of [app.key, created.body.code]) {
    expect(app.logged.join("") + JSON.stringify(again.body)).not.toContain(secret);
  }
  await app.close();
});
