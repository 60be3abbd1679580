import { useSyncExternalStore } from "react";

/** Is the window narrower than this many rem? When left out, the breakpoint `md` of the tokens. */
export function useNarrow(rem = 45): boolean {
  const media = globalThis.matchMedia?.(`(width < ${rem}rem)`);
  return useSyncExternalStore(
    (listener) => {
      media?.addEventListener("change", listener);
      return () => media?.removeEventListener("change", listener);
    },
    () => media?.matches ?? false,
  );
}
