import { createSignal } from "./signal.ts";

/** Where something outlives a reload of the tab. */
export type VisitStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The storage of this tab; null where the browser forbids it. */
export function tabStorage(): VisitStorage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}

const emptying = new Map<string, () => void>();

/** Empties what a store of this tab keeps, also where the part of the console that has the store is not loaded. */
export function emptyVisitStore(name: string): void {
  tabStorage()?.removeItem(name);
  emptying.get(name)?.();
}

/** A list that lives as long as the visit of this tab, also through a reload. `read` makes it of what was kept. Holds no secret. */
export function createVisitStore<T>(
  storage: VisitStorage | null,
  name: string,
  read: (kept: unknown) => readonly T[],
) {
  let items = restore(storage, name, read);
  const changed = createSignal();
  const getSnapshot = () => items;
  /** The same list changes nothing. */
  const set = (next: readonly T[]) => {
    if (next === items) return;
    items = next;
    try {
      if (items.length === 0) storage?.removeItem(name);
      else storage?.setItem(name, JSON.stringify(items));
    } catch {
      // A full or forbidden storage means only that it ends with the page.
    }
    changed.tell();
  };
  emptying.set(name, () => set([]));
  return { getSnapshot, subscribe: changed.subscribe, useValue: () => changed.useValue(getSnapshot), set };
}

function restore<T>(storage: VisitStorage | null, name: string, read: (kept: unknown) => readonly T[]) {
  try {
    const text = storage?.getItem(name);
    return text ? read(JSON.parse(text)) : [];
  } catch {
    return [];
  }
}
