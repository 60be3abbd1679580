import { useId } from "react";
import { useController, useFormContext, useWatch, type FieldError } from "react-hook-form";
import type { Issue } from "#contract/error.ts";
import { useScoped } from "./field-scope.tsx";
import { initialOf } from "./form-internals.ts";
import { sameJson } from "./json.ts";
import { isRaw } from "./raw.ts";

/** A fault inside a field's value: where below the field (a list position, a name) and what to write instead. */
export type Fault = { at: Issue["path"]; message: string };

/** The raw JSON of a field whose control can't show what is stored. */
export type RawControl = {
  text: string;
  onChange: (text: string) => void;
  startOver: (empty: unknown) => void;
};

/**
 * One field of the form around it, named relative to the scope it stands in: its value, its ids for assistive tech, its
 * faults and whether it differs from what the form started from.
 */
export function useField(name: string, { described }: { described: boolean }) {
  const id = useId();
  const full = useScoped(name);
  const { control } = useFormContext();
  const { field, fieldState } = useController({ name: full, control });
  const error = fieldState.error?.message;
  const value: unknown = field.value;
  const text = typeof value === "string" ? value : "";
  const initial: unknown = initialOf(control, full);
  const changed = !sameJson(value, initial);
  const rows = changed ? sentRows(value) : [];
  const raw: RawControl | null = isRaw(value)
    ? {
        text: value.$json,
        onChange: (text) => field.onChange({ $json: text }),
        startOver: (empty) => field.onChange(empty),
      }
    : null;
  const describedBy = [error ? `${id}-error` : null, described || raw ? `${id}-hint` : null]
    .filter(Boolean)
    .join(" ");
  return {
    id,
    full,
    field,
    /** The value where it is a text, else an empty one. */
    text,
    /** Left: drops the blanks around the text. */
    trim: () => {
      if (text !== text.trim()) field.onChange(text.trim());
      field.onBlur();
    },
    error,
    faults: faultsOf(fieldState.error, rows),
    initial,
    changed,
    /** Where what is sent of a list stands in it. */
    rows,
    raw,
    aria: {
      id,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": describedBy === "" ? undefined : describedBy,
    },
  };
}

export type FieldControl = ReturnType<typeof useField>;

/** The value of another field in the same scope, as the form holds it. */
export function useFieldValue(name: string): unknown {
  return useWatch({ name: useScoped(name) });
}

/** The values of some other fields in the same scope, in the order of `names`. */
export function useFieldValues(names: readonly string[]): unknown[] {
  const scope = useScoped("");
  return useWatch({ name: names.map((name) => `${scope}${name}`) });
}

/** The rows of a list of texts that are sent, which empty ones are not; none where that is all of them. */
function sentRows(value: unknown): number[] {
  if (!Array.isArray(value) || !value.includes("")) return [];
  return value.flatMap((text, row) => (text === "" ? [] : row));
}

/** The faults of a field by their place in its value, of a list by its `rows`. */
export function faultsOf(error: FieldError | undefined, rows: readonly number[]): Fault[] {
  const rowOf = (sent: number) => rows[sent] ?? sent;
  return Object.entries(error?.types ?? {}).map(([path, message]) => {
    const [first, ...below] = JSON.parse(path) as Issue["path"];
    // What is below no position is in the only entry.
    const at = typeof first === "string" && rows.length > 0 ? 0 : first;
    return {
      at: at === undefined ? [] : [typeof at === "number" ? rowOf(at) : at, ...below],
      message: String(message).replace(/(?<=\bentry )\d+/, (entry) => `${rowOf(Number(entry) - 1) + 1}`),
    };
  });
}
