import { createSignal } from "#ui/signal.ts";

let open = false;
const changed = createSignal();

/** Whether the navigation drawer of a narrow window is open. */
export function useDrawerOpen(): boolean {
  return changed.useValue(() => open);
}

/** Opens or closes the navigation drawer. */
export function setDrawerOpen(next: boolean): void {
  open = next;
  changed.tell();
}
