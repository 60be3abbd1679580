import type { ClipboardEvent, ReactNode } from "react";
import { capital } from "#ui/format.ts";
import { Input } from "#ui/input.tsx";
import { ChipList } from "./chip-list.tsx";
import { FieldRow, type FieldText } from "./field-row.tsx";
import { moved, pastedOver, replaced, splitPasted } from "./list-edit.ts";
import { AddRow, RowButtons, useRows } from "./rows.tsx";
import { useFieldFocus } from "./use-field-focus.ts";
import { entriesOf, entryAt, faultyAt, type ListParts } from "./list-parts.ts";
import { useField } from "./use-field.ts";

type Props = FieldText & {
  name: string;
  /** What one entry is: "scope". */
  one: string;
  /** `lines` for long entries or where their order matters, `chips` for short ones. */
  look?: "chips" | "lines";
  placeholder?: string;
  mono?: boolean;
  /** Of lines: drops the blanks around an entry that is copied from elsewhere, as an issuer. */
  trims?: boolean;
  /** The entries of a text as they are sent; of lines, of one that is pasted. */
  split?: ListParts["split"];
  /** The last of the hint. */
  afterHint?: ReactNode;
};

/** A list of texts: add, edit, remove, reorder (Alt and an arrow key), paste many at once. No repeats are added. */
export function TextListField(props: Props) {
  const { one, look = "chips", placeholder, mono = false, split, trims = false, afterHint, ...row } = props;
  const control = useField(row.name, { described: true });
  const parts = { control, label: row.label, one, placeholder, mono, split };
  const hint = (
    <>
      {row.hint}
      {row.hint ? " " : null}
      {look === "chips" ? "Press Enter to add, or paste several." : null}
      {look === "lines" && entriesOf(control.field.value).length > 0 ? "Paste several, one per line." : null}
      {afterHint}
    </>
  );
  return (
    <FieldRow
      {...row}
      hint={hint}
      control={control}
      empty={[]}
      group={look === "lines" ? "group" : undefined}
      rows={look === "lines"}
      faultOf={(at) => {
        const index = entryAt(at);
        return index === undefined ? null : `${capital(one)} ${index + 1}`;
      }}
    >
      {look === "chips" ? <ChipList {...parts} /> : <Lines {...parts} trims={trims} />}
    </FieldRow>
  );
}

const splitLines = (text: string) => splitPasted(text, /[\r\n]/);

function Lines({
  control,
  label,
  one,
  placeholder,
  mono,
  split = splitLines,
  trims,
}: ListParts & { trims: boolean }) {
  const { field, aria } = control;
  const entries = entriesOf(field.value);
  const faulty = faultyAt(control);
  const rows = useRows(entries, "", field.onChange, (box, index) => box.querySelectorAll("input")[index]);
  const { box, add, set } = rows;
  const input = (index: number) => box.current?.querySelectorAll("input")[index];
  useFieldFocus(control, (at) => input(entryAt(at) ?? 0) ?? add.current);

  const paste = (event: ClipboardEvent<HTMLInputElement>, index: number) => {
    const text = event.clipboardData.getData("text");
    const pasted = split(text);
    const [only] = pasted;
    if (only === undefined || (pasted.length === 1 && only === text.trim())) return;
    event.preventDefault();
    if (pasted.length === 1)
      return set(replaced(entries, index, pastedOver(event.currentTarget, only)), index);
    const rest = pastedOver(event.currentTarget, "");
    const before = [...entries.slice(0, index), ...(rest === "" ? [] : [rest])];
    set([...before, ...pasted, ...entries.slice(index + 1)], before.length + pasted.length - 1);
  };
  return (
    <div ref={box} className="grid gap-2">
      {entries.map((entry, index) => (
        <div key={index} className="flex items-center gap-1">
          <Input
            aria-label={`${label} ${index + 1}`}
            aria-invalid={faulty.has(index) || (faulty.has(undefined) && index === 0) || undefined}
            aria-describedby={aria["aria-describedby"]}
            value={entry}
            mono={mono}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set(replaced(entries, index, event.target.value))}
            onBlur={() => {
              if (trims && entry !== entry.trim()) set(replaced(entries, index, entry.trim()));
              field.onBlur();
            }}
            onPaste={(event) => paste(event, index)}
            onKeyDown={(event) => {
              if (event.key === "Enter") rows.onEnter(event, index, entry.trim() === "");
              if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
              event.preventDefault();
              const to = index + (event.key === "ArrowUp" ? -1 : 1);
              if (to >= 0 && to < entries.length) set(moved(entries, index, to), to);
            }}
          />
          <RowButtons what={`${one} ${index + 1}`} index={index} rows={rows} />
        </div>
      ))}
      <AddRow rows={rows} one={one} />
    </div>
  );
}
