import { useEffect, useRef, type RefObject } from "react";

const GAP = 12;
const MESSAGES = '[aria-label="Messages"]';

/**
 * Keeps the focused field of a form in sight, with its label: when it gets the focus, and when a message appears while it has it, the window
 * is scrolled until neither the save bar nor a message covers it. A press that gives the focus is over first: what it began on
 * must be under the pointer when it ends.
 */
export function useKeepInView(): RefObject<HTMLFormElement | null> {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const form = ref.current;
    if (!form) return undefined;
    let pressed = false;
    let focused = false;
    // After the browser's own scrolling, which knows nothing of what lies over the page.
    const soon = () =>
      requestAnimationFrame(() => {
        if (!pressed) uncover(form);
      });
    const stop = new AbortController();
    const { signal } = stop;
    const onPress = () => {
      pressed = true;
    };
    const onRelease = () => {
      pressed = false;
      if (focused) soon();
      focused = false;
    };
    const onFocus = () => {
      focused = pressed;
      soon();
    };
    window.addEventListener("pointerdown", onPress, { signal, capture: true });
    for (const end of ["pointerup", "pointercancel"])
      window.addEventListener(end, onRelease, { signal, capture: true });
    form.addEventListener("focusin", onFocus, { signal });
    const messages = new MutationObserver(soon);
    const shown = document.querySelector(MESSAGES);
    if (shown) messages.observe(shown, { childList: true, subtree: true });
    return () => {
      stop.abort();
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
  const { top, bottom, height } = row && row.height <= last - first ? row : own;
  if (bottom > last) window.scrollBy({ top: Math.min(bottom - last, Math.max(0, top - first)) });
  // What is higher than the window stays where it is being typed in.
  else if (top < first && (above.length > 0 || height <= last - first)) window.scrollBy({ top: top - first });
}
