import { FieldRow } from "#forms/field-row.tsx";
import { useField } from "#forms/use-field.ts";
import { PolicySelect } from "./policy-select.tsx";

/** The policy a rule belongs to, as a field of a form. */
export function PolicyField({ name }: { name: string }) {
  const control = useField(name, { described: true });
  const { field, aria } = control;
  return (
    <FieldRow
      control={control}
      empty=""
      label="Policy"
      hint="Routes and edges use policies in their IP restriction."
    >
      <PolicySelect {...aria} value={String(field.value ?? "")} onChange={field.onChange} />
    </FieldRow>
  );
}
