import { useId, useRef } from "react";
import { floatBeside } from "./float.ts";

/**
 * A text shown beside a control while it is hovered or focused, and its description for assistive tech.
 * Put `node` inside the control and spread `props` on it. Without a text both do nothing.
 */
export function useTip(text: string | undefined) {
  const id = useId();
  const ref = useRef<HTMLSpanElement>(null);
  if (!text) return { props: {}, node: null };
  const show = (event: { currentTarget: Element }) => {
    if (ref.current) floatBeside(ref.current, event.currentTarget, "center");
  };
  const hide = () => ref.current?.hidePopover?.();
  return {
    props: {
      "aria-describedby": id,
      // Not on enter: a control that appears under a resting pointer was not asked for anything.
      onPointerMove: show,
      onPointerLeave: hide,
      onFocus: show,
      onBlur: hide,
    },
    node: (
      <span
        ref={ref}
        id={id}
        popover="manual"
        aria-hidden="true"
        className="pointer-events-none inset-auto m-0 max-w-72 rounded-md bg-surface-raised px-2 py-1 text-left text-xs font-normal whitespace-normal text-content shadow-float"
      >
        {text}
      </span>
    ),
  };
}
