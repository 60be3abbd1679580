import type { Issue } from "#contract/error.ts";
import { isJsonObject, own, type JsonObject } from "#forms/json.ts";
import { readJson } from "#forms/raw.ts";
import { leftOut, orJson, writeBack, type Codec, type Read } from "./codec.ts";
import { inShape } from "./lists.ts";

/** The members of an object that a form shows, by their wire names. */
export type Members = { readonly [name: string]: Codec };

const entriesOf = (members: Members) => Object.entries(members);

/** What a form holds of an object's members. */
export function formOf(members: Members, value: unknown): JsonObject {
  const object = isJsonObject(value) ? value : {};
  return Object.fromEntries(
    entriesOf(members).map(([name, codec]) => [name, codec.toForm(own(object, name))]),
  );
}

/**
 * The object that a form makes of `loaded`, null where it is new: members that still show what was loaded are sent as they
 * came, unknown ones too. What can't be read stays as it was, or as it was typed where that is text.
 */
export function writeMembers(
  members: Members,
  form: unknown,
  loaded: JsonObject | null,
): { value: JsonObject; issues: Issue[] } {
  const issues: Issue[] = [];
  const inputs = isJsonObject(form) ? form : {};
  const values = new Map(Object.entries(loaded ?? {}));
  for (const [name, codec] of entriesOf(members)) {
    const before = loaded === null ? undefined : own(loaded, name);
    const input = own(inputs, name);
    const read: Read = loaded === null ? codec.toWire(input, undefined) : writeBack(codec, input, before);
    if ("problem" in read) issues.push({ path: [name], message: read.problem });
    else issues.push(...(read.issues ?? []).map(({ path, message }) => ({ path: [name, ...path], message })));
    const value = "problem" in read ? (typeof input === "string" ? input : before) : read.value;
    if (value === undefined) values.delete(name);
    else values.set(name, value);
  }
  return { value: Object.fromEntries(values), issues };
}

/** An object. Sent whole where it is new, unless it is `optional` and nothing in it was chosen. */
export function objectCodec(members: Members, { optional = false } = {}): Codec {
  const codec: Codec = {
    toForm: (value) => formOf(members, value),
    toWire: (input, loaded) => writeMembers(members, input, isJsonObject(loaded) ? loaded : null),
  };
  return orJson(isJsonObject, optional ? leftOut(codec) : codec);
}

/** The object an entry of a list was made from, as JSON: it travels with its entry when the list is reordered. */
const LOADED = "$loaded";

/** A list of objects, with what a new entry starts from. */
export type ObjectsCodec = Codec & { blank: JsonObject };

/**
 * A list of objects; with `orOne` also one object alone, kept in the shape that was read
 * (decisions/contract/one-or-list.md). Each entry keeps what its form does not know, wherever it is moved to. `needed`:
 * sent empty too, so that the contract says that it may not be.
 */
export function objectsCodec(members: Members, { orOne = false, needed = false } = {}): ObjectsCodec {
  const itemOf = (value: JsonObject) => ({ ...formOf(members, value), [LOADED]: JSON.stringify(value) });
  const codec: Codec = {
    toForm: (value) => listOf(value).map(itemOf),
    toWire: (input, loaded) => {
      const written = (Array.isArray(input) ? (input as unknown[]) : []).map((item) =>
        writeMembers(members, item, loadedOf(item)),
      );
      const list = written.map(({ value }) => value);
      const value = orOne ? inShape(list, loaded) : list;
      const issues = written.flatMap((one, at) =>
        one.issues.map(({ path, message }) => ({ path: value === list ? [at, ...path] : path, message })),
      );
      return { value, issues };
    },
  };
  const fits = (value: unknown) =>
    Array.isArray(value) ? value.every(isJsonObject) : orOne && isJsonObject(value);
  return {
    ...orJson(fits, needed ? codec : leftOut(codec)),
    blank: { ...formOf(members, {}), [LOADED]: "" },
  };
}

function listOf(value: unknown): JsonObject[] {
  if (Array.isArray(value)) return value.filter(isJsonObject);
  return isJsonObject(value) ? [value] : [];
}

function loadedOf(item: unknown): JsonObject | null {
  const text = isJsonObject(item) ? item[LOADED] : undefined;
  const read = readJson(typeof text === "string" ? text : "");
  return "value" in read && isJsonObject(read.value) ? read.value : null;
}
