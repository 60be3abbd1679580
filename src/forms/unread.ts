import { createContext, use, useEffect, useRef, type RefObject } from "react";
import { useFormContext, type FieldValues, type Path, type UseFormReturn } from "react-hook-form";
import { errorOf, focusFirstFault } from "./form-internals.ts";

/** What stops a save and is no value of its field, by the field's name: a text that can't be one, a missing confirmation. */
type UnreadTexts = Map<string, string>;

/** Given by the form around the fields: a save stops at every text that is told here. */
export const Unread = createContext<RefObject<UnreadTexts> | null>(null);

/** Tells the form why a field can't be saved as it is, beside its value; `why` null = nothing stops it. */
export function useUnread(name: string, why: string | null): void {
  const texts = use(Unread)?.current;
  const { control, clearErrors } = useFormContext();
  useEffect(() => {
    if (!texts || why === null) return undefined;
    texts.set(name, why);
    return () => {
      texts.delete(name);
      if (errorOf(control, name)?.type === "unread") clearErrors(name);
    };
  }, [texts, control, clearErrors, name, why]);
}

/** Of the form around: what it gives its fields as `Unread`, and a submit that `send` gets once no text stops it. */
export function useUnreadStop<T extends FieldValues>(
  form: UseFormReturn<T>,
  send: (event: React.SubmitEvent) => void,
) {
  const unread = useRef<UnreadTexts>(new Map());
  const submit = (event: React.SubmitEvent) => {
    if (unread.current.size === 0) return send(event);
    event.preventDefault();
    for (const [name, message] of unread.current) form.setError(name as Path<T>, { type: "unread", message });
    focusFirstFault(form);
  };
  return { unread, submit };
}
