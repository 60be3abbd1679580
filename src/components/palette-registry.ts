import { settle } from "#ui/settled.ts";
import { createSignal } from "#ui/signal.ts";

/** What lies over the page: the palette, the list of shortcuts, or nothing; undefined until something did for the first time. */
export type Overlay = "palette" | "shortcuts" | null | undefined;

let shown: Overlay;
const changed = createSignal();

/** What lies over the page now. */
export function useOverlay(): Overlay {
  return changed.useValue(() => shown);
}

/** Shows the palette or the list of shortcuts, or takes either away. */
export function showOverlay(next: NonNullable<Overlay> | null): void {
  shown = next;
  // Who left before is found too.
  settle();
  changed.tell();
}

/** Whether the palette is open or on its way. */
export const isPaletteAsked = () => shown === "palette";

/** Whether a key is the palette's: Ctrl-K or ⌘-K, in fields too. */
export function isPaletteKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && ctrlKey !== metaKey && !shiftKey && !altKey;
}

/** Whether a dialog is open or on its way: it has the keys for itself. */
export function isAsking(): boolean {
  return Boolean(shown) || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}
