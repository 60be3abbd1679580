import { type FieldFacts, TRAFFIC_KINDS } from "#contract/traffic/fields.ts";

const isUsable = ([, { filterable }]: readonly [string, FieldFacts]) => filterable === true;

/** Each kind of event that can be filtered, with all its fields. */
export const FILTER_KINDS: typeof TRAFFIC_KINDS = Object.fromEntries(
  Object.entries(TRAFFIC_KINDS).filter(([, fields]) => Object.entries(fields).some(isUsable)),
);

/** The names of the fields that filters of a kind can use. */
export const usableNames = (kind: string): string[] =>
  Object.entries(FILTER_KINDS[kind] ?? {})
    .filter(isUsable)
    .map(([name]) => name);
