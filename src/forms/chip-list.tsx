import { useRef, useState, type KeyboardEvent } from "react";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import { sameJson } from "./json.ts";
import { filled, fresh, moved, pastedOver, splitPasted, without } from "./list-edit.ts";
import { entriesOf, entryAt, faultyAt, type ListParts } from "./list-parts.ts";
import { useFieldFocus } from "./use-field-focus.ts";

/** A text under way: `value` has it as an entry in place of the one at `index` of `before`, or behind them all. */
type Typing = { index: number; text: string; before: string[]; value: string[] };

/**
 * Texts as chips with an input behind them. What stands in the input is part of the value as it is typed, as in any field, and becomes
 * a chip by Enter, a comma and by leaving it. A chip is edited by Enter or a click, removed by Delete, moved by Alt and an arrow key.
 */
export function ChipList({ control, label, one, placeholder, mono, split }: ListParts) {
  const { field, aria } = control;
  const held = entriesOf(field.value);
  const entriesIn = split ?? splitPasted;
  const faulty = faultyAt(control);
  const [typing, setTyping] = useState<Typing | null>(null);
  // Discard, or who removes an entry whose editor never had the focus, leaves another value: what was typed is none of it.
  if (typing && !sameJson(held, typing.value)) setTyping(null);
  const entries = typing?.before ?? held;
  const edited = typing && typing.index < entries.length ? typing : null;
  const typed = edited ? "" : (typing?.text ?? "");
  const edit = (index: number, text: string) => setTyping({ index, text, before: held, value: held });
  const withText = (index: number, text: string) => {
    if (index === entries.length) return [...entries, ...fresh(entries, entriesIn(text))];
    // Without `split`, an entry that has a comma, as a group may, can be written by editing alone.
    return entries.toSpliced(index, 1, ...(split?.(text) ?? filled([text.trim()])));
  };
  const type = (index: number, text: string) => {
    const value = withText(index, text);
    field.onChange(value);
    setTyping({ index, text, before: entries, value });
  };
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const chip = (index: number) =>
    box.current?.querySelectorAll<HTMLElement>("[data-chip]")[index] ?? input.current;
  useFieldFocus(control, (at) => {
    const index = entryAt(at);
    const entry = index === undefined ? undefined : entries[index];
    if (index === undefined || entry === undefined) return input.current;
    // It opened where it was not shown: no focus came with it.
    if (edited?.index === index) return chip(index);
    // What is to be mended is open for it.
    edit(index, entry);
    return null;
  });

  const set = (next: string[], focus?: number) => {
    setTyping(null);
    field.onChange(next);
    if (focus !== undefined) queueMicrotask(() => chip(focus)?.focus());
  };
  const add = (text: string) => set(withText(entries.length, text));
  const endEdit = (keep: boolean, focus: boolean) => {
    if (!edited) return;
    const { index, text } = edited;
    set(keep ? withText(index, text) : entries, focus ? index : undefined);
  };
  const onChipKey = (event: KeyboardEvent, index: number) => {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      set(without(entries, index), index);
    } else if (step !== 0) {
      event.preventDefault();
      const to = Math.max(0, index + step);
      if (event.altKey && to < entries.length) set(moved(entries, index, to), to);
      else if (!event.altKey) chip(to)?.focus();
    } else if (
      event.key.length === 1 &&
      event.key !== " " &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
    ) {
      // Who types on after Backspace means the input, and no shortcut.
      event.stopPropagation();
      input.current?.focus();
    }
  };

  return (
    <div
      ref={box}
      className={cx(
        "flex min-h-control flex-wrap items-center gap-1 rounded-md border bg-surface-raised p-0.75 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-focus",
        control.error ? "border-danger" : "border-line-strong",
      )}
    >
      {entries.length > 0 ? (
        <ul aria-label={`${label}: entries`} className="contents">
          {entries.map((entry, index) => (
            <li
              key={index}
              className={cx(
                "flex max-w-full min-w-0 items-center rounded-sm bg-surface-sunken text-xs",
                faulty.has(index) && "bg-danger-soft text-danger",
              )}
            >
              {edited?.index === index ? (
                <input
                  data-chip=""
                  // eslint-disable-next-line jsx-a11y/no-autofocus -- it replaces the chip that was just chosen
                  autoFocus
                  aria-label={`Edit ${one} ${index + 1}`}
                  aria-invalid={faulty.has(index) || undefined}
                  aria-describedby={faulty.has(index) ? aria["aria-describedby"] : undefined}
                  value={edited.text}
                  spellCheck={false}
                  onChange={(event) => type(index, event.target.value)}
                  onBlur={() => endEdit(true, false)}
                  onKeyDown={(event) => {
                    if (event.key !== "Enter" && event.key !== "Escape") return;
                    event.preventDefault();
                    event.stopPropagation();
                    endEdit(event.key === "Enter", true);
                  }}
                  className={cx("h-6 min-w-16 bg-transparent px-2 field-sizing-content", mono && "font-mono")}
                />
              ) : (
                <button
                  type="button"
                  data-chip=""
                  title="Edit"
                  aria-describedby={faulty.has(index) ? aria["aria-describedby"] : undefined}
                  onClick={() => edit(index, entry)}
                  onKeyDown={(event) => onChipKey(event, index)}
                  className={cx(
                    "min-h-6 min-w-0 rounded-sm px-2 text-left wrap-anywhere",
                    mono && "font-mono",
                  )}
                >
                  {entry === "" ? <i>empty</i> : entry}
                </button>
              )}
              <button
                type="button"
                aria-label={`Remove ${entry === "" ? `${one} ${index + 1}` : entry}`}
                onClick={() => set(without(entries, index), index)}
                className="flex size-6 flex-none items-center justify-center rounded-sm hover:bg-surface-hover"
              >
                <Icon name="x" size={12} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <input
        {...aria}
        ref={input}
        name={control.full}
        value={typed}
        placeholder={entries.length > 0 ? "Add another" : (placeholder ?? `Add ${one}`)}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => type(entries.length, event.target.value)}
        onBlur={() => {
          if (typed.trim() !== "") add(typed);
          field.onBlur();
        }}
        onPaste={(event) => {
          const text = event.clipboardData.getData("text");
          if (entriesIn(text).length < 2) return;
          event.preventDefault();
          add(pastedOver(event.currentTarget, text));
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" || (event.key === "," && typed.trim() !== "")) {
            // Also where nothing is typed: it does not submit the form.
            event.preventDefault();
            if (typed.trim() !== "") add(typed);
          } else if (event.key === "Backspace" && typed === "" && entries.length > 0) {
            event.preventDefault();
            chip(entries.length - 1)?.focus();
          }
        }}
        className={cx(
          "h-6 min-w-24 flex-1 bg-transparent px-1 focus-visible:outline-none",
          mono && "font-mono text-xs",
        )}
      />
    </div>
  );
}
