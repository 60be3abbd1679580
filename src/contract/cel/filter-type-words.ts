import type { FieldType } from "#contract/traffic/fields.ts";

/** What a part of a filter holds; any = it is only known once it runs. */
export type Type =
  | "any"
  | "bool"
  | "bytes"
  | "double"
  | "duration"
  | "int"
  | "list"
  | "map"
  | "null"
  | "string"
  | "timestamp"
  | "type"
  | "uint";

/** Of fields; headers, maps and lists of them are known only once a filter runs. */
export const OF_FIELDS: Partial<Record<FieldType, Type>> = {
  bool: "bool",
  int32: "int",
  int64: "int",
  ms: "double",
  string: "string",
  timestamp: "timestamp",
};

export const OF_CONSTANTS: Readonly<Record<string, Type>> = {
  boolValue: "bool",
  bytesValue: "bytes",
  doubleValue: "double",
  int64Value: "int",
  nullValue: "null",
  stringValue: "string",
  uint64Value: "uint",
};

/** Types in words. */
export const WORDS: Readonly<Record<Type, string>> = {
  any: "a value",
  bool: "true or false",
  bytes: "bytes",
  double: "a decimal number",
  duration: "a duration",
  int: "a whole number",
  list: "a list",
  map: "a map",
  null: "null",
  string: "a text",
  timestamp: "a time",
  type: "a type",
  uint: "an unsigned number",
};
