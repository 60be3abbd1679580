import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { Input, Textarea } from "#ui/input.tsx";
import { Switch } from "#ui/switch.tsx";
import { formatDuration } from "#ui/duration.ts";
import { formatCount } from "#ui/format.ts";
import { byteCount } from "./byte-count.ts";
import { FieldRow, type FieldText } from "./field-row.tsx";
import { readNumber, type NumberKind } from "./number-text.ts";
import { useField } from "./use-field.ts";

type FieldProps = FieldText & { name: string };

/**
 * A text with a bound in bytes, counted once it comes near it. `lines` above 1 makes it a text area. `trims` drops the blanks
 * around one that is copied from elsewhere, as a client ID.
 */
export function BytesField({
  maxBytes,
  lines = 1,
  mono = false,
  trims = false,
  placeholder,
  ...row
}: FieldProps & { maxBytes: number; lines?: number; mono?: boolean; trims?: boolean; placeholder?: string }) {
  const control = useField(row.name, { described: true });
  const { field, aria, text: value, trim } = control;
  const count = byteCount(value, maxBytes);
  const input = { ...field, ...aria, value, placeholder, mono, autoComplete: "off" };
  return (
    <FieldRow
      {...row}
      control={control}
      empty=""
      extra={
        count && !(count.over && control.error) ? (
          <span className={cx("ml-auto whitespace-nowrap", count.over && "text-danger")}>{count.words}</span>
        ) : null
      }
    >
      {lines > 1 ? (
        <Textarea {...input} rows={lines} spellCheck={!mono} />
      ) : (
        <Input
          {...input}
          onBlur={trims ? trim : field.onBlur}
          // Enter saves before the field is left.
          onKeyDown={({ key }) => (trims && key === "Enter" ? trim() : undefined)}
        />
      )}
    </FieldRow>
  );
}

const INPUT_MODES = { integer: "numeric", decimal: "decimal", share: "decimal", seconds: "text" } as const;

/**
 * A number, kept as the text that was typed: reading it is the form's business on save ({@link readNumber}). `unit`
 * is shown beside it, and `readable` says what the number means ("= 15 min") while it is one. `byDefault`, with its unit, is
 * shown while the field is empty.
 */
export function NumberField({
  kind,
  unit,
  readable,
  byDefault,
  ...row
}: FieldProps & {
  kind: NumberKind;
  unit?: string;
  readable?: (value: number) => string | null;
  byDefault?: string;
}) {
  const control = useField(row.name, { described: Boolean(row.hint) });
  const { id, field, aria, text, trim } = control;
  const read = readNumber(text, kind);
  // A text that names its unit itself stands for a number of the unit that is sent.
  const named = "value" in read && /[a-z]/i.test(text);
  const meaning = "value" in read ? readable?.(read.value) : null;
  const says =
    text === "" && byDefault
      ? `Default: ${byDefault}`
      : named && read.value > 0
        ? `= ${formatCount(read.value)} ${unit}`
        : [named ? null : unit, meaning && `= ${meaning}`].filter(Boolean).join(" ");
  const unitId = `${id}-unit`;
  return (
    <FieldRow {...row} control={control} empty="">
      <div className="flex items-center gap-2">
        <Input
          {...field}
          {...aria}
          aria-describedby={cx(aria["aria-describedby"], unitId)}
          value={text}
          onBlur={trim}
          inputMode={INPUT_MODES[kind]}
          autoComplete="off"
          spellCheck={false}
          className="max-w-26 text-right"
        />
        <span id={unitId} className="min-w-0 text-content-muted">
          {says}
        </span>
      </div>
    </FieldRow>
  );
}

/**
 * A length of time, typed as "8h", "15 min" or seconds, and sent in whole seconds; beside it stands what was understood.
 * `zero` is what 0 means: "no limit".
 */
export function SecondsField({ zero, ...row }: FieldProps & { byDefault?: string; zero?: string }) {
  const readable = (seconds: number) => {
    if (seconds === 0) return zero ?? null;
    return seconds >= 60 ? formatDuration(seconds) : null;
  };
  return <NumberField {...row} kind="seconds" unit="s" readable={readable} />;
}

/** On or off; `says` puts in words what each means. */
export function SwitchField({ says, ...row }: FieldProps & { says: (on: boolean) => ReactNode }) {
  const control = useField(row.name, { described: Boolean(row.hint) });
  const { value, onChange, ...rest } = control.field;
  const on = value === true;
  return (
    <FieldRow {...row} control={control} empty={false}>
      <div className="flex min-h-control items-center gap-2">
        <Switch
          {...rest}
          {...control.aria}
          checked={on}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="text-content-muted">{says(on)}</span>
      </div>
    </FieldRow>
  );
}
