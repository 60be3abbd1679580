// react-hook-form publishes neither which controls are on the page nor the values a form started from other than by these.
import {
  get,
  type Control,
  type FieldError,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from "react-hook-form";

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

/** Focuses the field to mend first: of those with a fault the first on the page, whenever it came there. */
export function focusFirstFault<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, "control" | "setFocus">,
): void {
  const { control } = form;
  const rows = document.querySelectorAll<HTMLElement>("[data-field]");
  const inOrder = [...rows].flatMap(({ dataset }) => dataset["field"] ?? []);
  const first =
    inOrder.find((name) => typeof errorOf(control, name)?.type === "string") ??
    shownNames(control).find((name) => errorOf(control, name));
  if (first === undefined) return;
  form.setFocus(first as Path<T>);
  // A confirmation is no value of the form.
  const { _fields: fields } = control;
  if (!get(fields, first))
    [...rows]
      .find(({ dataset }) => dataset["field"] === first)
      ?.querySelector("input")
      ?.focus();
}
