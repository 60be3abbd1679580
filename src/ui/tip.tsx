import { useId, useRef, type FocusEvent, type PointerEvent } from "react";
import { floatBeside } from "./float.ts";

/** The tip that is shown; another takes its place. */
let shown: HTMLElement | null = null;

/**
 * A text shown beside a control while it is hovered or focused by keyboard, and its description for assistive tech.
 * Put `node` inside the control and spread `props` on it; `show` is for a press, the only way to ask by touch. Without a
 * text none does anything.
 */
export function useTip(text: string | undefined) {
  const id = useId();
  const ref = useRef<HTMLSpanElement>(null);
  if (!text) return { props: {}, show: () => undefined, node: null };
  const show = (anchor: Element) => {
    if (!ref.current) return;
    if (shown !== ref.current) shown?.hidePopover?.();
    shown = ref.current;
    floatBeside(ref.current, anchor, "center");
  };
  const hide = () => ref.current?.hidePopover?.();
  return {
    show,
    props: {
      "aria-describedby": id,
      // Not on enter, nor on a move by nothing: a control that appears under a resting pointer was not asked for anything.
      onPointerMove: ({ currentTarget, movementX, movementY }: PointerEvent) => {
        if (movementX !== 0 || movementY !== 0) show(currentTarget);
      },
      onPointerLeave: hide,
      // A dialog that closes gives the focus back: that asks for nothing either.
      onFocus: ({ currentTarget }: FocusEvent) => {
        if (currentTarget.matches(":focus-visible")) show(currentTarget);
      },
      onBlur: hide,
    },
    node: (
      <span
        ref={ref}
        id={id}
        popover="manual"
        aria-hidden="true"
        className="pointer-events-none inset-auto m-0 max-w-80 rounded-md bg-surface-raised px-2 py-1 text-left text-xs font-normal whitespace-normal text-content shadow-float"
      >
        {text}
      </span>
    ),
  };
}
