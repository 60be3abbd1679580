import { FieldRow } from "#forms/field-row.tsx";
import { useField } from "#forms/use-field.ts";
import { DELETED_POLICY, useDeletedPolicy } from "./policy-names.ts";
import { PolicySelect } from "./policy-select.tsx";

/** The policy a rule belongs to, as a field of a form. */
export function PolicyField({ name }: { name: string }) {
  const control = useField(name, { described: true });
  const { field, aria } = control;
  const value = String(field.value ?? "");
  const deleted = useDeletedPolicy(value);
  return (
    <FieldRow
      control={control}
      empty=""
      label="Policy"
      hint="Routes and edges use policies in their IP restriction."
      renderFault={(words) => (deleted === null ? words : DELETED_POLICY)}
    >
      <PolicySelect {...aria} value={value} deleted={deleted} onChange={field.onChange} />
    </FieldRow>
  );
}
