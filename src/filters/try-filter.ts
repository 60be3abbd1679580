import { href } from "#resources/paths.ts";
import { FILTER_KINDS } from "./kinds.ts";

type Source = { type: string; filter?: string | undefined; fields?: readonly string[] | undefined };

/** The workbench with what a source sends; null for events that can’t be filtered. */
export function tryFilter({ type, filter = "", fields = [] }: Source): string | null {
  if (!Object.hasOwn(FILTER_KINDS, type)) return null;
  const query = new URLSearchParams({ kind: type });
  if (filter !== "") query.set("filter", filter);
  if (fields.length > 0) query.set("fields", fields.join(","));
  return href.eventFilters(`?${query}`);
}
