import { useEffect, useRef } from "react";
import { Button } from "#ui/button.tsx";
import { formatCount } from "#ui/format.ts";
import { Icon } from "#ui/icon.tsx";
import { Input } from "#ui/input.tsx";
import type { TableState } from "../url-state.ts";
import { Filters } from "./filter-menu.tsx";
import type { RowModel } from "./rows.ts";

const TYPING_MS = 120;

type Props<T> = {
  /** Plural name of the rows: "sessions". */
  noun: string;
  rows: readonly T[];
  /** How many of the rows search and filters choose. */
  matching: number;
  model: RowModel<T>;
  state: TableState;
  change: (patch: Partial<TableState>) => void;
  /** Given while only part of the list is there. */
  partial?: { cancelled: boolean; onCancel: () => void; onResume: () => void } | undefined;
};

/** Search, filters and what they cover. */
export function Toolbar<T>({ noun, rows, matching, model, state, change, partial }: Props<T>) {
  const total = formatCount(rows.length);
  const chosen = state.search !== "" || Object.keys(state.filters).length > 0;
  return (
    <search aria-label={`Search ${noun}`} className="flex flex-wrap items-center gap-2">
      <Search
        value={state.search}
        label={`Search ${noun}`}
        placeholder={partial ? `Search ${total} loaded so far` : `Search all ${total} ${noun}`}
        onChange={(search) => change({ search })}
      />
      {model.facets.length > 0 ? (
        <Filters {...{ rows, model, state }} onFilters={(filters) => change({ filters })} />
      ) : null}
      {partial ? (
        <span className="flex items-center gap-2 text-xs text-content-muted">
          <Icon
            name={partial.cancelled ? "warn" : "run"}
            spin={!partial.cancelled}
            className="text-accent-text"
          />
          {total} loaded so far, search covers these
          {partial.cancelled ? (
            <Button size="sm" onClick={partial.onResume}>
              Load all
            </Button>
          ) : (
            <Button size="sm" onClick={partial.onCancel}>
              Cancel
            </Button>
          )}
        </span>
      ) : null}
      <output className="ml-auto text-xs text-content-muted">
        {chosen ? `${formatCount(matching)} of ${total} match` : ""}
      </output>
    </search>
  );
}

function Search(props: {
  value: string;
  label: string;
  placeholder: string;
  onChange: (value: string) => void;
}) {
  const { value, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // What comes back from the URL while the user types on must not overwrite the newer text.
    if (value === sent.current || !input.current) return;
    sent.current = value;
    input.current.value = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = () => {
    clearTimeout(timer.current);
    const text = input.current?.value ?? "";
    if (text === sent.current) return;
    sent.current = text;
    onChange(text);
  };
  return (
    <span className="relative w-60 max-md:w-full">
      <Icon name="search" className="pointer-events-none absolute top-1.5 left-2 z-1 text-content-faint" />
      <Input
        ref={input}
        type="search"
        fieldSize="sm"
        defaultValue={value}
        maxLength={200}
        aria-label={props.label}
        placeholder={props.placeholder}
        spellCheck={false}
        autoComplete="off"
        onChange={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(send, TYPING_MS);
        }}
        onBlur={send}
        onKeyDown={(event) => {
          if (event.key === "Enter") send();
        }}
        className="pl-7.5"
      />
    </span>
  );
}
