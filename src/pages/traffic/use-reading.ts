import { useEffect, useState, type RefObject } from "react";

/** So far from the top nobody looks at what is new. */
const SCROLLED_PX = 80;

/** Whether somebody reads the rows: the pointer or the focus is on them, or the page is scrolled. */
export function useReading(rows: RefObject<HTMLElement | null>): boolean {
  const [reading, setReading] = useState({ pointer: false, focus: false, scrolled: false });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const set = (part: Partial<typeof reading>) =>
      setReading((before) => {
        const next = { ...before, ...part };
        return Object.keys(part).every(
          (name) => before[name as keyof typeof before] === next[name as keyof typeof next],
        )
          ? before
          : next;
      });
    const inside = (target: EventTarget | null) => {
      const row = target instanceof Element ? target.closest("[data-key]") : null;
      return row !== null && (rows.current?.contains(row) ?? false);
    };
    document.addEventListener(
      "pointerover",
      (event) => set({ pointer: event.pointerType === "mouse" && inside(event.target) }),
      { signal },
    );
    document.documentElement.addEventListener("pointerleave", () => set({ pointer: false }), { signal });
    document.addEventListener("focusin", ({ target }) => set({ focus: inside(target) }), { signal });
    document.addEventListener("focusout", ({ relatedTarget }) => set({ focus: inside(relatedTarget) }), {
      signal,
    });
    document.addEventListener("scroll", () => set({ scrolled: window.scrollY > SCROLLED_PX }), {
      signal,
      passive: true,
    });
    return () => stop.abort();
  }, [rows]);
  return reading.pointer || reading.focus || reading.scrolled;
}
