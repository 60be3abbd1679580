import type { QueryClient } from "@tanstack/react-query";

/** The page is there first, and what it reads. */
const SETTLED_MS = 5000;

/** Follows the service's stream once the page has settled; that code is loaded then. Answers how to stop. */
export function followLater(client: QueryClient): () => void {
  const end = new AbortController();
  const follow = async () => {
    try {
      (await import("./follow-stream.ts")).followStream(client, end.signal);
    } catch {
      // Polling goes on as ever.
    }
  };
  const timer = setTimeout(() => void follow(), SETTLED_MS);
  return () => {
    clearTimeout(timer);
    end.abort();
  };
}
