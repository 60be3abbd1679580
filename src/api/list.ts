import { PAGE_LIMIT_MAX } from "#contract/api-facts.ts";
import type { Check, Fault } from "#contract/check.ts";
import { request } from "./client.ts";
import { absoluteBase, getConnection } from "./connection.ts";
import { ApiError } from "./errors.ts";

type PageOptions<T> = { path: string; key: string; item: Check<T>; signal?: AbortSignal | undefined };

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
export async function fetchList<T>(
  options: PageOptions<T> & {
    /** What to take for an item at its place in the list: the same one as before, where it is equal. */
    keep?: ((item: T, index: number) => T) | undefined;
    onProgress?: (progress: ListProgress<T>) => void;
  },
): Promise<T[]> {
  const { path, signal, keep, onProgress } = options;
  const items: T[] = [];
  const seen = new Set<string>();
  let next: string | null = `${path}?limit=${PAGE_LIMIT_MAX}`;
  while (next !== null) {
    if (seen.has(next)) throw driftOf(path, `next_page_uri points back at a page already read (${next}).`);
    seen.add(next);
    const page: Page<T> = await fetchPage({ ...options, path: next });
    signal?.throwIfAborted();
    for (const one of page.items) items.push(keep ? keep(one, items.length) : one);
    next = page.next ? rebased(page.next, path) : null;
    onProgress?.({ items, done: next === null });
  }
  return items;
}

type Page<T> = { items: T[]; next: string | null };

/** Reads one page of a list, the newest when `path` says no more. */
export function fetchPage<T>({ path, key, item, signal }: PageOptions<T>): Promise<Page<T>> {
  return request({ method: "GET", path, answer: pageOf(key, item), signal, kept: true });
}

/** The check of a page: its items under `key`, and where the next one is. */
export function pageOf<T>(key: string, item: Check<T>): Check<Page<T>> {
  return {
    safeParse: (value) => {
      if (typeof value !== "object" || value === null) return wrong([], "object");
      const { [key]: rows, next_page_uri: next } = value as Record<string, unknown>;
      if (!Array.isArray(rows)) return wrong([key], "array");
      if (typeof next !== "string" && next !== null && next !== undefined)
        return wrong(["next_page_uri"], "string");
      const items: T[] = [];
      for (const [index, row] of rows.entries()) {
        const parsed = item.safeParse(row);
        if (parsed.success) items.push(parsed.data);
        else
          return failed(
            parsed.error.issues.map((fault) => ({ ...fault, path: [key, index, ...fault.path] })),
          );
      }
      return { success: true, data: { items, next: next || null } };
    },
  };
}

const failed = (issues: Fault[]) => ({ success: false as const, error: { issues } });
const wrong = (path: string[], expected: string) =>
  failed([{ path, code: "invalid_type", expected, message: `Invalid input: expected ${expected}` }]);

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
