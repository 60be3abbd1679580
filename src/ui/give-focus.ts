/** Focuses `to` when it is still on the page, else the page's main part, so that the focus never falls to the body. */
export function giveFocus(to: Element | null): void {
  if (to instanceof HTMLElement && to !== document.body && to.isConnected) to.focus({ preventScroll: true });
  if (document.activeElement !== to || to === document.body)
    document.getElementById("main")?.focus({ preventScroll: true });
}
