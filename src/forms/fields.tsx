import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { Input, Switch, Textarea } from "#ui/input.tsx";
import { byteCount } from "./byte-count.ts";
import { FieldRow, type FieldText } from "./field-row.tsx";
import { readNumber, type NumberKind } from "./number-text.ts";
import { useField } from "./use-field.ts";

type FieldProps = FieldText & { name: string };

/** A text with a bound in bytes, counted as it is typed. `lines` above 1 makes it a text area. */
export function BytesField({
  maxBytes,
  lines = 1,
  mono = false,
  placeholder,
  ...row
}: FieldProps & { maxBytes: number; lines?: number; mono?: boolean; placeholder?: string }) {
  const { id, field, error, changed, aria } = useField(row.name, { described: true });
  const value = String(field.value ?? "");
  const { words, over } = byteCount(value, maxBytes);
  const control = { ...field, ...aria, value, placeholder, mono, autoComplete: "off" };
  return (
    <FieldRow
      {...row}
      id={id}
      error={error}
      changed={changed}
      extra={<span className={cx("ml-auto whitespace-nowrap", over && "text-danger")}>{words}</span>}
    >
      {lines > 1 ? <Textarea {...control} rows={lines} spellCheck={!mono} /> : <Input {...control} />}
    </FieldRow>
  );
}

/**
 * A number, kept as the text that was typed: reading it is the form's business on save ({@link readNumber}). `unit`
 * stands beside it, and `readable` says what the number means ("= 15 min") while it is one.
 */
export function NumberField({
  kind,
  unit,
  readable,
  ...row
}: FieldProps & { kind: NumberKind; unit?: string; readable?: (value: number) => string | null }) {
  const { id, field, error, changed, aria } = useField(row.name, { described: Boolean(row.hint) });
  const text = String(field.value ?? "");
  const read = readNumber(text, kind);
  const meaning = "value" in read ? readable?.(read.value) : null;
  const unitId = `${id}-unit`;
  return (
    <FieldRow {...row} id={id} error={error} changed={changed}>
      <div className="flex items-center gap-2">
        <Input
          {...field}
          {...aria}
          aria-describedby={cx(aria["aria-describedby"], unitId)}
          value={text}
          onBlur={() => {
            if (text !== text.trim()) field.onChange(text.trim());
            field.onBlur();
          }}
          inputMode={kind === "integer" ? "numeric" : "decimal"}
          autoComplete="off"
          spellCheck={false}
          className="max-w-26 text-right"
        />
        <span id={unitId} className="text-content-muted">
          {unit}
          {meaning ? ` = ${meaning}` : null}
        </span>
      </div>
    </FieldRow>
  );
}

/** On or off; `says` puts in words what each means. */
export function SwitchField({ says, ...row }: FieldProps & { says: (on: boolean) => ReactNode }) {
  const { id, field, error, changed, aria } = useField(row.name, { described: Boolean(row.hint) });
  const { value, onChange, ...rest } = field;
  const on = value === true;
  return (
    <FieldRow {...row} id={id} error={error} changed={changed}>
      <div className="flex h-control items-center gap-2">
        <Switch {...rest} {...aria} checked={on} onChange={(event) => onChange(event.target.checked)} />
        <span className="text-content-muted">{says(on)}</span>
      </div>
    </FieldRow>
  );
}
