import { useEffect, useSyncExternalStore } from "react";
import type { IconName } from "#ui/icon.tsx";

/** One line of the command palette: a place to go to or something to do. */
export type PaletteItem = {
  id: string;
  label: string;
  /** Heading it is listed under: "Pages", "Sessions". */
  group: string;
  icon?: IconName;
  /** More words it is found by: an id, a wire name. */
  keywords?: string;
  to?: string;
  onSelect?: () => void;
};

let sources: readonly (readonly PaletteItem[])[] = [];
let all: readonly PaletteItem[] = [];
let open = false;
const listeners = new Set<() => void>();

function change(next: readonly (readonly PaletteItem[])[]): void {
  sources = next;
  all = sources.flat();
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Offers items in the palette while the caller is mounted. Memoise the array: a new one registers anew. */
export function usePaletteItems(items: readonly PaletteItem[]): void {
  useEffect(() => {
    change([...sources, items]);
    return () => change(sources.filter((source) => source !== items));
  }, [items]);
}

/** What is offered now, in order of registration. */
export function useAllPaletteItems(): readonly PaletteItem[] {
  return useSyncExternalStore(subscribe, () => all);
}

/** Whether the palette is shown, and the way to show or hide it. */
export function usePaletteOpen(): boolean {
  return useSyncExternalStore(subscribe, () => open);
}

/** Shows or hides the palette. */
export function setPaletteOpen(next: boolean): void {
  open = next;
  tell();
}
