const GAP = 4;
const EDGE = 8;

type Align = "start" | "end" | "center";

/** The left edge that lines up with the anchor as asked, with its other side where only that has room, else inside the window. */
export function leftBeside(
  at: { left: number; right: number },
  width: number,
  windowWidth: number,
  align: Align,
): number {
  const most = windowWidth - width - EDGE;
  const fits = (left: number) => left >= EDGE && left <= most;
  const sides = [at.left, at.right - width];
  const wanted =
    align === "center"
      ? (at.left + at.right - width) / 2
      : ((align === "start" ? sides : sides.toReversed()).find(fits) ?? at.left);
  return Math.max(EDGE, Math.min(wanted, most));
}

/**
 * Shows `element` in the top layer beside `anchor`: below when there is room, else above,
 * always inside the window, where it may be as high as `--room`. The top layer is neither cut off by a scrolling box nor
 * moved by a transform.
 */
export function floatBeside(element: HTMLElement, anchor: Element, align: Align): void {
  if (element.showPopover) {
    element.popover = "manual";
    if (!element.matches(":popover-open")) element.showPopover();
  }
  const at = anchor.getBoundingClientRect();
  const own = element.getBoundingClientRect();
  const left = leftBeside(at, own.width, window.innerWidth, align);
  const below = at.bottom + GAP;
  const above = at.top - GAP;
  const under = window.innerHeight - EDGE - below;
  const fits = own.height <= under || under >= above - EDGE;
  element.style.left = `${left}px`;
  element.style.top = `${fits ? below : Math.max(EDGE, above - own.height)}px`;
  element.style.setProperty("--room", `${fits ? under : above - EDGE}px`);
}
