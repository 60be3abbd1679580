import { createSignal } from "#ui/signal.ts";

/** A filter that is kept on this device. */
export type SavedFilter = { name: string; kind: string; filter: string };

const NAME = "gatehouse.filters";
export const SAVED_MAX = 100;
export const NAME_MAX = 80;

const changed = createSignal();
/** What could not be stored holds until the tab closes. */
let unstored: readonly SavedFilter[] | null = null;
let read: { text: string | null; filters: readonly SavedFilter[] } = { text: null, filters: [] };

function stored(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

const isFilter = (one: unknown): one is SavedFilter =>
  typeof one === "object" &&
  one !== null &&
  ["name", "kind", "filter"].every((key) => typeof (one as Record<string, unknown>)[key] === "string");

/** What a text of the storage holds, whatever was done to it: of each name one filter, without what can’t be read. */
export function filtersIn(text: string | null): SavedFilter[] {
  try {
    const all: unknown = JSON.parse(text ?? "[]");
    const byName = new Map<string, SavedFilter>();
    for (const one of Array.isArray(all) ? (all as unknown[]) : [])
      if (isFilter(one) && !byName.has(one.name))
        byName.set(one.name, { name: one.name, kind: one.kind, filter: one.filter });
    return [...byName.values()].slice(0, SAVED_MAX);
  } catch {
    return [];
  }
}

function current(): readonly SavedFilter[] {
  if (unstored) return unstored;
  const text = stored();
  if (text !== read.text) read = { text, filters: filtersIn(text) };
  return read.filters;
}

function set(filters: readonly SavedFilter[]): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(filters));
    unstored = null;
  } catch {
    unstored = filters;
  }
  changed.tell();
}

/** Saves a filter in the place of one with its name, else as the last. */
export function saveFilter(filter: SavedFilter): void {
  const all = current();
  const isKnown = all.some(({ name }) => name === filter.name);
  set(isKnown ? all.map((one) => (one.name === filter.name ? filter : one)) : [...all, filter]);
}

export function renameFilter(from: string, to: string): void {
  set(current().map((one) => (one.name === from ? { ...one, name: to } : one)));
}

/** Deletes a filter; what it answers puts it back where it was. */
export function deleteFilter(name: string): () => void {
  const all = current();
  const index = all.findIndex((one) => one.name === name);
  const filter = all[index];
  set(all.filter((one) => one !== filter));
  return () => {
    if (filter && !current().some((one) => one.name === name)) set(current().toSpliced(index, 0, filter));
  };
}

const isStored = (): boolean => unstored === null;

/** The filters of this device, kept up to date over all tabs; `stored` = they outlive this tab. */
export function useSavedFilters(): { filters: readonly SavedFilter[]; stored: boolean } {
  return { filters: changed.useValue(current), stored: changed.useValue(isStored) };
}

if (typeof window !== "undefined")
  window.addEventListener("storage", ({ key }) => {
    if (key === NAME) changed.tell();
  });
