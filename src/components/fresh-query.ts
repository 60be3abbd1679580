import type { UseQueryResult } from "@tanstack/react-query";

/**
 * A query whose answer goes into a form: nothing of it before it was read since the page opened, for an older answer would
 * look like a change elsewhere. Read it with `refetchOnMount: "always"`.
 */
export function freshOf<T>(query: UseQueryResult<T>) {
  return { ...query, data: query.isFetchedAfterMount ? query.data : undefined };
}
