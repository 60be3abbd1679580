import type { Column, Identified, JsonObject } from "./column.ts";

/** What a spreadsheet takes for a formula, also behind the quotes that {@link protect} puts before it. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** The rows as CSV (RFC 4180): a header, CRLF, quotes where needed, and no text that a spreadsheet would run. */
export function toCsv(rows: readonly JsonObject[]): string {
  const names = namesOf(rows);
  const lines = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  return lines.map((line) => `${line.map(quote).join(",")}\r\n`).join("");
}

/** The rows as a JSON array, indented. */
export function toJson(rows: readonly JsonObject[]): string {
  return `${JSON.stringify(rows, null, 2)}\n`;
}

/** Every name that some row has, in order of first appearance. */
function namesOf(rows: readonly JsonObject[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return protect(typeof value === "string" ? value : JSON.stringify(value));
}

/** One more apostrophe before what would be run: spreadsheets show the rest as text, and taking one away gives it back. */
export function protect(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A row with exactly what the visible columns show, in their order, and the id first. */
export function exportRow<T extends Identified>(row: T, visible: readonly Column<T>[]): JsonObject {
  const parts = visible.map(({ id, value, exports }): JsonObject => {
    if (exports) return exports(row);
    return value ? { [id]: value(row) } : {};
  });
  return Object.assign({ id: row.id }, ...parts) as JsonObject;
}
