import { useEffect } from "react";
import { useFormContext, type UseFormSetFocus } from "react-hook-form";
import { useLocation } from "react-router-dom";

/**
 * Moves the focus to a field, also where its control is not one element, or to the first one inside of it. The end of a name may be
 * that of an entry: `add.x-client-ip`.
 */
export function focusField(setFocus: UseFormSetFocus<Record<string, unknown>>, field: string): void {
  setFocus(field);
  const rows = [...document.querySelectorAll<HTMLElement>("[data-field]")];
  const named = (is: (name: string) => boolean) => rows.find(({ dataset }) => is(dataset["field"] ?? ""));
  const row =
    named((name) => name === field) ??
    named((name) => name.startsWith(`${field}.`)) ??
    named((name) => field.startsWith(`${name}.`));
  if (row?.contains(document.activeElement) === false)
    (
      document.getElementsByName(field)[0] ??
      row.querySelector<HTMLElement>("input, textarea, select, button")
    )?.focus();
}

/** Moves the focus to the field that a link asks for: `?field=ip_policy_ids`, `?field=provider.github.teams`. */
export function AskedField() {
  const location = useLocation();
  const { setFocus, getValues } = useFormContext();
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get("field");
    const [field = ""] = asked?.split(".") ?? [];
    if (asked !== null && Object.hasOwn(getValues(), field)) focusField(setFocus, asked);
    // Another location also where its address is the same: the same link asks again.
  }, [location, setFocus, getValues]);
  return null;
}
