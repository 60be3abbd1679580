/* eslint-disable no-underscore-dangle -- react-hook-form publishes neither which controls are on the page nor the values a form started from other than by these */
import { get, type Control, type FieldError, type FieldValues } from "react-hook-form";

/** Names of the controls on the page, nested ones too. A control that went (a removed row) stays registered, but not mounted. */
export function shownNames<T extends FieldValues>(control: Control<T>): string[] {
  return [...control._names.mount].filter((name) => {
    const field = get(control._fields, name) as { _f?: { mount?: boolean } } | undefined;
    return field?._f?.mount === true;
  });
}

/** What a field of the form started from. */
export function initialOf<T extends FieldValues>(control: Control<T>, name: string): unknown {
  return get(control._defaultValues, name);
}

/** The error of a field as it is now, also where it was set just now and nothing was rendered since. */
export function errorOf<T extends FieldValues>(control: Control<T>, name: string): FieldError | undefined {
  return get(control._formState.errors, name) as FieldError | undefined;
}
