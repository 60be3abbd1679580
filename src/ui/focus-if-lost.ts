/** Focuses this when what had the focus has just left the page; whoever moved on meanwhile is left there. */
export function focusIfLost(to: HTMLElement | null): void {
  if (document.activeElement === document.body) to?.focus();
}
