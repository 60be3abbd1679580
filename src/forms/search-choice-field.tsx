import type { Choice } from "./choice-fields.tsx";
import { Combobox } from "./combobox.tsx";
import { FieldRow, type FieldText } from "./field-row.tsx";
import { useField } from "./use-field.ts";

/** One of many, found by typing. What is typed stays as it is, so a stored value that is none of the choices is kept. */
export function SearchChoiceField({
  choices,
  placeholder,
  ...row
}: FieldText & { name: string; choices: readonly Choice[]; placeholder?: string }) {
  const control = useField(row.name, { described: true });
  const { field, aria, text, faults } = control;
  const chosen = choices.find(({ value }) => value === text.toLowerCase());
  return (
    <FieldRow
      {...row}
      control={control}
      empty=""
      extra={
        text !== "" && !chosen && faults.length === 0 ? <span className="ml-auto">Custom value</span> : null
      }
    >
      <div className="max-w-90">
        <Combobox
          {...field}
          {...aria}
          value={chosen?.value ?? text}
          options={choices}
          named
          placeholder={placeholder}
          onText={field.onChange}
          onPick={field.onChange}
        />
      </div>
    </FieldRow>
  );
}
