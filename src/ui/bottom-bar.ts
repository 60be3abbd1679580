/** In tokens.css it also has the browser scroll what gets the focus clear of the bar. */
const HEIGHT = "--bottom-bar";
/** How high each bar is that is shown; messages stay above the last, which is a dialog's when one is open. */
const shown: (() => number)[] = [];

/** Has messages stay above the bar that is shown last. */
export function place(): void {
  const { style } = document.documentElement;
  const height = shown.at(-1);
  if (height) style.setProperty(HEIGHT, `${height()}px`);
  else style.removeProperty(HEIGHT);
}

/** Keeps messages above a bar at its `height` while it is shown. Answers what ends that. */
export function keepFree(bar: HTMLElement, height: () => number): (() => void) | undefined {
  if (!globalThis.ResizeObserver) return undefined;
  shown.push(height);
  const observer = new ResizeObserver(place);
  observer.observe(bar);
  // What is above a dialog's footer moves it without a change of its own size.
  if (bar.parentElement) observer.observe(bar.parentElement);
  return () => {
    observer.disconnect();
    shown.splice(shown.indexOf(height), 1);
    place();
  };
}

/** The ref of a bar at the bottom of the window: messages are shown above it, however high it is now. */
export function bottomBar(bar: HTMLElement | null) {
  if (!bar) return undefined;
  return keepFree(bar, () => bar.offsetHeight + (Number.parseFloat(getComputedStyle(bar).bottom) || 0));
}
