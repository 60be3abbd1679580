import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Column } from "./column.ts";
import { exportRow, protect, toCsv, toJson } from "./export.ts";

/** RFC 4180 by the book: records of fields, quotes doubled inside quotes. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (!match) throw new Error(`No field at ${field.lastIndex}`);
    record.push(match[1] === undefined ? (match[2] ?? "") : match[1].replaceAll('""', '"'));
    if (match[3] === ",") continue;
    records.push(record);
    record = [];
  }
  return records;
}
const unprotect = (text: string) => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text);
const nasty = fc.oneof(
  fc.string({ unit: fc.constantFrom("=", "+", "-", "@", "'", '"', ",", "\r", "\n", "\t", "a", "＝", "é") }),
  fc.string({ unit: "grapheme" }),
);

describe("CSV", () => {
  it("comes back as it was, whatever the texts hold", () => {
    const table = fc.array(fc.record({ a: nasty, b: nasty, n: fc.integer() }), { minLength: 1 });
    fc.assert(
      fc.property(table, (rows) => {
        const [head, ...records] = parseCsv(toCsv(rows));
        expect(head).toEqual(["a", "b", "n"]);
        expect(records.map(([a, b, n]) => ({ a: unprotect(a!), b: unprotect(b!), n: Number(n) }))).toEqual(
          rows.map((row) => ({ ...row, n: row.n + 0 })),
        );
      }),
    );
  });

  it("holds no text that a spreadsheet would run", () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(protect(text)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
        expect(unprotect(protect(text))).toBe(text);
      }),
    );
    expect(toCsv([{ x: "=HYPERLINK(1)", n: -5 }])).toBe("x,n\r\n'=HYPERLINK(1),-5\r\n");
  });

  it("writes nothing for null, JSON for objects, and a column that only some rows have", () => {
    expect(toCsv([{ a: null, b: ["x", "y"] }, { c: true }])).toBe('a,b,c\r\n,"[""x"",""y""]",\r\n,,true\r\n');
  });
});

describe("JSON", () => {
  it("comes back as it was", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ a: fc.jsonValue() })), (rows) => {
        expect(JSON.parse(toJson(rows))).toEqual(JSON.parse(JSON.stringify(rows)));
      }),
    );
  });
});

describe("exportRow", () => {
  it("keeps exactly what the visible columns show, and the id", () => {
    // Cause: only names of hidden columns were left out, so names of no column came along. Law: "with the chosen columns".
    const names = fc.constantFrom("os", "ip", "transport", "behind", "metadata", "state");
    const look = { head: "", width: "", place: "sub" } as const;
    type Row = Record<string, string> & { id: string };
    const column = fc
      .record({ id: names, shows: fc.option(fc.array(names, { minLength: 1 })) })
      .map(({ id, shows }): { column: Column<Row>; names: readonly string[] } => ({
        column: {
          ...look,
          id,
          value: (row) => row[id],
          ...(shows ? { exports: (row) => Object.fromEntries(shows.map((name) => [name, row[name]])) } : {}),
        },
        names: shows ?? [id],
      }));
    const row = fc.dictionary(names, fc.string()).map((rest): Row => ({ ...rest, id: "x" }));
    fc.assert(
      fc.property(row, fc.array(column), (one, visible) => {
        const wanted = ["id", ...new Set(visible.flatMap((shown) => shown.names))];
        const out = exportRow(
          one,
          visible.map((shown) => shown.column),
        );
        expect(Object.entries(out)).toEqual(wanted.map((name) => [name, one[name]]));
      }),
    );
  });

  it("follows the order of the columns; one may show several names, or none", () => {
    const look = { head: "", width: "", place: "sub" } as const;
    const row = { ip: "::1", tunnel: "tn_1", edge: "ed_1", os: "linux", metadata: "secret-free", id: "x" };
    const visible: Column<typeof row>[] = [
      { ...look, id: "os", value: ({ os }) => os },
      { ...look, id: "served_by", exports: ({ tunnel, edge }) => ({ tunnel, edge }) },
      { ...look, id: "menu" },
    ];
    expect(JSON.stringify(exportRow(row, visible))).toBe(
      '{"id":"x","os":"linux","tunnel":"tn_1","edge":"ed_1"}',
    );
  });
});
