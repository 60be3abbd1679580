import { useSyncExternalStore } from "react";

/** Tells components that something outside React has changed: `useValue` reads it, again after each `tell`. */
export function createSignal() {
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    subscribe,
    tell: () => {
      for (const listener of listeners) listener();
    },
    /** `read` answers the same object until something was told. */
    useValue: <T>(read: () => T): T => useSyncExternalStore(subscribe, read),
  };
}
