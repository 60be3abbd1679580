import type { ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { FieldRow, type FieldText } from "./field-row.tsx";
import { FieldScope } from "./field-scope.tsx";
import { errorOf } from "./form-internals.ts";
import type { JsonObject } from "./json.ts";
import { errorPaths } from "./field-names.ts";
import { AddRow, RowButtons, useRows } from "./rows.tsx";
import { useFieldFocus } from "./use-field-focus.ts";
import { useField } from "./use-field.ts";

const FAULTY =
  ":is(input, textarea, select)[aria-invalid=true], [role=radiogroup][aria-invalid=true] input:checked";

/**
 * A list of objects, each with a form of its own: `children` are its fields, named relative to the entry. `blank` is what
 * a new entry starts from (the codec has it), `titleOf` names an entry beside its number.
 */
export function ObjectListField({
  one,
  blank,
  titleOf,
  children,
  ...row
}: FieldText & {
  name: string;
  /** What one entry is: "rule". */
  one: string;
  blank: JsonObject;
  titleOf?: (item: JsonObject) => string;
  children: ReactNode;
}) {
  const control = useField(row.name, { described: Boolean(row.hint) });
  const { field } = control;
  // The controller does not hear of what is typed inside its entries; a move must not bring back what stood there before.
  const value: unknown = useWatch({ name: control.full });
  const items = control.raw || !Array.isArray(value) ? [] : (value as JsonObject[]);
  const rows = useRows(items, { ...blank }, field.onChange, (box, index) =>
    box.querySelectorAll(":scope > fieldset")[index]?.querySelector<HTMLElement>("input, textarea, select"),
  );
  const { box, add } = rows;
  const { control: form, setFocus } = useFormContext();
  // A fault inside an entry has its own control; the list itself is asked too, since it comes first.
  useFieldFocus(control, () => {
    const [first] = errorPaths(errorOf(form, control.full));
    const inside = first?.join(".");
    if (inside) setFocus(`${control.full}.${inside}`);
    return inside ? null : (box.current?.querySelector<HTMLElement>(FAULTY) ?? add.current);
  });
  return (
    <FieldRow {...row} control={control} empty={[]} group="group" wide rows>
      <div ref={box} className="grid gap-3">
        {items.map((item, index) => {
          const title = titleOf?.(item) ?? "";
          return (
            <fieldset key={index} className="min-w-0 rounded-md border border-line bg-surface-raised p-3">
              <legend className="sr-only">
                {row.label} {index + 1}
                {title ? `: ${title}` : null}
              </legend>
              <div className="mb-3 flex items-center justify-between gap-2">
                <span aria-hidden="true" className="min-w-0 wrap-anywhere">
                  <span className="text-content-muted">{index + 1}.</span> <strong>{title}</strong>
                </span>
                <RowButtons what={`${one} ${index + 1}`} index={index} rows={rows} />
              </div>
              <div className="grid gap-4">
                <FieldScope name={`${row.name}.${index}`}>{children}</FieldScope>
              </div>
            </fieldset>
          );
        })}
        <AddRow rows={rows} one={one} />
      </div>
    </FieldRow>
  );
}
