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
    // Whoever closed it may have moved the focus on: a new page, another dialog. The top of the page that it was opened from is none.
    const now = document.activeElement;
    if (now && now !== document.body && !(now.id === "main" && now.contains(before))) return;
    giveFocus(before);
  };
}
