import { useId } from "react";
import { useController, useFormContext } from "react-hook-form";

/** One field of the form around it: its value, its ids for assistive tech, its error and whether it was changed. */
export function useField(name: string, { described }: { described: boolean }) {
  const id = useId();
  const { control } = useFormContext();
  const { field, fieldState } = useController({ name, control });
  const error = fieldState.error?.message;
  const describedBy = [error ? `${id}-error` : null, described ? `${id}-hint` : null]
    .filter(Boolean)
    .join(" ");
  return {
    id,
    field,
    error,
    changed: fieldState.isDirty,
    aria: {
      id,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": describedBy === "" ? undefined : describedBy,
    },
  };
}
