import type { PageQuery } from "#contract/common.ts";
import { PAGE_LIMIT_MAX } from "#contract/api-facts.ts";
import { type IdKind, idOf } from "#contract/common.ts";
import * as z from "zod/mini";
import { invalid } from "../errors.ts";

/** A page to read: rows with an id below `before`, newest first. One more than the page holds is read. */
export type Slice = { before: string | undefined; limit: number };

/** The page of a list as the wire has it. */
export type Page<T> = { rows: T[]; uri: string; next_page_uri: string | null };

/**
 * Reads one page. `before_id` may name something deleted or never made: ids sort by time, so it is compared, not
 * looked up (protocol-facts.md#lists). Filters in the query go on to the next page.
 *
 * @throws ApiProblem 400 when `before_id` is an id of another kind.
 */
export async function readPage<Row extends { id: string }>(
  kind: IdKind,
  query: PageQuery,
  uri: string,
  read: (slice: Slice) => Promise<Row[]>,
): Promise<Page<Row>> {
  const slice = sliceOf(kind, query);
  const found = await read(slice);
  const rows = found.slice(0, slice.limit);
  const last = found.length > slice.limit ? rows.at(-1) : undefined;
  return { rows, uri, next_page_uri: nextPage(uri, query, slice, last?.id) };
}

/** The ids of each kind, once it was asked for: to make a pattern costs more than to check it. */
const ids = new Map<IdKind, ReturnType<typeof idOf>>();

/** What a query asks for. @throws ApiProblem 400 when `before_id` is an id of another kind. */
export function sliceOf(kind: IdKind, { before_id: before, limit }: PageQuery): Slice {
  if (before !== undefined) {
    const id = ids.get(kind) ?? idOf(kind);
    ids.set(kind, id);
    const result = z.safeParse(id, before);
    if (!result.success) {
      const message = result.error.issues[0]?.message ?? "is not an id";
      throw invalid("valueInvalid", `The query parameter before_id ${message}.`, [
        { path: ["before_id"], message },
      ]);
    }
  }
  return { before, limit: limit === undefined ? PAGE_LIMIT_MAX : Number(limit) };
}

/** Where the list goes on after `last`, with the same filters; null where that is undefined. */
export function nextPage(
  uri: string,
  query: PageQuery,
  { limit }: Slice,
  last: string | undefined,
): string | null {
  if (last === undefined) return null;
  const { before_id: _, limit: __, ...filters } = query;
  return `${uri}?${new URLSearchParams({ before_id: last, limit: String(limit), ...filters })}`;
}
