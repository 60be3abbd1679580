import type { QueryClient } from "@tanstack/react-query";
import { keepFailures } from "#api/keep-failures.ts";
import { SETTLED_MS } from "#ui/settled.ts";

/** Starts what runs beside the pages once the page has settled; that code is loaded then. Answers how to stop. */
export function startLater(client: QueryClient): () => void {
  const end = new AbortController();
  // At once: a page that fails is tried again before it has settled.
  keepFailures(client, end.signal);
  const timer = setTimeout(
    () =>
      void import("./beside-pages.ts")
        .then((part) => part.runBesidePages(client, end.signal))
        // Polling goes on as ever.
        .catch(() => {}),
    SETTLED_MS,
  );
  return () => {
    clearTimeout(timer);
    end.abort();
  };
}
