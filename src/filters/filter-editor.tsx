import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { optionRole, SuggestionList } from "#forms/combobox.tsx";
import { cx } from "#ui/cx.ts";
import { capital, counted } from "#ui/format.ts";
import { Icon } from "#ui/icon.tsx";
import { Textarea } from "#ui/input.tsx";
import type { FilterFault } from "./bench/messages.ts";
import { type Completion, completionAt, type Suggestion, withSuggestion } from "./complete.ts";
import { usableNames } from "./kinds.ts";

/** Longest filter, in characters. */
const FILTER_MAX = 2000;
/** Characters shown around the place of a fault. */
const AROUND = 24;
type Props = {
  /** The kind of events that it filters. */
  kind: string;
  value: string;
  onChange: (text: string) => void;
  /** Why it can’t be used, and where; null where it can. */
  fault: FilterFault | null;
  label?: string;
  /** Below, where nothing is wrong. */
  hint?: string;
};

type Open = Completion & { active: number | null };

/** A filter in CEL that suggests fields, functions and operators: arrow keys choose, Enter and Tab put in, Escape closes. */
export function FilterEditor({ kind, value, onChange, fault, label = "Filter in CEL", hint }: Props) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const anchor = useRef<HTMLDivElement>(null);
  const cursor = useRef<number | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (cursor.current === null) return;
    area.current?.setSelectionRange(cursor.current, cursor.current);
    cursor.current = null;
  });

  const suggest = (text: string, at: number, asked: boolean) => {
    const found = completionAt(text, at, kind, asked);
    // What only follows a space is offered; Enter and Tab do what they always do until an arrow chooses.
    const isTyped = found !== null && found.from < at;
    setOpen(found && { ...found, active: isTyped ? 0 : null });
  };
  const choose = (option: Suggestion) => {
    if (!open) return;
    if (option.refused !== null) {
      const usable = usableNames(kind).map((name) => `ev.${name}`);
      setRefused(`${option.refused}: ${option.label}. Use one of ${usable.join(", ")}`);
      setOpen(null);
      return;
    }
    const next = withSuggestion(value, open, option);
    cursor.current = next.cursor;
    setRefused(null);
    onChange(next.text);
    setOpen(null);
  };
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart: at } = event.currentTarget;
    if (event.nativeEvent.isComposing) return;
    if ((event.key === " " && event.ctrlKey) || (event.key === "ArrowDown" && !open && value === "")) {
      event.preventDefault();
      suggest(value, at, true);
      return;
    }
    if (!open) return;
    const { active, options } = open;
    const chosen = active === null ? undefined : options[active];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      const from = active ?? (step > 0 ? -1 : 0);
      setOpen({ ...open, active: (from + step + options.length) % options.length });
    } else if ((event.key === "Enter" || event.key === "Tab") && chosen && !event.shiftKey) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      setOpen(null);
    } else if (["ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown", "Tab"].includes(event.key))
      setOpen(null);
  };
  const shown = refused === null ? fault : { message: refused };
  return (
    <div ref={anchor} className="grid min-w-0 gap-1">
      <Textarea
        ref={area}
        mono
        rows={3}
        aria-label={label}
        // A combobox has one line: a text area stays a text box, and says that it opens a list.
        aria-haspopup="listbox"
        aria-controls={open ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && open.active !== null ? `${id}-${open.active}` : undefined}
        aria-invalid={shown !== null}
        aria-describedby={`${id}-said`}
        maxLength={FILTER_MAX}
        placeholder={`ev.conn.server_port == 443 && ev.conn.server_name.endsWith(".example.com")`}
        value={value}
        onChange={({ currentTarget }) => {
          setRefused(null);
          onChange(currentTarget.value);
          suggest(currentTarget.value, currentTarget.selectionStart, false);
        }}
        onKeyDown={keys}
        onClick={() => setOpen(null)}
        onBlur={() => setOpen(null)}
      />
      <output className="sr-only">{open ? counted(open.options.length, "suggestion") : ""}</output>
      <div id={`${id}-said`} className="min-w-0 text-xs text-content-muted">
        {shown ? <Fault fault={shown} text={refused === null ? value : ""} area={area} /> : hint}
      </div>
      {open ? (
        // A list that scrolls and has no combobox must take the focus itself.
        <SuggestionList id={`${id}-list`} anchor={anchor} label="Suggestions" tabIndex={0}>
          {open.options.map((option, index) => (
            <Option
              key={option.label}
              id={`${id}-${index}`}
              option={option}
              isActive={index === open.active}
              onChoose={() => choose(option)}
            />
          ))}
        </SuggestionList>
      ) : null}
    </div>
  );
}

type OptionProps = { id: string; option: Suggestion; isActive: boolean; onChoose: () => void };

function Option({ id, option: { label, type, about, refused }, isActive, onChoose }: OptionProps) {
  const own = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isActive) own.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    <button
      ref={own}
      id={id}
      type="button"
      {...optionRole(isActive)}
      aria-disabled={refused !== null}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cx(
        "grid w-full min-w-0 rounded-sm px-2 py-1 text-left hover:bg-surface-hover",
        isActive && "bg-surface-hover",
      )}
    >
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 font-mono text-xs">
        <span className={cx("min-w-0 wrap-anywhere", refused !== null && "text-content-faint line-through")}>
          {label}
        </span>
        <span className="text-content-muted">{type}</span>
      </span>
      <span className="text-xs text-content-muted">{refused === null ? about : `${refused}. ${about}`}</span>
    </button>
  );
}

type FaultProps = { fault: FilterFault; text: string; area: { current: HTMLTextAreaElement | null } };

/** What to change, and the place in the text. */
function Fault({ fault: { message, at }, text, area }: FaultProps) {
  const start = at === undefined ? 0 : Math.max(0, at - AROUND);
  const wrong = at === undefined ? "" : (/^(?:[\w.]+|.)/su.exec(text.slice(at))?.[0] ?? "");
  return (
    <div role="alert" className="flex items-start gap-1.5 text-danger">
      <Icon name="bad" size={12} className="mt-0.5" />
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        <span>{/^[A-Z]/.test(message) ? message : capital(`the filter ${message}`)}</span>
        {at !== undefined && wrong !== "" ? (
          <span className="flex flex-wrap items-center gap-x-2 text-content-muted">
            <button
              type="button"
              className="link inline-flex min-h-6 items-center"
              onClick={() => {
                area.current?.focus();
                area.current?.setSelectionRange(at, at + wrong.length);
              }}
            >
              Character {at + 1}
            </button>
            <code className="min-w-0 font-mono whitespace-pre-wrap">
              {start > 0 ? "…" : ""}
              {text.slice(start, at)}
              <mark className="bg-danger-soft text-danger">{wrong}</mark>
              {text.slice(at + wrong.length, at + wrong.length + AROUND)}
            </code>
          </span>
        ) : null}
      </div>
    </div>
  );
}
