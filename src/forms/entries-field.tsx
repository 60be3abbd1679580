import { capital } from "#ui/format.ts";
import { Input } from "#ui/input.tsx";
import { FieldRow, type FieldText } from "./field-row.tsx";
import { pastedOver, replaced } from "./list-edit.ts";
import { AddRow, RowButtons, useRows } from "./rows.tsx";
import { useFieldFocus } from "./use-field-focus.ts";
import { useField, type Fault } from "./use-field.ts";

/** One name with its value, as a form holds it. */
export type Entry = { name: string; value: string };

function entriesOf(value: unknown): Entry[] {
  return Array.isArray(value) ? (value as Entry[]) : [];
}

/**
 * Names with values: the headers to add, whose order counts, or the labels of an agent. `one` is what an entry is. A name that is there twice is refused where
 * it stands, with the row it repeats. No name holds the separator: `name: value` typed as a name fills both, and a pasted
 * block of such lines becomes rows.
 */
export function EntriesField({
  one,
  nameLabel = "Name",
  valueLabel = "Value",
  separator = ":",
  isName = () => true,
  ...row
}: FieldText & {
  name: string;
  one: string;
  nameLabel?: string;
  valueLabel?: string;
  separator?: ":" | "=";
  /** Whether a name may stand; the fault of a row whose name may not is the name's. */
  isName?: (name: string) => boolean;
}) {
  const control = useField(row.name, { described: Boolean(row.hint) });
  const { field, aria } = control;
  const entries = entriesOf(control.raw ? [] : field.value);
  const rows = useRows(
    entries,
    { name: "", value: "" },
    field.onChange,
    (box, index) => inputsOf(box, index)[0],
  );
  const { box, add, set } = rows;
  const typeName = (entry: Entry, index: number, text: string) => {
    const both = entryIn(text, separator);
    const next = both ? { ...both, value: both.value || entry.value } : { ...entry, name: text };
    set(replaced(entries, index, next));
    if (both && box.current) inputsOf(box.current, index)[1]?.focus();
  };
  const rowOf = ([at]: Fault["at"]) =>
    typeof at === "number" ? at : entries.findIndex(({ name }) => name === at || name.toLowerCase() === at);
  const atName = (index: number) => {
    const name = entries[index]?.name.toLowerCase() ?? "";
    return (
      name === "" || !isName(name) || entries.findIndex((one) => one.name.toLowerCase() === name) < index
    );
  };
  useFieldFocus(control, (at) => {
    const index = at && at.length > 0 ? rowOf(at) : 0;
    const inputs = box.current ? inputsOf(box.current, index) : [];
    return inputs[typeof at?.[0] === "string" && !atName(index) ? 1 : 0] ?? add.current;
  });
  const faulty = new Set(control.faults.map(({ at }) => rowOf(at)));
  return (
    <FieldRow
      {...row}
      control={control}
      empty={[]}
      group="group"
      rows
      faultOf={(at) => {
        const index = at.length > 0 ? rowOf(at) : -1;
        if (index < 0) return null;
        return (entries[index]?.name ?? "") || `${capital(one)} ${index + 1}, ${nameLabel.toLowerCase()}`;
      }}
    >
      <div ref={box} className="grid gap-2">
        {entries.map((entry, index) => (
          <div key={index} data-row={index} className="flex items-center gap-1 max-md:items-start">
            <span className="flex min-w-0 flex-1 flex-wrap gap-1">
              {(["name", "value"] as const).map((part) => (
                <Input
                  key={part}
                  name={part === "value" ? `${control.full}.${entry.name}` : undefined}
                  aria-label={`${row.label} ${index + 1}: ${part === "name" ? nameLabel : valueLabel}`}
                  aria-invalid={(faulty.has(index) && atName(index) === (part === "name")) || undefined}
                  aria-describedby={aria["aria-describedby"]}
                  value={entry[part]}
                  placeholder={part === "name" ? nameLabel : valueLabel}
                  mono
                  onChange={({ target: { value } }) =>
                    part === "name"
                      ? typeName(entry, index, value)
                      : set(replaced(entries, index, { ...entry, value }))
                  }
                  onBlur={field.onBlur}
                  onKeyDown={(event) => {
                    if (event.key !== "Enter") return;
                    if (part === "value") return rows.onEnter(event, index, entry.name.trim() === "");
                    event.preventDefault();
                    if (box.current) inputsOf(box.current, index)[1]?.focus();
                  }}
                  onPaste={(event) => {
                    const pasted = pastedEntries(event.clipboardData.getData("text"), separator);
                    if (part === "value" || pasted.length === 0) return;
                    event.preventDefault();
                    const name = pastedOver(event.currentTarget, "");
                    const kept = name === "" && entry.value === "" ? [] : [{ ...entry, name }];
                    const before = [...entries.slice(0, index), ...kept];
                    set(
                      [...before, ...pasted, ...entries.slice(index + 1)],
                      before.length + pasted.length - 1,
                    );
                  }}
                  className={part === "name" ? "min-w-0 flex-1 basis-32" : "min-w-0 flex-2 basis-40"}
                />
              ))}
            </span>
            <RowButtons
              what={entry.name || `${one} ${index + 1}`}
              index={index}
              rows={rows}
              ordered={separator === ":"}
            />
          </div>
        ))}
        <AddRow rows={rows} one={one} />
      </div>
    </FieldRow>
  );
}

function inputsOf(box: HTMLElement, index: number) {
  return box.querySelectorAll<HTMLElement>(`[data-row="${index}"] input`);
}

/** A name with its value in one text; null where it has no name of one word before a separator. */
function entryIn(text: string, separator: string): Entry | null {
  const at = text.indexOf(separator);
  const name = text.slice(0, Math.max(0, at)).trim();
  return name === "" || /\s/.test(name) ? null : { name, value: text.slice(at + 1).trim() };
}

/** `name: value` lines; empty unless every line is one. */
function pastedEntries(text: string, separator: string): Entry[] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const read = lines.flatMap((line) => entryIn(line, separator) ?? []);
  return read.length === lines.length ? read : [];
}
