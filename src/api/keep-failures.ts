import type { Query, QueryClient } from "@tanstack/react-query";

/**
 * Why a query that has read nothing failed stays told while it tries again, until `end` and as long as anybody looks: the
 * library forgets it at each new try, and what is shown of it would come and go.
 */
export function keepFailures(client: QueryClient, end?: AbortSignal): void {
  const cache = client.getQueryCache();
  const failures = new WeakMap<Query, Error | null>();
  for (const query of cache.getAll()) failures.set(query, query.state.error);
  const unsubscribe = cache.subscribe((event) => {
    const { type, query } = event;
    const error = failures.get(query);
    if (type === "observerRemoved" && !query.isActive()) failures.delete(query);
    if (type !== "updated") return;
    if (event.action.type === "error") failures.set(query, query.state.error);
    else if (event.action.type === "fetch" && error && query.state.data === undefined)
      query.setState({ status: "error", error });
  });
  end?.addEventListener("abort", unsubscribe);
}
