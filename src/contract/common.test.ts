import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { listOf, Timestamp } from "./answer.ts";
import {
  byteLength,
  byteText,
  Description,
  ID_PREFIXES,
  type IdKind,
  idOf,
  Metadata,
  PageQuery,
  Seconds,
  Uint32,
} from "./common.ts";

const ok = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;

describe("byteText", () => {
  it.each([
    ["one byte", "x".repeat(255), "x".repeat(256)],
    ["two bytes", `${"é".repeat(127)}x`, "é".repeat(128)],
    ["three bytes", "字".repeat(85), `${"字".repeat(85)}x`],
    ["four bytes", `${"🙂".repeat(63)}xyz`, "🙂".repeat(64)],
  ])("takes 255 bytes and refuses 256 in characters of %s", (_, fits, tooLong) => {
    expect([byteLength(fits), byteLength(tooLong)]).toEqual([255, 256]);
    expect(ok(Description, fits)).toBe(true);
    const refused = z.safeParse(Description, tooLong);
    expect(refused.error?.issues[0]?.message).toBe("is too long: 256 of 255 bytes");
  });

  it("counts what Node counts, and takes exactly what fits", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.nat(400), (text, max) => {
        expect(byteLength(text)).toBe(Buffer.byteLength(text, "utf8"));
        expect(ok(byteText(max), text)).toBe(Buffer.byteLength(text) <= max && !text.includes("\0"));
      }),
    );
  });

  it("keeps what it takes as it is, through UTF-8 and back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const result = z.safeParse(Metadata, text);
        const sent = result.success ? Buffer.from(result.data, "utf8").toString("utf8") : text;
        expect(sent).toBe(text);
      }),
    );
  });

  it("refuses what has no UTF-8 form, and NUL", () => {
    for (const text of ["\uD800", "a\uDC00", "a\0b"]) expect(ok(Description, text)).toBe(false);
  });

  it("has 4096 bytes of metadata", () => {
    expect(ok(Metadata, "é".repeat(2048))).toBe(true);
    expect(ok(Metadata, `${"é".repeat(2048)}x`)).toBe(false);
  });
});

describe("ids", () => {
  const kinds = Object.keys(ID_PREFIXES) as IdKind[];

  it("are told apart by their prefix, whatever follows it", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.constantFrom(...kinds),
        fc.stringMatching(/^[0-9A-Za-z]{1,40}$/),
        (a, b, tail) => {
          expect(ok(idOf(a), `${ID_PREFIXES[b]}_${tail}`)).toBe(a === b);
        },
      ),
    );
  });

  it.each(["", "ak", "ak_", "ak-1", "AK_1", " ak_1", "ak_1\n", "ak_a/b", "ak_é"])("%j is none", (text) => {
    expect(ok(idOf("apiKey"), text)).toBe(false);
  });
});

describe("Timestamp", () => {
  it("takes what every clock writes", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
        (date) => {
          expect(ok(Timestamp, date.toISOString())).toBe(true);
          expect(ok(Timestamp, date.toISOString().replace(/\.\d+Z$/, "+05:30"))).toBe(true);
        },
      ),
    );
  });

  it.each([
    "2026-11-21",
    "2026-11-21 10:00:00Z",
    "2026-11-21T10:00:00",
    "2026-13-01T00:00:00Z",
    "2026-11-32T00:00:00Z",
    "2026-11-21T24:00:00Z",
    "2026-11-21T10:60:00Z",
    "2026-11-21T10:00:00+24:00",
    "21 Nov 2026",
    "1795236685",
    "",
  ])("refuses %j", (text) => expect(ok(Timestamp, text)).toBe(false));
});

describe("PageQuery", () => {
  it("takes limits from 1 to 100 as texts, nothing else", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 10_000 }), (limit) => {
        expect(ok(PageQuery, { limit: String(limit) })).toBe(limit >= 1 && limit <= 100);
      }),
    );
    for (const limit of ["", "1.5", "1e2", "+1", " 1", "0x1", "٣"])
      expect(ok(PageQuery, { limit })).toBe(false);
  });

  it("refuses an unknown parameter", () => {
    expect(ok(PageQuery, { before_id: "ak_1", limit: "5" })).toBe(true);
    expect(ok(PageQuery, { page: "2" })).toBe(false);
  });
});

describe("Uint32 and listOf", () => {
  it("has the bounds of 32 bits", () => {
    for (const value of [0, 1, 4_294_967_295]) expect(ok(Uint32, value)).toBe(true);
    for (const value of [-1, 0.5, 4_294_967_296, Number.NaN, "1"]) expect(ok(Uint32, value)).toBe(false);
  });

  // Cause: the bounds had no text of their own, so the console showed zod's "Invalid input".
  // Law: bad input gets an error that says what to write.
  it.each([
    [-1, "must be at least 0"],
    [1_000_000_000_000, "must be at most 4,294,967,295"],
    [Number.MAX_SAFE_INTEGER, "must be at most 4,294,967,295"],
    [1e20, "must be at most 4,294,967,295"],
    [0.5, "must be a whole number"],
    ["1", "must be a whole number"],
  ])("says what to write for %j", (value, message) => {
    expect(z.safeParse(Uint32, value).error?.issues[0]?.message).toBe(message);
  });

  // Cause: of a duration only that it must be a whole number was said, in the JSON tab without its unit. Law: numbers carry units.
  it.each([
    [Seconds, 0.5],
    [Seconds, "1 h"],
  ])("says of durations that they are seconds", (schema, value) => {
    expect(z.safeParse(schema, value).error?.issues[0]?.message).toBe("must be a whole number of seconds");
  });

  it("keeps fields it does not know, and needs next_page_uri", () => {
    const List = listOf("things", z.looseObject({ id: z.string() }));
    const page = { things: [{ id: "a", colour: "red" }], uri: "u", next_page_uri: null, total: 1 };
    expect(List.parse(page)).toEqual(page);
    expect(ok(List, { things: [], uri: "u" })).toBe(false);
  });
});
