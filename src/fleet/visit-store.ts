import { createSignal } from "#ui/signal.ts";

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

/** A list that lives as long as the visit of this tab, also through a reload. `read` makes it of what was kept. Holds no secret. */
export function createVisitStore<T>(
  storage: VisitStorage | null,
  name: string,
  read: (kept: unknown) => readonly T[],
) {
  let items = restore(storage, name, read);
  const changed = createSignal();
  const getSnapshot = () => items;
  return {
    getSnapshot,
    subscribe: changed.subscribe,
    useValue: () => changed.useValue(getSnapshot),
    /** The same list changes nothing. */
    set: (next: readonly T[]) => {
      if (next === items) return;
      items = next;
      try {
        if (items.length === 0) storage?.removeItem(name);
        else storage?.setItem(name, JSON.stringify(items));
      } catch {
        // A full or forbidden storage means only that it ends with the page.
      }
      changed.tell();
    },
  };
}

function restore<T>(storage: VisitStorage | null, name: string, read: (kept: unknown) => readonly T[]) {
  try {
    const text = storage?.getItem(name);
    return text ? read(JSON.parse(text)) : [];
  } catch {
    return [];
  }
}
