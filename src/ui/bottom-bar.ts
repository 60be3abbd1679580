import { useLayoutEffect, useRef, type RefObject } from "react";

const HEIGHT = "--bottom-bar";

/** For a bar at the bottom of the window: messages are shown above it, however high it is now. */
export function useBottomBar<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const bar = ref.current;
    if (!bar || !globalThis.ResizeObserver) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const below = Number.parseFloat(getComputedStyle(bar).bottom) || 0;
      style.setProperty(HEIGHT, `${bar.offsetHeight + below}px`);
    });
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT);
    };
  }, []);
  return ref;
}
