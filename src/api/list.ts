import * as z from "zod/mini";
import { PAGE_LIMIT_MAX } from "#contract/answer.ts";
import { request } from "./client.ts";
import { absoluteBase, getConnection } from "./connection.ts";
import { ApiError } from "./errors.ts";

export type ListProgress<T> = { items: readonly T[]; done: boolean };

/**
 * next_page_uri as a path below the base URL: only its path and query are used, so the key never goes to another origin
 * (decisions/api/next-page.md). A service behind a proxy may name another prefix than the base URL has; the query is
 * what pages, so then the list's own path is kept.
 */
export function rebaseNextPage(next: string, baseUrl: string, listPath: string): string {
  const base = new URL(`${absoluteBase(baseUrl)}/`);
  const url = new URL(next, base);
  const prefix = base.pathname.replace(/\/$/, "");
  const inside = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : null;
  return (inside === listPath ? inside : listPath) + url.search;
}

/**
 * Reads a whole list page by page, newest first (protocol-facts.md#conventions). Reports what is there after each page,
 * in an array that goes on growing. After an abort nothing is reported any more, also when an answer was on its way.
 */
export async function fetchList<T>(options: {
  path: string;
  key: string;
  item: z.ZodMiniType<T>;
  signal?: AbortSignal | undefined;
  /** What to take for an item at its place in the list: the same one as before, where it is equal. */
  keep?: ((item: T, index: number) => T) | undefined;
  onProgress?: (progress: ListProgress<T>) => void;
}): Promise<T[]> {
  const { path, key, item, signal, keep, onProgress } = options;
  const page = z.looseObject({ [key]: z.array(item), next_page_uri: z.nullish(z.string()) });
  const items: T[] = [];
  const seen = new Set<string>();
  let next: string | null = `${path}?limit=${PAGE_LIMIT_MAX}`;
  while (next !== null) {
    if (seen.has(next)) throw driftOf(path, `next_page_uri points back at a page already read (${next}).`);
    seen.add(next);
    const answer: Record<string, unknown> = await request({
      method: "GET",
      path: next,
      answer: page,
      signal,
    });
    signal?.throwIfAborted();
    for (const one of answer[key] as T[]) items.push(keep ? keep(one, items.length) : one);
    const uri = answer["next_page_uri"];
    next = typeof uri === "string" && uri !== "" ? rebased(uri, path) : null;
    onProgress?.({ items, done: next === null });
  }
  return items;
}

function rebased(uri: string, path: string): string {
  try {
    return rebaseNextPage(uri, getConnection()?.baseUrl ?? "/", path);
  } catch {
    throw driftOf(path, "next_page_uri is not a URI.");
  }
}

function driftOf(path: string, msg: string): ApiError {
  return new ApiError({ kind: "drift", method: "GET", path, msg });
}
