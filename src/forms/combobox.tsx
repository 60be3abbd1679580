import { useId, useLayoutEffect, useRef, useState, type ComponentProps, type KeyboardEvent } from "react";
import { floatBeside } from "#ui/float.ts";
import { cx } from "#ui/cx.ts";
import { formatCount } from "#ui/format.ts";
import { Input } from "#ui/input.tsx";
import type { Choice } from "./choice-fields.tsx";

// A list that suggests and lets any text stand has no element of its own: <select> takes no typing, <datalist> no details.
const ROLES = { input: { role: "combobox" }, list: { role: "listbox" } };
export const optionRole = (active: boolean) => ({ role: "option", "aria-selected": active });

/** Choices shown at once; typing narrows them. */
const SHOWN_MAX = 50;

/** The choices that hold every word of a text. */
function matching<T extends Choice>(options: readonly T[], text: string): T[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return options.filter(({ label, value, detail = "", also = "" }) => {
    const all = `${label} ${value} ${detail} ${also}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/**
 * A text input that suggests: arrow keys choose, Enter takes what is chosen or the only match, Escape closes, and any text may stay. `note`
 * stands below the choices (what the list covers, why there is none). `named` shows what is chosen by its label, and takes
 * a label that is typed whole and is the only such one.
 */
export function Combobox({
  options,
  onText,
  onPick,
  onKeyDown,
  onBlur,
  note,
  named = false,
  mono = false,
  ...input
}: Omit<ComponentProps<typeof Input>, "value"> & {
  value: string;
  options: readonly Choice[];
  onText: (text: string) => void;
  onPick: (value: string) => void;
  note?: string | undefined;
  named?: boolean;
}) {
  const [active, setActive] = useState<number | null>(null);
  const [open, setOpen] = useState(false);
  const listId = useId();
  const anchor = useRef<HTMLDivElement>(null);
  // A value that was picked or stored is no search: all choices are offered beside it.
  const [typed, setTyped] = useState(false);
  const settled = typed ? undefined : options.find((one) => one.value === input.value);
  const label = named ? settled?.label : undefined;
  const found = settled ? options : matching(options, input.value);
  const shown = found.slice(0, SHOWN_MAX);
  const at = active !== null && active < shown.length ? active : null;

  const pick = (value: string) => {
    onPick(value);
    setTyped(false);
    setOpen(false);
    setActive(null);
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setOpen(true);
      if (shown.length > 0)
        setActive(
          at === null ? (step > 0 ? 0 : shown.length - 1) : (at + step + shown.length) % shown.length,
        );
      return;
    }
    const chosen = at === null || !open ? undefined : shown[at];
    if (event.key === "Enter" && chosen) {
      event.preventDefault();
      pick(chosen.value);
      return;
    }
    if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      setActive(null);
      return;
    }
    // Over a list it takes the only match, or confirms what was typed, and does not submit the form.
    if (event.key === "Enter" && open) {
      event.preventDefault();
      const [only, ...more] = found;
      if (typed && only && more.length === 0) return pick(only.value);
      setOpen(false);
    }
    onKeyDown?.(event);
  };
  return (
    <div ref={anchor} className="min-w-0 flex-1">
      <Input
        {...input}
        {...ROLES.input}
        value={label ?? input.value}
        mono={mono && label === undefined}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && at !== null ? `${listId}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          onText(event.target.value);
          setTyped(true);
          setOpen(true);
          setActive(null);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={keys}
        onBlur={(event) => {
          setTyped(false);
          setOpen(false);
          setActive(null);
          onBlur?.(event);
          const [meant, ...others] = options.filter((one) => one.label === input.value.trim());
          if (named && typed && meant && others.length === 0) onPick(meant.value);
        }}
      />
      {open ? (
        <SuggestionList id={listId} anchor={anchor} label={input["aria-label"]}>
          {shown.map((one, index) => (
            <button
              key={one.value}
              type="button"
              id={`${listId}-${index}`}
              {...optionRole(index === at)}
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(one.value)}
              className={cx(
                "flex w-full min-w-0 flex-wrap items-baseline gap-x-2 rounded-sm px-2 py-1 text-left hover:bg-surface-hover",
                index === at && "bg-surface-hover",
              )}
            >
              <span className="min-w-0 wrap-anywhere">{one.label}</span>
              {one.detail ? (
                <span className="min-w-0 font-mono text-xs text-content-muted wrap-anywhere">
                  {one.detail}
                </span>
              ) : null}
            </button>
          ))}
          <p className="px-2 py-1 text-xs text-content-muted empty:hidden">
            {found.length === 0 && options.length > 0 ? "No matches. " : null}
            {found.length > shown.length
              ? `${formatCount(found.length - shown.length)} more. Keep typing. `
              : null}
            {note}
          </p>
        </SuggestionList>
      ) : null}
    </div>
  );
}

/** A list of suggestions beside what they are for. */
export function SuggestionList(props: {
  id: string;
  label: string | undefined;
  anchor: { current: HTMLElement | null };
  tabIndex?: number;
  children: React.ReactNode;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      if (ref.current && props.anchor.current) floatBeside(ref.current, props.anchor.current, "start");
    };
    place();
    document.addEventListener("scroll", place, true);
    window.addEventListener("resize", place);
    return () => {
      document.removeEventListener("scroll", place, true);
      window.removeEventListener("resize", place);
    };
  });
  return (
    <div
      ref={ref}
      id={props.id}
      {...ROLES.list}
      // Else browsers let Tab stop at a list that scrolls, which closes when its field is left.
      tabIndex={props.tabIndex ?? -1}
      aria-label={props.label ?? "Suggestions"}
      className="fixed inset-auto z-30 m-0 max-h-72 w-96 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md bg-surface-raised p-1 text-sm text-content shadow-float"
    >
      {props.children}
    </div>
  );
}
