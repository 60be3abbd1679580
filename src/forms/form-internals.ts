// react-hook-form publishes neither which controls are on the page nor the values a form started from other than by these.
import { get, type Control, type FieldError, type FieldValues } from "react-hook-form";

/** Names of the controls on the page, nested ones too. A control that went (a removed row) stays registered, but not mounted. */
export function shownNames<T extends FieldValues>(control: Control<T>): string[] {
  const { _names: names, _fields: fields } = control;
  return [...names.mount].filter((name) => get(fields, `${name}._f.mount`) === true);
}

/** What a field of the form started from. */
export function initialOf<T extends FieldValues>(control: Control<T>, name: string): unknown {
  const { _defaultValues: initial } = control;
  return get(initial, name);
}

/** The error of a field as it is now, also where it was set just now and nothing was rendered since. */
export function errorOf<T extends FieldValues>(control: Control<T>, name: string): FieldError | undefined {
  const { _formState: state } = control;
  return get(state.errors, name) as FieldError | undefined;
}
