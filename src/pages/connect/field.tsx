import { useId, type ComponentProps, type ReactNode } from "react";
import { ErrorDetails } from "#components/error-note.tsx";
import { Icon } from "#ui/icon.tsx";
import { Input } from "#ui/input.tsx";
import type { FieldName, Refusal } from "./outcome.ts";

/** One field of the form, with the refusal that belongs to it. */
export function ConnectField({
  name,
  label,
  refusal,
  beside,
  ...rest
}: ComponentProps<"input"> & {
  name: FieldName;
  label: string;
  refusal: Refusal | null;
  beside?: ReactNode;
}) {
  const id = useId();
  const own = refusal?.field === name ? refusal : null;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-strong">
        {label}
      </label>
      <div className="relative">
        <Input
          {...rest}
          mono
          id={id}
          name={name}
          autoCapitalize="off"
          aria-invalid={own ? true : undefined}
          aria-describedby={own ? `${id}-error` : undefined}
          className={beside ? "pr-9" : ""}
        />
        {beside ? <span className="absolute top-0.5 right-0.5">{beside}</span> : null}
      </div>
      {own ? (
        <>
          <p id={`${id}-error`} role="alert" className="flex gap-1 text-xs text-danger">
            <Icon name="bad" />
            <span className="min-w-0 wrap-anywhere">
              {own.text} {own.hint}
            </span>
          </p>
          <ErrorDetails {...own} />
        </>
      ) : null}
    </div>
  );
}
