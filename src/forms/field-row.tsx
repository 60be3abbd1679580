import { Fragment, type ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";

/** What every field has besides its control. */
export type FieldText = {
  label: string;
  /** The field's name on the wire, shown in monospace under the label. */
  wire?: string | undefined;
  hint?: ReactNode;
};

const CHANGED =
  "before:absolute before:top-1.5 before:-left-3 before:h-5 before:w-0.75 before:rounded-sm before:bg-accent";

/** A row of a form: label and wire name at the left, control, error and hint at the right. */
export function FieldRow({
  id,
  label,
  wire,
  hint,
  error,
  changed,
  extra,
  children,
}: FieldText & {
  id: string;
  error?: string | undefined;
  changed: boolean;
  /** At the right end of the hint's line, part of the description: a byte counter. */
  extra?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      className={cx(
        "relative grid items-start gap-x-4 gap-y-1 md:grid-cols-[10.5rem_minmax(0,1fr)]",
        changed && CHANGED,
      )}
    >
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 md:flex-col md:pt-1.5">
        <label htmlFor={id} className="font-strong">
          {label}
        </label>
        {wire ? <WireName name={wire} /> : null}
        {changed ? <span className="sr-only">changed</span> : null}
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        {children}
        {error ? (
          <p id={`${id}-error`} className="flex items-start gap-1 text-xs text-danger">
            <Icon name="bad" size={12} className="mt-0.5" />
            <span className="min-w-0 wrap-anywhere">{error}</span>
          </p>
        ) : null}
        {hint || extra ? (
          <p id={`${id}-hint`} className="flex flex-wrap justify-between gap-x-4 text-xs text-content-muted">
            <span>{hint}</span>
            {extra}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** A wire name that may break after an underscore. */
function WireName({ name }: { name: string }) {
  return (
    <span className="font-mono text-xs text-content-faint wrap-anywhere">
      {name.split("_").map((part, index) => (
        <Fragment key={`${index} ${part}`}>
          {index > 0 ? (
            <>
              _<wbr />
            </>
          ) : null}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
