import { useSyncExternalStore } from "react";

const QUERY = "(width < 45rem)";

/** Is the window so narrow that rows are stacked? The breakpoint `md` of the tokens. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = globalThis.matchMedia?.(QUERY);
      media?.addEventListener("change", listener);
      return () => media?.removeEventListener("change", listener);
    },
    () => globalThis.matchMedia?.(QUERY).matches ?? false,
  );
}
