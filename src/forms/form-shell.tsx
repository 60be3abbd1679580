import { useEffect, useId, useRef, type ReactNode } from "react";
import { FormProvider, type FieldValues, type UseFormReturn } from "react-hook-form";
import { bottomBar } from "#ui/bottom-bar.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/format.ts";
import { leavesOf, type FormField } from "./field-names.ts";
import { useKeepInView } from "./keep-in-view.ts";
import { reasonOf, type SaveState } from "./save-state.ts";
import { Unread, useUnreadStop } from "./unread.ts";
import { useSubmit } from "./use-submit.ts";

/**
 * The form around its fields. `problem` (what failed on save, null when nothing did) and `state` are required, so that no
 * form forgets them. `side` stands at the right, under the fields on narrow windows. A problem that follows a save gets
 * the focus unless a field has it, so that none stays out of sight.
 */
export function FormShell<T extends FieldValues>({
  form,
  label,
  onSave,
  problem,
  side,
  wide = false,
  bar,
  children,
}: {
  form: UseFormReturn<T>;
  label: string;
  onSave: (values: T) => void;
  problem: ReactNode;
  side?: ReactNode;
  /** Takes all of the page's width: the children arrange themselves. */
  wide?: boolean;
  bar: ReactNode;
  children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const element = useKeepInView();
  const saving = useRef<{ told: Element | null } | null>(null);
  const { errors } = form.formState;
  useEffect(() => {
    const alert = place.current?.querySelector('[role="alert"]') ?? null;
    if (!saving.current || alert === saving.current.told) return;
    saving.current.told = alert;
    const atField = Object.keys(errors).some((name) => name !== "root");
    if (alert && !atField) place.current?.focus();
  });
  const { unread, submit } = useUnreadStop(form, useSubmit(form, onSave));
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        aria-label={label}
        noValidate
        onSubmit={(event) => {
          saving.current = { told: null };
          submit(event);
        }}
        onInput={() => {
          saving.current = null;
        }}
        className="flex flex-1 flex-col gap-5"
      >
        <div className={side ? "grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_17rem]" : undefined}>
          <div className={wide ? "grid min-w-0 gap-4" : "grid max-w-182 gap-4"}>
            <Unread value={unread}>{children}</Unread>
          </div>
          {side}
        </div>
        <div ref={place} tabIndex={-1} className="max-w-182 scroll-my-24 empty:hidden">
          {problem}
        </div>
        {/* At the end of the page a message has room above the bar, beside no field. */}
        <div aria-hidden="true" className="h-10 flex-none" />
        {bar}
      </form>
    </FormProvider>
  );
}

/** The bar at the bottom of a form: what has changed, what blocks Save, Discard and Save. */
export function SaveBar({
  state,
  title,
  detail,
  problem,
  saveLabel = "Save",
  onDiscard,
  review,
}: {
  state: SaveState;
  /** "4 changes". */
  title: string;
  detail?: ReactNode;
  /** What is wrong now ("1 field to fix: Used by"); takes the detail's place. */
  problem?: string | undefined;
  saveLabel?: string;
  /** Absent when there is nothing to discard. */
  onDiscard?: (() => void) | undefined;
  /** The way to what Save will send, before Save. */
  review?: ReactNode;
}) {
  const id = useId();
  return (
    <div
      ref={bottomBar}
      data-bottom-bar=""
      className="sticky bottom-0 z-10 -mx-4 mt-auto -mb-4 flex flex-wrap items-center gap-3 border-t border-line bg-surface-raised px-4 py-3 md:-mx-5 md:-mb-5 md:px-5"
    >
      <div id={id} aria-live="polite" className="flex min-w-0 flex-1 basis-40 flex-col">
        <strong>{title}</strong>
        {problem ? <span className="text-xs text-danger">{problem}</span> : null}
        {!problem && detail ? <span className="text-xs text-content-muted">{detail}</span> : null}
      </div>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-3">
        {onDiscard ? (
          <Button variant="ghost" onClick={onDiscard}>
            Discard
          </Button>
        ) : null}
        {review}
        <Button type="submit" variant="primary" busy={state === "saving"} disabledReason={reasonOf(state)}>
          {saveLabel}
        </Button>
      </div>
    </div>
  );
}

/** "1 field to fix: Used by", for the save bar, in the form's order; undefined when nothing is wrong. */
export function fieldsToFix(errors: FieldValues, fields: readonly FormField[]): string | undefined {
  const labels = [...new Set(fields.flatMap((field) => leavesOf(errors, field)))];
  if (labels.length === 0) return undefined;
  return `${counted(labels.length, "field")} to fix: ${labels.join(", ")}`;
}
