import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from "react-hook-form";
import type { Issue } from "#contract/error.ts";
import { issueResolver } from "./issue-resolver.ts";

/** A form of react-hook-form whose fields show what `check` finds wrong; `names` are its fields. Who submits sets the focus. */
export function useIssueForm<T extends FieldValues>(
  start: T,
  check: (values: T) => readonly Issue[],
  names: readonly string[],
): UseFormReturn<T> {
  return useForm<T>({
    shouldFocusError: false,
    defaultValues: start as DefaultValues<T>,
    resolver: issueResolver(check, names),
  });
}
