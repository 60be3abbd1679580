import { createContext, Fragment, type ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import { Textarea } from "#ui/input.tsx";
import { placed } from "./issues.ts";
import type { FieldControl, RawControl } from "./use-field.ts";

/** What every field has besides its control. */
export type FieldText = {
  label: string;
  /** The field's name on the wire, shown in monospace under the label: the last part of its name, unless told; null = none. */
  wire?: string | null;
  hint?: ReactNode;
  /** How the words of a fault are shown: with links to what they name. */
  renderFault?: (message: string) => ReactNode;
};

/** What is wrong in a list of rows, for its Add button: it stands between both. */
export const RowFaults = createContext<ReactNode>(null);

const CHANGED =
  "before:absolute before:top-1.5 before:-left-3 before:h-5 before:w-0.75 before:rounded-sm before:bg-accent";

/**
 * A row of a form: label and wire name at the left, control, error and hint at the right. Where the control can't show
 * what is stored, the row shows it as JSON to be edited, and `empty` is what the control starts from instead.
 */
export function FieldRow({
  control,
  label,
  wire = control.full.split(".").at(-1) ?? null,
  hint,
  empty,
  group,
  wide = false,
  rows = false,
  faultOf,
  renderFault,
  extra,
  below,
  children,
}: FieldText & {
  control: FieldControl;
  empty?: unknown;
  /** The control is several elements: they are a group that the label names. */
  group?: "group" | "radiogroup" | undefined;
  /** The control takes the whole width, below its label: it holds rows of its own. */
  wide?: boolean;
  /** The control ends with the button that adds a row. */
  rows?: boolean;
  /** Names the place of a fault inside the value: "Line 2". Without it the first fault alone is told. */
  faultOf?: (at: (string | number)[]) => string | null;
  /** At the right end of the hint's line, part of the description: a byte counter. */
  extra?: ReactNode;
  /** After the error and the hint: what goes with the control. */
  below?: ReactNode;
  children: ReactNode;
}) {
  const { id, error, changed, raw } = control;
  const groups = group !== undefined && !raw;
  const inRows = rows && !raw;
  const faults = error ? <Faults {...{ control, faultOf, renderFault }} /> : null;
  return (
    <div
      data-field={control.full}
      className={cx(
        "relative grid items-start gap-x-4 gap-y-1",
        !wide && "md:grid-cols-[10.5rem_minmax(0,1fr)]",
        changed && CHANGED,
      )}
    >
      <div className={cx("flex min-w-0 flex-wrap items-baseline gap-x-2", !wide && "md:flex-col md:pt-1.5")}>
        {groups ? (
          <span id={`${id}-label`} className="font-strong">
            {label}
          </span>
        ) : (
          <label htmlFor={id} className="font-strong">
            {label}
          </label>
        )}
        {wire ? <WireName name={wire} /> : null}
        {changed ? <span className="sr-only">changed</span> : null}
      </div>
      <div
        className="flex min-w-0 flex-col gap-1"
        {...(groups
          ? {
              role: group,
              "aria-invalid": group === "radiogroup" ? control.aria["aria-invalid"] : undefined,
              "aria-labelledby": `${id}-label`,
              "aria-describedby": control.aria["aria-describedby"],
            }
          : {})}
      >
        <RowFaults value={inRows ? faults : null}>
          {raw ? <RawEditor control={control} raw={raw} /> : children}
        </RowFaults>
        {inRows ? null : faults}
        {raw ? (
          <p
            id={`${id}-hint`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-content-muted"
          >
            <span className="min-w-0 flex-1 basis-48">
              This value has an unexpected format. It is kept as it is, and you can edit it as JSON.
            </span>
            <Button size="sm" onClick={() => raw.startOver(empty)}>
              Reset this field
            </Button>
          </p>
        ) : hint || extra ? (
          <p id={`${id}-hint`} className="flex flex-wrap justify-between gap-x-4 text-xs text-content-muted">
            <span className="min-w-0 wrap-anywhere">{hint}</span>
            {extra}
          </p>
        ) : null}
        {raw ? null : below}
      </div>
    </div>
  );
}

function RawEditor({ control, raw }: { control: FieldControl; raw: RawControl }) {
  const { field, aria } = control;
  return (
    <Textarea
      {...field}
      {...aria}
      mono
      rows={Math.min(12, raw.text.split("\n").length + 1)}
      value={raw.text}
      onChange={(event) => raw.onChange(event.target.value)}
    />
  );
}

function Faults({
  control,
  faultOf,
  renderFault = (message) => message,
}: {
  control: FieldControl;
  faultOf: ((at: (string | number)[]) => string | null) | undefined;
  renderFault: FieldText["renderFault"];
}) {
  const places = control.faults.map(({ at, message }) => ({ place: faultOf?.(at) ?? null, message }));
  const lines = places.some(({ place }) => place)
    ? places.map(({ place, message }) => (place ? placed(place, message) : message))
    : [control.error ?? ""];
  return (
    <div id={`${control.id}-error`} className="grid gap-1 text-xs text-danger">
      {lines.map((line) => (
        <p key={line} className="flex items-start gap-1">
          <Icon name="bad" size={12} className="mt-0.5" />
          <span className="min-w-0 wrap-anywhere">{renderFault(line)}</span>
        </p>
      ))}
    </div>
  );
}

/** A wire name that may break after an underscore. */
export function WireName({ name }: { name: string }) {
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
