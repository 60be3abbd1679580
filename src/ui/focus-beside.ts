/** Before one of several is removed: the next one gets the focus, or what can have it there; of the last, the one before. */
export function focusBeside(one: Element | null): void {
  const beside = one?.nextElementSibling ?? one?.previousElementSibling;
  const to = beside?.hasAttribute("tabindex") ? beside : beside?.querySelector("button, a");
  if (to instanceof HTMLElement) to.focus();
}
