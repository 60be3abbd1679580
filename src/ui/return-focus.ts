import { useState } from "react";
import { giveFocus } from "./give-focus.ts";

/**
 * For Radix's onCloseAutoFocus: gives the focus back to what had it before the caller was mounted. Radix does so only
 * for a Trigger of its own.
 */
export function useReturnFocus(): (event: Event) => void {
  const [before] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    // Whoever closed it may have moved the focus on: a new page, another dialog.
    if (document.activeElement && document.activeElement !== document.body) return;
    giveFocus(before);
    if (before) followRemoval(before);
  };
}

/** What was confirmed often removes the row the dialog came from, a moment later: the focus goes to the page then. */
function followRemoval(element: Element): void {
  const done = () => {
    observer.disconnect();
    document.removeEventListener("focusin", done);
  };
  const observer = new MutationObserver(() => {
    if (element.isConnected) return;
    done();
    if (document.activeElement === document.body) giveFocus(null);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", done);
}
