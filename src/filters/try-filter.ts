import { href } from "#resources/paths.ts";
import { FILTER_KINDS } from "./kinds.ts";

type Source = {
  type: string;
  filter?: string | undefined;
  fields?: readonly string[] | undefined;
  /** From above 0 to 1; a text is none. */
  sample?: number | string | undefined;
};

/** The workbench with what a source sends, and the `form` that takes it back; null for events that can’t be filtered. */
export function tryFilter(
  { type, filter = "", fields = [], sample = 1 }: Source,
  form?: string,
): string | null {
  if (!Object.hasOwn(FILTER_KINDS, type)) return null;
  const query = new URLSearchParams({ kind: type });
  if (filter !== "") query.set("filter", filter);
  if (fields.length > 0) query.set("fields", fields.join(","));
  if (typeof sample === "number" && sample < 1) query.set("sample", String(sample));
  if (form !== undefined) query.set("form", form);
  return href.eventFilters(`?${query}`);
}
