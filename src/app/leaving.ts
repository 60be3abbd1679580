let forget: (() => void) | null = null;
let left = false;

/** Forgets by `next` once /connect is really entered; null takes that back. A guard may still hold the navigation. */
export function forgetOnLeaving(next: (() => void) | null): void {
  forget = next;
}

/** /connect is entered: nothing holds the page any more. */
export function leave(): null {
  // Entered again on the way, it is still the same leaving.
  left ||= forget !== null;
  forget?.();
  forget = null;
  return null;
}

/** A page inside is entered. */
export function enter(): null {
  left = false;
  return null;
}

/** Whether the page still on screen is on its way out. */
export function isLeaving(): boolean {
  return left;
}
