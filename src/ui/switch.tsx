import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import { Labelled } from "./input.tsx";

// The browser gives a checkbox its own checked state; aria-checked would go stale when uncontrolled.
const SWITCH = { role: "switch" };

/** On or off, at once. Without `label` give it an `aria-label` or a `<label>` of its own. */
export function Switch({
  label,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "type"> & { label?: ReactNode }) {
  return (
    <Labelled label={label}>
      <input
        {...rest}
        type="checkbox"
        {...SWITCH}
        className={cx(
          "relative h-4 w-7 flex-none appearance-none rounded-full bg-line-strong transition-colors checked:bg-accent focus-visible:rounded-full disabled:opacity-60",
          "after:absolute after:top-0.5 after:left-0.5 after:size-3 after:rounded-full after:bg-surface-raised after:transition-[left] checked:after:left-3.5 checked:after:bg-accent-content",
          className,
        )}
      />
    </Labelled>
  );
}
