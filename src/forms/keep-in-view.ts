import { useEffect, useRef, type RefObject } from "react";

const GAP = 12;
const MESSAGES = '[aria-label="Messages"]';

/**
 * Keeps the focused field of a form in sight: when it gets the focus, and when a message appears while it has it, the window
 * is scrolled until neither the save bar nor a message covers it.
 */
export function useKeepInView(): RefObject<HTMLFormElement | null> {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const form = ref.current;
    if (!form) return undefined;
    // After the browser's own scrolling, which knows nothing of what lies over the page.
    const soon = () => requestAnimationFrame(() => uncover(form));
    form.addEventListener("focusin", soon);
    const messages = new MutationObserver(soon);
    const shown = document.querySelector(MESSAGES);
    if (shown) messages.observe(shown, { childList: true, subtree: true });
    return () => {
      form.removeEventListener("focusin", soon);
      messages.disconnect();
    };
  }, []);
  return ref;
}

function uncover(form: HTMLFormElement): void {
  const { activeElement } = document;
  const bar = form.querySelector("[data-bottom-bar]");
  if (!activeElement || !form.contains(activeElement) || bar?.contains(activeElement)) return;
  const row = activeElement.closest("[data-field]")?.getBoundingClientRect();
  const own = activeElement.getBoundingClientRect();
  const covers = [bar, ...document.querySelectorAll(`${MESSAGES} output > *`)]
    .flatMap((one) => one?.getBoundingClientRect() ?? [])
    .filter(({ left, right, height }) => height > 0 && left < own.right && right > own.left);
  const above = covers.filter(({ top }) => top < window.innerHeight / 2);
  const below = covers.filter((one) => !above.includes(one));
  const [first, last] = [
    Math.max(0, ...above.map(({ bottom }) => bottom)) + GAP,
    Math.min(window.innerHeight, ...below.map(({ top }) => top)) - GAP,
  ];
  // The field with its hint and faults, where there is room for them.
  const { top, bottom } = row && row.height <= last - first ? row : own;
  if (bottom > last) window.scrollBy({ top: Math.min(bottom - last, Math.max(0, top - first)) });
  else if (top < first && above.length > 0) window.scrollBy({ top: top - first });
}
