import { isJsonObject, keysOf, own, type JsonObject } from "#forms/json.ts";

export type DiffLine = {
  sign: "same" | "removed" | "added";
  text: string;
  /** Number of the line on either side, from 1. */
  from?: number;
  to?: number;
};

const MOST_CELLS = 4_000_000;

/** JSON in lines, a list of plain values on one; fields in the order of `like`, so that order alone is no difference. */
export function jsonLines(value: unknown, like?: unknown): string[] {
  return written(value, like, "").split("\n");
}

function written(value: unknown, like: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== "object" || item === null);
    if (isPlain) return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
    const beside: unknown[] = Array.isArray(like) ? like : [];
    const items = value.map((item, index) => inner + written(item, beside[index], inner));
    return `[\n${items.join(",\n")}\n${indent}]`;
  }
  if (!isJsonObject(value)) return JSON.stringify(value);
  const order: JsonObject = isJsonObject(like) ? like : {};
  const names = keysOf(order, value).filter((name) => own(value, name) !== undefined);
  if (names.length === 0) return "{}";
  const fields = names.map(
    (name) => `${inner}${JSON.stringify(name)}: ${written(own(value, name), own(order, name), inner)}`,
  );
  return `{\n${fields.join(",\n")}\n${indent}}`;
}

/** The fewest lines to take away and add that make `to` of `from`; beyond a bound, all between the first and last difference. */
export function diffLines(from: readonly string[], to: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < from.length && head < to.length && from[head] === to[head]) head += 1;
  let tail = 0;
  const most = Math.min(from.length, to.length) - head;
  while (tail < most && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail += 1;
  const left = from.slice(head, from.length - tail);
  const right = to.slice(head, to.length - tail);
  const same = (text: string, index: number, shift: number): DiffLine => ({
    sign: "same",
    text,
    from: index + 1,
    to: index + 1 + shift,
  });
  const end = from.length - tail;
  return [
    ...from.slice(0, head).map((text, index) => same(text, index, 0)),
    ...middle(left, right, head),
    ...from.slice(end).map((text, index) => same(text, end + index, to.length - from.length)),
  ];
}

function middle(left: readonly string[], right: readonly string[], head: number): DiffLine[] {
  const keep = left.length * right.length > MOST_CELLS ? () => 0 : longestCommon(left, right);
  const lines: DiffLine[] = [];
  let a = 0;
  let b = 0;
  while (a < left.length || b < right.length) {
    const isSame = a < left.length && b < right.length && left[a] === right[b] && keep(a, b) > 0;
    if (isSame) lines.push({ sign: "same", text: left[a] ?? "", from: head + ++a, to: head + ++b });
    else if (a < left.length && (b >= right.length || keep(a + 1, b) >= keep(a, b + 1)))
      lines.push({ sign: "removed", text: left[a] ?? "", from: head + ++a });
    else lines.push({ sign: "added", text: right[b] ?? "", to: head + ++b });
  }
  return lines;
}

/** How many lines the rests from (a, b) have in common, in order. */
function longestCommon(left: readonly string[], right: readonly string[]): (a: number, b: number) => number {
  const width = right.length + 1;
  const table = new Uint32Array((left.length + 1) * width);
  for (let a = left.length - 1; a >= 0; a -= 1) {
    for (let b = right.length - 1; b >= 0; b -= 1) {
      table[a * width + b] =
        left[a] === right[b]
          ? (table[(a + 1) * width + b + 1] ?? 0) + 1
          : Math.max(table[(a + 1) * width + b] ?? 0, table[a * width + b + 1] ?? 0);
    }
  }
  return (a, b) => table[a * width + b] ?? 0;
}
