import type { Issue } from "#contract/error.ts";
import type { Entry } from "#forms/entries-field.tsx";
import { isJsonObject } from "#forms/json.ts";
import { filled, filledIfAny } from "#forms/list-edit.ts";
import { leftOut, orJson, type Codec } from "./codec.ts";

const isText = (value: unknown) => typeof value === "string";
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

function textsOf(input: unknown): string[] {
  return Array.isArray(input) ? input.filter((entry) => typeof entry === "string") : [];
}

const texts: Codec = {
  toForm: textsOf,
  toWire: (input) => ({ value: input }),
};

/** A codec of texts that is given those which are sent. */
const ofSent = (sent: typeof filledIfAny, codec: Codec): Codec => ({
  toForm: codec.toForm,
  toWire: (input, loaded) => codec.toWire(sent(textsOf(input)), loaded),
});

/** A list of texts, also a set of choices. null and absent show as empty; left out of a new module while empty. */
export const textsCodec: Codec = orJson(isTexts, ofSent(filledIfAny, leftOut(texts)));

/** A list of texts that is always sent, so that the contract says when it may not be empty. */
export const neededTextsCodec: Codec = orJson(isTexts, ofSent(filled, texts));

/**
 * Texts that the wire wraps, `{ value: "a" }`: one such object, or a list of them
 * (decisions/contract/one-or-list.md). Written in the shape that was read, and as one object where it is new and has
 * one entry.
 */
export function wrappedTextsCodec(key = "value"): Codec {
  const isWrapped = (value: unknown) =>
    isJsonObject(value) && isText(value[key]) && Object.keys(value).length === 1;
  const unwrap = (value: unknown) => (isWrapped(value) ? [(value as Record<string, string>)[key]] : []);
  return orJson((value) => isWrapped(value) || (Array.isArray(value) && value.every(isWrapped)), {
    toForm: (value) => (Array.isArray(value) ? value.flatMap(unwrap) : unwrap(value)),
    toWire: (input, loaded) => ({
      value: inShape(
        filled(textsOf(input)).map((text) => ({ [key]: text })),
        loaded,
      ),
    }),
  });
}

/** A list in the shape that was read: one object, or a list. What is new and has one entry is one object. */
export function inShape<T>(list: readonly T[], loaded: unknown): T | readonly T[] {
  const [first, ...more] = list;
  return Array.isArray(loaded) || first === undefined || more.length > 0 ? list : first;
}

function isEntry(row: unknown): row is Entry {
  return isJsonObject(row) && isText(row["name"]) && isText(row["value"]);
}

function entriesOf(input: unknown): Entry[] {
  return Array.isArray(input) ? (input as unknown[]).filter(isEntry) : [];
}

type Row = Entry & { at: number };
/** The rows that hold something, each with its index among all of them. */
const filledRows = (rows: readonly Entry[]): Row[] =>
  rows
    .map(({ name, value }, at) => ({ name: name.trim(), value, at }))
    .filter(({ name, value }) => name !== "" || value !== "");

/** The rows whose name is that of an earlier one. */
export const repeatedNames = (rows: readonly Entry[]): Issue[] =>
  filledRows(rows).flatMap(({ name, at }, index, filled): Issue[] => {
    const earlier = name !== "" && filled.slice(0, index).find((one) => one.name === name);
    if (!earlier) return [];
    return [{ path: [at], message: `same name as row ${earlier.at + 1}. Names must be unique` }];
  });

/** Names with values, held as rows. A name that stands twice, or none beside a value, is a fault of its row; blank rows are dropped. */
export const entriesCodec: Codec = orJson(
  (value) => isJsonObject(value) && Object.values(value).every(isText),
  leftOut({
    toForm: (value) =>
      isJsonObject(value) ? Object.entries(value).map(([name, value]) => ({ name, value })) : [],
    toWire: (input) => {
      const rows = entriesOf(input);
      const filled = filledRows(rows);
      const nameless = filled
        .filter(({ name }) => name === "")
        .map(({ at }): Issue => ({ path: [at], message: "Enter a name, or remove the row." }));
      return {
        value: Object.fromEntries(filled.map(({ name, value }) => [name, value])),
        issues: [...nameless, ...repeatedNames(rows)],
      };
    },
  }),
);
