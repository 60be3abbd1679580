/** A plain JSON object: what a module or a resource is on the wire. */
export type JsonObject = { [key: string]: unknown };

/** Where a value sits inside a JSON object: names and list positions. */
export type Path = (string | number)[];

/** Whether a value is an object with named fields (no list, not null). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields two objects have between them, in order of first sight. Inherited names do not count. */
export function keysOf(...objects: JsonObject[]): string[] {
  return [...new Set(objects.flatMap((object) => Object.keys(object)))];
}

/** A field's value, or undefined when the object does not have it itself. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The value at a path, or undefined when nothing stands there. Inherited names do not count. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (node, part) =>
      typeof node === "object" && node !== null ? own(node as JsonObject, String(part)) : undefined,
    value,
  );
}

/** Whether one path leads to the other or past it. */
export function overlaps(a: Path, b: Path): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.every((part, index) => String(part) === String(long[index]));
}

/** Equality as JSON sees it: order of fields is no difference, order in lists is, an undefined field is an absent one. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  return keysOf(a, b).every((key) => sameJson(own(a, key), own(b, key)));
}

/** A value as text: a text as it is, anything else as JSON writes it, "not given" for an absent one. */
export function jsonText(value: unknown): string {
  if (value === undefined) return "not given";
  return typeof value === "string" ? value : JSON.stringify(value);
}
