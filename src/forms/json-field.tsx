import { Textarea } from "#ui/input.tsx";
import { FieldRow, type FieldText } from "./field-row.tsx";
import { useField } from "./use-field.ts";

/** Any JSON as text; checked on save, where the first fault is told with its place. Emptied means left out. */
export function JsonField({
  lines = 4,
  placeholder,
  ...row
}: FieldText & { name: string; lines?: number; placeholder?: string }) {
  const control = useField(row.name, { described: Boolean(row.hint) });
  const { text } = control;
  return (
    <FieldRow {...row} control={control} empty="">
      <Textarea
        {...control.field}
        {...control.aria}
        value={text}
        mono
        rows={Math.max(lines, Math.min(16, text.split("\n").length))}
        placeholder={placeholder}
      />
    </FieldRow>
  );
}
