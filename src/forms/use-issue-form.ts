import { useLayoutEffect } from "react";
import { useForm, useWatch, type DefaultValues, type FieldValues, type UseFormReturn } from "react-hook-form";
import type { Issue } from "#contract/error.ts";
import { dropSettled, issueResolver } from "./issue-resolver.ts";

/**
 * A form of react-hook-form whose fields show what `check` finds wrong; `names` are its fields. A fault goes once `check`
 * finds it no longer, or at another field, whichever field was changed. Who submits sets the focus.
 */
export function useIssueForm<T extends FieldValues>(
  start: T,
  check: (values: T) => readonly Issue[],
  names: readonly string[],
): UseFormReturn<T> {
  const form = useForm<T>({
    shouldFocusError: false,
    defaultValues: start as DefaultValues<T>,
    resolver: issueResolver(check, names),
  });
  // Read here, so that a fault and a change of any field come past the effect.
  const { errors } = form.formState;
  useWatch({ control: form.control });
  useLayoutEffect(() => {
    if (Object.keys(errors).length > 0) dropSettled(form, check(form.getValues()), names);
  });
  return form;
}
