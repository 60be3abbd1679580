const HEIGHT = "--bottom-bar";
/** A message of two lines with its margins, in pixels. */
const MESSAGE = 96;

/** How high each bar is that is shown; messages stay above the last, which is a dialog's when one is open. */
const shown: (() => number)[] = [];

function place(): void {
  const { style } = document.documentElement;
  const height = shown.at(-1);
  if (height) style.setProperty(HEIGHT, `${height()}px`);
  else style.removeProperty(HEIGHT);
}

function keepFree(bar: HTMLElement, height: () => number): (() => void) | undefined {
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

/**
 * The ref of a dialog's footer. Messages fit below a dialog in the middle of the window, else above it; where it fills
 * the window, they are above its footer.
 */
export function dialogFooter(footer: HTMLElement | null) {
  if (!footer) return undefined;
  return keepFree(footer, () => {
    const { top, bottom } = footer.getBoundingClientRect();
    if (innerHeight - bottom >= MESSAGE) return 0;
    const dialog = footer.parentElement?.getBoundingClientRect().top ?? top;
    return innerHeight - (dialog >= MESSAGE ? dialog : top);
  });
}
