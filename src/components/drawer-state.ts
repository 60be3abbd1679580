import { useSyncExternalStore } from "react";

let open = false;
const listeners = new Set<() => void>();

/** Whether the navigation drawer of a narrow window is open. */
export function useDrawerOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}

/** Opens or closes the navigation drawer. */
export function setDrawerOpen(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}
