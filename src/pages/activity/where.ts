import type { EventWhere } from "#api/events.ts";

/** What the URL chooses: names as the API has them, so that a link can be read. */
const NAMES = [
  "resource",
  "type",
  "object_id",
  "edge_id",
  "ip_policy_id",
  "principal",
  "credential",
  "since",
  "until",
] as const;

/** The chosen events of a URL; a time that is none is left out. */
export function whereOf(params: URLSearchParams): EventWhere {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = params.get(name)?.trim() ?? "";
      const isTime = name === "since" || name === "until";
      return value === "" || (isTime && Number.isNaN(Date.parse(value))) ? [] : [[name, value]];
    }),
  );
}

/** A time of RFC 3339 as the local time of an input, without its zone; empty for none. */
export function localTime(time: string | undefined): string {
  if (time === undefined) return "";
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What was typed in such an input as a time of RFC 3339; null for none. */
export function timeOf(local: string): string | null {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString().replace(/\.\d+Z$/, "Z");
}

/** Whether it asks for a time that ends before it begins: nothing can match. */
export const isBackwards = ({ since = "", until = "" }: EventWhere): boolean =>
  Date.parse(until) < Date.parse(since);
