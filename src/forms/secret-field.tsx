import { use, useLayoutEffect, useRef, useState, type ComponentProps } from "react";
import { Button, IconButton } from "#ui/button.tsx";
import { Input } from "#ui/input.tsx";
import { Segmented } from "#ui/segmented.tsx";
import { FieldRow, type FieldText } from "./field-row.tsx";
import { FormFacts, type FormFactsValue } from "./form-facts.ts";
import { isJsonObject, valueAt } from "./json.ts";
import { useFieldFocus } from "./use-field-focus.ts";
import { useField } from "./use-field.ts";

type Mode = "keep" | "replace" | "clear";
type Held = "none" | "echoed" | "kept" | "unknown";

const MODES: { value: Mode; label: string }[] = [
  { value: "keep", label: "Keep" },
  { value: "replace", label: "Replace" },
  { value: "clear", label: "Clear" },
];

const KEEP_MEANS: Record<Held, string> = {
  none: "",
  echoed: "The stored secret stays as it is.",
  kept: "The stored secret stays as it is.",
  unknown:
    "The service did not return the stored secret, so saving may delete it. To be safe, choose Replace.",
};

const DONE_ON_SAVE = {
  replace: "Saving replaces the stored secret.",
  clear: "Saving deletes the stored secret.",
};

/** What the service doesn't echo, no undo can send back. */
const doneOnSave = (mode: keyof typeof DONE_ON_SAVE, held: Held) =>
  `${DONE_ON_SAVE[mode]}${held === "echoed" ? "" : " You can’t undo that."}`;

/** What the service holds of a secret, as far as it is known. `full` is the secret's path in the form and on the wire. */
function heldOf({ loaded, secretsKept }: FormFactsValue, full: string): Held {
  const path = full.split(".");
  if (!isJsonObject(valueAt(loaded, path.slice(0, -1)))) return "none";
  const value = valueAt(loaded, path);
  if (typeof value === "string" && value !== "") return "echoed";
  return secretsKept ? "kept" : "unknown";
}

/**
 * A secret: keep what is stored, replace it, or clear it. Where nothing can be stored yet it is an input alone. Only what
 * was typed in this visit can be revealed. `clearable: false` where the contract needs one.
 */
export function SecretField({ clearable = true, ...row }: FieldText & { name: string; clearable?: boolean }) {
  const control = useField(row.name, { described: true });
  const { id, field, aria } = control;
  const held = heldOf(use(FormFacts), control.full);
  const [shown, setShown] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const value = isJsonObject(field.value) ? field.value : {};
  const mode = (value["mode"] ?? "keep") as Mode;
  const text = typeof value["text"] === "string" ? value["text"] : "";
  const isNew = held === "none";
  useFieldFocus(control, () => {
    const within = (what: string) => box.current?.querySelector<HTMLElement>(what);
    return within("input:not([type=radio])") ?? within("input:checked");
  });

  const type = (typed: string) =>
    field.onChange(isNew && typed === "" ? { mode: "keep", text: "" } : { mode: "replace", text: typed });
  const choose = (next: Mode) => {
    field.onChange({ mode: next, text: next === "replace" ? text : "" });
    if (next !== "replace") setShown(false);
  };
  const says = isNew ? null : mode === "keep" ? KEEP_MEANS[held] : doneOnSave(mode, held);
  const typing = isNew || mode === "replace";
  return (
    <FieldRow
      {...row}
      control={control}
      group={typing ? undefined : "group"}
      hint={
        <>
          {row.hint}
          {row.hint && says ? " " : null}
          {says}
          {text === text.trim() ? null : (
            <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-warning">
              Starts or ends with a space.
              <Button size="sm" onClick={() => type(text.trim())}>
                Remove spaces
              </Button>
            </span>
          )}
        </>
      }
    >
      <div ref={box} className="flex flex-col items-start gap-1">
        {isNew ? null : (
          <Segmented
            label={`${row.label}: action`}
            options={MODES.filter((one) => clearable || one.value !== "clear")}
            value={mode}
            onChange={choose}
          />
        )}
        {typing ? (
          <div className="flex w-full max-w-90 items-center gap-1">
            <SecretInput
              {...aria}
              id={id}
              name={control.full}
              type={shown ? "text" : "password"}
              text={text}
              onText={type}
              onBlur={field.onBlur}
            />
            <IconButton
              icon={shown ? "eye-off" : "eye"}
              label={shown ? "Hide what you typed" : "Show what you typed"}
              aria-pressed={shown}
              disabledReason={text === "" ? "Nothing typed" : undefined}
              onClick={() => setShown(!shown)}
            />
          </div>
        ) : null}
      </div>
    </FieldRow>
  );
}

/** An input whose text is never an attribute: React writes a controlled value into the document as one. */
function SecretInput({
  text,
  onText,
  ...input
}: ComponentProps<"input"> & { text: string; onText: (text: string) => void }) {
  const element = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (element.current && element.current.value !== text) element.current.value = text;
  }, [text]);
  return <Input {...input} ref={element} mono onChange={(event) => onText(event.target.value)} />;
}
