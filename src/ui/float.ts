const GAP = 4;
const EDGE = 8;

/**
 * Shows `element` in the top layer beside `anchor`: below when there is room, else above,
 * always inside the window. The top layer is neither cut off by a scrolling box nor moved by a transform.
 */
export function floatBeside(element: HTMLElement, anchor: Element, align: "start" | "end" | "center"): void {
  if (element.showPopover) {
    element.popover = "manual";
    if (!element.matches(":popover-open")) element.showPopover();
  }
  const at = anchor.getBoundingClientRect();
  const own = element.getBoundingClientRect();
  const wanted =
    align === "start"
      ? at.left
      : align === "end"
        ? at.right - own.width
        : at.left + (at.width - own.width) / 2;
  const left = Math.max(EDGE, Math.min(wanted, window.innerWidth - own.width - EDGE));
  const below = at.bottom + GAP;
  const fits = below + own.height + EDGE <= window.innerHeight || at.top - GAP - own.height < EDGE;
  element.style.left = `${left}px`;
  element.style.top = `${fits ? below : at.top - GAP - own.height}px`;
}
