import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXACT, find, PREFIX, rankOf, searchText, SUBSTRING, WORD_START, wordsOf } from "./rank.ts";

type Named = { id: string; name: string };
const shelf = (rows: readonly Named[], group = "things") => ({
  rows,
  texts: rows.map(({ id, name }) => searchText(name, id)),
  group,
});
const ids = (found: { hits: { row: { id: string } }[] }) => found.hits.map(({ row }) => row.id);

const piece = fc.constantFrom("a", "b", "ab", "Ba", "-", "_", " ", "1", "é");
const name = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join(""));
const rowsOf = fc
  .uniqueArray(fc.nat(999), { maxLength: 30 })
  .chain((numbers) =>
    fc.tuple(...numbers.map((n) => name.map((text): Named => ({ id: `ts_${n}`, name: text })))),
  );
const query = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
const asked = { recent: [], most: 1000 };

/** The rank of one word by looking at every place of every field, with other means than the code under test. */
function naive(fields: readonly string[], word: string): number | null {
  const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const some = (pattern: string) =>
    fields.some((field) =>
      new RegExp(
        pattern.replace("WORD", () => escaped),
        "u",
      ).test(field),
    );
  if (fields.includes(word)) return EXACT;
  if (some("^WORD")) return PREFIX;
  if (some("[^a-z0-9\\u0080-\\u{10ffff}]WORD")) return WORD_START;
  return some("WORD") ? SUBSTRING : null;
}

describe("ranking", () => {
  it("agrees for one word with a naive reading of every field", () => {
    fc.assert(
      fc.property(name, name, query, (first, second, typed) => {
        const [word, ...more] = wordsOf(typed);
        fc.pre(word !== undefined && more.length === 0);
        const fields = [first, second].map((text) => searchText(text)).filter(Boolean);
        expect(rankOf(searchText(first, second), [word ?? ""], "")).toBe(naive(fields, word ?? ""));
      }),
    );
  });

  it("finds exactly what holds every word, and counts it though it shows less", () => {
    fc.assert(
      fc.property(rowsOf, query, fc.integer({ min: 2, max: 8 }), (rows, typed, most) => {
        const words = wordsOf(typed);
        fc.pre(words.length > 0);
        const holds = rows.filter(({ id, name: text }) =>
          words.every((word) => searchText(text, id).includes(word)),
        );
        const all = find([shelf(rows)], typed, { recent: [], most: 2000 });
        expect(ids(all).toSorted()).toEqual(holds.map(({ id }) => id).toSorted());
        const some = find([shelf(rows)], typed, { recent: [], most });
        expect(some.totals).toEqual([holds.length]);
        expect(some.hits.length).toBeLessThanOrEqual(most);
        expect(some.hits[0]?.row).toBe(all.hits[0]?.row);
      }),
    );
  });

  it("goes from better to worse, equal ones as they came, and any exact one first", () => {
    fc.assert(
      fc.property(rowsOf, query, (rows, typed) => {
        const { hits } = find([shelf(rows)], typed, asked);
        const order = hits.map(({ rank, row }) => [rank, rows.findIndex(({ id }) => id === row.id)] as const);
        expect(order).toEqual(order.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
        for (const { id } of rows)
          expect(ids(find([shelf(rows)], ` ${id.toUpperCase()} `, asked))[0]).toBe(id);
      }),
    );
  });

  it("puts what was chosen lately behind exact ones and before all others, the latest first", () => {
    fc.assert(
      fc.property(rowsOf, query, fc.infiniteStream(fc.nat()), (rows, typed, picks) => {
        fc.pre(wordsOf(typed).length > 0);
        const recent = rows
          .map(({ id }) => ({ id, at: picks.next().value ?? 0 }))
          .filter(({ at }) => at % 2 === 0)
          .map(({ id }) => id);
        const plain = find([shelf(rows)], typed, asked).hits;
        const hits = find([shelf(rows)], typed, { ...asked, recent }).hits;
        const isRecent = ({ row, rank }: (typeof hits)[number]) => rank !== EXACT && recent.includes(row.id);
        const exact = plain.filter(({ rank }) => rank === EXACT);
        const chosen = recent.filter((id) => plain.some((hit) => hit.row.id === id && isRecent(hit)));
        const rest = plain.filter((hit) => hit.rank !== EXACT && !isRecent(hit));
        expect(ids({ hits })).toEqual([...ids({ hits: exact }), ...chosen, ...ids({ hits: rest })]);
      }),
    );
  });

  it("finds no more when more is typed", () => {
    fc.assert(
      fc.property(rowsOf, query, piece, (rows, typed, more) => {
        fc.pre(wordsOf(typed).length > 0);
        const before = new Set(ids(find([shelf(rows)], typed, asked)));
        for (const id of ids(find([shelf(rows)], typed + more, asked))) expect(before).toContain(id);
      }),
    );
  });

  it("takes words of the group as found, but never those alone", () => {
    const rows = [{ id: "ts_2nXb", name: "fra-gw-01" }];
    const found = (typed: string) => ids(find([shelf(rows, "sessions")], typed, asked));
    expect([found("gw sess"), found("2NX"), found("sessions"), found("gw pages")]).toEqual([
      ["ts_2nXb"],
      ["ts_2nXb"],
      [],
      [],
    ]);
  });

  it("leaves room for other kinds beside a long list", () => {
    const many = Array.from({ length: 100 }, (_, n) => ({ id: `ts_${n}`, name: `ci-${n}` }));
    const found = find([shelf(many), shelf([{ id: "ak_1", name: "ci deploys" }])], "ci", {
      recent: [],
      most: 20,
    });
    expect(ids(found)).toContain("ak_1");
    expect(found.totals).toEqual([100, 1]);
  });
});
