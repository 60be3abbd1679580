import { useEffect, useRef, type ComponentProps, type ReactNode } from "react";
import { cx } from "./cx.ts";

type Size = "md" | "sm";
const FIELD =
  "w-full rounded-md border border-line-strong bg-surface-raised px-2 text-content focus-visible:-outline-offset-1 focus-visible:rounded-md aria-invalid:border-danger read-only:bg-surface-sunken disabled:bg-surface-sunken disabled:text-content-faint";
const height = (size: Size) => (size === "sm" ? "h-control-sm" : "h-control");

/** What is no prose is neither corrected nor completed. */
const EXACT = { spellCheck: false, autoComplete: "off" };

/** One line of text. `mono` for ids, addresses and wire names. */
export function Input({
  fieldSize = "md",
  mono,
  className,
  ...rest
}: ComponentProps<"input"> & { fieldSize?: Size; mono?: boolean }) {
  return (
    <input
      {...(mono && EXACT)}
      {...rest}
      className={cx(FIELD, height(fieldSize), mono && "font-mono text-xs", className)}
    />
  );
}

/** Several lines of text. */
export function Textarea({ mono, className, ...rest }: ComponentProps<"textarea"> & { mono?: boolean }) {
  return (
    <textarea
      rows={3}
      {...(mono && EXACT)}
      {...rest}
      className={cx(FIELD, "py-1.5", mono && "font-mono text-xs", className)}
    />
  );
}

const CHECK =
  "block size-4 flex-none appearance-none rounded-sm border border-line-strong bg-surface-raised checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent " +
  "checked:after:mx-auto checked:after:mt-px checked:after:block checked:after:h-2 checked:after:w-1 checked:after:rotate-45 checked:after:border-r-2 checked:after:border-b-2 checked:after:border-accent-content " +
  "indeterminate:after:mx-auto indeterminate:after:mt-1.5 indeterminate:after:block indeterminate:after:h-0.5 indeterminate:after:w-2 indeterminate:after:bg-accent-content disabled:opacity-60";

/** A control with its text beside it, or alone. */
export function Labelled({ label, children }: { label: ReactNode; children: ReactNode }) {
  if (label === undefined) return children;
  return (
    <label className="inline-flex min-w-0 cursor-pointer items-center gap-2">
      {children}
      <span>{label}</span>
    </label>
  );
}

/** A check. Without `label` give it an `aria-label`. */
export function Checkbox({
  label,
  indeterminate = false,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "ref"> & {
  label?: ReactNode;
  indeterminate?: boolean;
  ref?: (element: HTMLInputElement | null) => void;
}) {
  const own = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (own.current) own.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const { ref, ...props } = rest;
  return (
    <Labelled label={label}>
      <input
        {...props}
        ref={(element) => {
          own.current = element;
          ref?.(element);
        }}
        type="checkbox"
        className={cx(CHECK, className)}
      />
    </Labelled>
  );
}
