import { useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { focusFirstFault } from "./form-internals.ts";

/**
 * Submits a form one time after the other: a second press that comes before the first is checked, and shown as being
 * saved, is dropped. What is refused gets the focus, so `useForm` is told `shouldFocusError: false`. `onValid` may answer a promise that lasts as long as the saving.
 */
export function useSubmit<T extends FieldValues>(form: UseFormReturn<T>, onValid: (values: T) => unknown) {
  const under = useRef(false);
  return (event: React.SubmitEvent): void => {
    event.preventDefault();
    if (under.current) return;
    under.current = true;
    const sent = form.handleSubmit(
      async (values) => {
        await onValid(values);
      },
      () => focusFirstFault(form),
    );
    // A task later: by then what came of it is drawn.
    void sent(event).finally(() => setTimeout(() => (under.current = false)));
  };
}
