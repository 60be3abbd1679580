import { useEffect, useState, type RefObject } from "react";

/** So far from the top nobody looks at what is new. */
const SCROLLED_PX = 80;

/** Whether somebody reads the rows: the pointer or the focus is on them, or the page is scrolled. */
export function useReading(rows: RefObject<HTMLElement | null>): boolean {
  const [pointer, setPointer] = useState(false);
  const [focus, setFocus] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const inside = (target: EventTarget | null) => {
      const row = target instanceof Element ? target.closest("[data-key]") : null;
      return row !== null && (rows.current?.contains(row) ?? false);
    };
    document.addEventListener(
      "pointerover",
      (event) => setPointer(event.pointerType === "mouse" && inside(event.target)),
      { signal },
    );
    document.documentElement.addEventListener("pointerleave", () => setPointer(false), { signal });
    document.addEventListener("focusin", ({ target }) => setFocus(inside(target)), { signal });
    document.addEventListener("focusout", ({ relatedTarget }) => setFocus(inside(relatedTarget)), {
      signal,
    });
    document.addEventListener("scroll", () => setScrolled(window.scrollY > SCROLLED_PX), {
      signal,
      passive: true,
    });
    return () => stop.abort();
  }, [rows]);
  return pointer || focus || scrolled;
}
