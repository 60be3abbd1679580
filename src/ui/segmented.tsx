import { useId } from "react";
import { cx } from "./cx.ts";

/** One of a few, side by side: a radio group. */
export function Segmented<V extends string>({
  label,
  options,
  value,
  onChange,
  size = "md",
}: {
  label: string;
  options: { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
  size?: "md" | "sm";
}) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex max-w-full flex-wrap gap-0.5 rounded-md border border-line-control bg-surface-sunken p-0.5"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            "relative inline-flex flex-1 cursor-pointer items-center justify-center rounded-sm whitespace-nowrap text-content-muted has-checked:bg-surface-raised has-checked:font-strong has-checked:text-content has-checked:ring-1 has-checked:ring-line-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus",
            size === "sm" ? "h-5.5 px-2 text-xs" : "h-6.5 px-3",
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="absolute size-px opacity-0"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
