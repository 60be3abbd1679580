import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { errorOf } from "./form-internals.ts";
import { faultsOf, type Fault, type FieldControl } from "./use-field.ts";

/**
 * For a field of several elements: what gets the focus when the form finds a fault in it. `pick` is told the first fault,
 * undefined when the field as a whole is meant.
 */
export function useFieldFocus(
  { full, field, rows }: FieldControl,
  pick: (at: Fault["at"] | undefined) => HTMLElement | null | undefined,
): void {
  const { control } = useFormContext();
  useEffect(() => {
    field.ref({
      focus: () => {
        // The issue was set just now: what was rendered does not know it yet.
        const error = errorOf(control, full);
        pick(faultsOf(error, rows)[0]?.at)?.focus();
      },
    });
  });
}
