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
  const before = query.before_id;
  if (before !== undefined) {
    const result = z.safeParse(idOf(kind), before);
    if (!result.success) {
      const message = result.error.issues[0]?.message ?? "is not an id";
      throw invalid("valueInvalid", `The query parameter before_id ${message}.`, [
        { path: ["before_id"], message },
      ]);
    }
  }
  const limit = query.limit === undefined ? PAGE_LIMIT_MAX : Number(query.limit);
  const found = await read({ before, limit });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (found.length <= limit || last === undefined) return { rows, uri, next_page_uri: null };
  const { before_id: _, limit: __, ...filters } = query;
  const next = new URLSearchParams({ before_id: last.id, limit: String(limit), ...filters });
  return { rows, uri, next_page_uri: `${uri}?${next}` };
}
