import { useRef } from "react";
import { Button } from "#ui/button.tsx";
import { Input } from "#ui/input.tsx";
import { FieldRow, type FieldText } from "./field-row.tsx";
import { moved, replaced, without } from "./list-edit.ts";
import { MoveButtons } from "./move-buttons.tsx";
import { useFieldFocus } from "./use-field-focus.ts";
import { useField, type Fault } from "./use-field.ts";

/** One name with its value, as a form holds it. */
export type Entry = { name: string; value: string };

function entriesOf(value: unknown): Entry[] {
  return Array.isArray(value) ? (value as Entry[]) : [];
}

/**
 * Names with values, in order: the headers to add. `one` is what an entry is. A name that is there twice is refused where
 * it stands, with the row it repeats; a pasted block of `name: value` lines becomes rows.
 */
export function EntriesField({
  one,
  nameLabel = "Name",
  valueLabel = "Value",
  isName = () => true,
  ...row
}: FieldText & {
  name: string;
  one: string;
  nameLabel?: string;
  valueLabel?: string;
  /** Whether a name may stand; the fault of a row whose name may not is the name's. */
  isName?: (name: string) => boolean;
}) {
  const control = useField(row.name, { described: Boolean(row.hint) });
  const { field, aria } = control;
  const entries = entriesOf(control.raw ? [] : field.value);
  const box = useRef<HTMLDivElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const rowOf = ([at]: Fault["at"]) =>
    typeof at === "number" ? at : entries.findIndex(({ name }) => name === at || name.toLowerCase() === at);
  const atName = (index: number) => {
    const name = entries[index]?.name.toLowerCase() ?? "";
    return !isName(name) || entries.findIndex((one) => one.name.toLowerCase() === name) < index;
  };
  const inputs = (index: number) => box.current?.querySelectorAll<HTMLElement>(`[data-row="${index}"] input`);
  useFieldFocus(control, (at) => {
    const index = at && at.length > 0 ? rowOf(at) : 0;
    return inputs(index)?.[typeof at?.[0] === "string" && !atName(index) ? 1 : 0] ?? add.current;
  });
  const faulty = new Set(control.faults.map(({ at }) => rowOf(at)));

  const set = (next: Entry[], focus?: number) => {
    field.onChange(next);
    if (focus !== undefined) {
      queueMicrotask(() => (inputs(Math.min(focus, next.length - 1))?.[0] ?? add.current)?.focus());
    }
  };
  return (
    <FieldRow
      {...row}
      control={control}
      empty={[]}
      group="group"
      faultOf={(at) => {
        const index = at.length > 0 ? rowOf(at) : -1;
        return index < 0 ? null : (entries[index]?.name ?? "") || `${one} ${index + 1}`;
      }}
    >
      <div ref={box} className="grid gap-2">
        {entries.map((entry, index) => (
          <div key={index} data-row={index} className="flex flex-wrap items-center gap-1">
            {(["name", "value"] as const).map((part) => (
              <Input
                key={part}
                aria-label={`${row.label} ${index + 1}: ${part === "name" ? nameLabel : valueLabel}`}
                aria-invalid={faulty.has(index) || undefined}
                aria-describedby={aria["aria-describedby"]}
                value={entry[part]}
                placeholder={part === "name" ? nameLabel : valueLabel}
                mono
                onChange={(event) => set(replaced(entries, index, { ...entry, [part]: event.target.value }))}
                onBlur={field.onBlur}
                onPaste={(event) => {
                  const pasted = pastedEntries(event.clipboardData.getData("text"));
                  if (part === "value" || pasted.length === 0) return;
                  event.preventDefault();
                  const blank = entry.name === "" && entry.value === "";
                  const before = entries.slice(0, blank ? index : index + 1);
                  set([...before, ...pasted, ...entries.slice(index + 1)], before.length + pasted.length - 1);
                }}
                className={part === "name" ? "min-w-0 flex-1 basis-32" : "min-w-0 flex-2 basis-40"}
              />
            ))}
            <MoveButtons
              what={entry.name === "" ? `${one} ${index + 1}` : entry.name}
              index={index}
              count={entries.length}
              onMove={(to) => set(moved(entries, index, to))}
              onRemove={() => set(without(entries, index), index)}
            />
          </div>
        ))}
        <span>
          <Button
            ref={add}
            size="sm"
            icon="plus"
            onClick={() => set([...entries, { name: "", value: "" }], entries.length)}
          >
            Add {one}
          </Button>
        </span>
      </div>
    </FieldRow>
  );
}

/** `name: value` lines; empty unless every line is one. */
function pastedEntries(text: string): Entry[] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const read = lines.map((line) => /^([^\s:]+)\s*:\s*(.*)$/.exec(line.trim()));
  return read.flatMap((match) => (match ? [{ name: match[1] ?? "", value: match[2] ?? "" }] : [])).length ===
    lines.length
    ? read.map((match) => ({ name: match?.[1] ?? "", value: match?.[2] ?? "" }))
    : [];
}
