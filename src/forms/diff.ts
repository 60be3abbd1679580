import { isJsonObject, keysOf, own, sameJson, type Path } from "./json.ts";

/** One field that differs. `undefined` = the field is not there. */
export type Change = { path: Path; from: unknown; to: unknown };

/**
 * The fields in which two JSON values differ, in the order of the fields. Objects are compared field by field, lists and
 * everything else as a whole. Empty exactly when both are the same.
 */
export function diff(from: unknown, to: unknown, path: Path = []): Change[] {
  if (sameJson(from, to)) return [];
  if (!isJsonObject(from) || !isJsonObject(to)) return [{ path, from, to }];
  return keysOf(from, to).flatMap((key) => diff(own(from, key), own(to, key), [...path, key]));
}
