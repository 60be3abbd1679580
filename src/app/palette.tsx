import * as Radix from "@radix-ui/react-dialog";
import { useId, useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router-dom";
import { setPaletteOpen, useAllPaletteItems, type PaletteItem } from "#components/palette-registry.ts";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import { useReturnFocus } from "#ui/return-focus.ts";

const MOST = 50;

// A list that filters by what was typed has no native elements: these are the ARIA combobox pattern's roles.
const comboboxWith = (matches: number) => ({ role: "combobox", "aria-expanded": matches > 0 });
const LISTBOX = { role: "listbox" };
const optionWith = (active: boolean) => ({ role: "option", tabIndex: -1, "aria-selected": active });

/** Items whose label, group or keywords hold every word typed, in their order. */
export function matchItems(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return items
    .filter(({ label, group, keywords }) => {
      const text = `${label} ${group} ${keywords ?? ""}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .slice(0, MOST);
}

/** The command palette: type to filter, arrow keys, Enter, Escape. */
export function Palette() {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const base = useId();
  const navigate = useNavigate();
  const giveBack = useReturnFocus(true);
  const matches = matchItems(useAllPaletteItems(), typed);
  const at = Math.min(chosen, Math.max(0, matches.length - 1));

  const select = (item: PaletteItem | undefined) => {
    if (!item) return;
    setPaletteOpen(false);
    if (item.to) void navigate(item.to);
    item.onSelect?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") return select(matches[at]);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (to === undefined || matches.length === 0) return undefined;
    event.preventDefault();
    const next = (to + matches.length) % matches.length;
    setChosen(next);
    return document.getElementById(`${base}-${next}`)?.scrollIntoView({ block: "nearest" });
  };

  return (
    <Radix.Root open onOpenChange={setPaletteOpen}>
      <Radix.Portal>
        <div aria-hidden="true" className="fixed inset-0 z-40 bg-backdrop" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={giveBack}
          className="fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[70dvh] flex-col rounded-lg bg-surface-raised shadow-dialog outline-none md:top-[12dvh] md:max-w-140"
        >
          <Radix.Title className="sr-only">Go to</Radix.Title>
          <div className="flex items-center gap-2 border-b border-line px-4">
            <Icon name="search" className="text-content-faint" />
            <input
              {...comboboxWith(matches.length)}
              aria-label="Go to or do"
              aria-controls={`${base}-list`}
              aria-activedescendant={matches.length > 0 ? `${base}-${at}` : undefined}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              placeholder="Page, id or action"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setChosen(0);
              }}
              onKeyDown={onKeyDown}
              className="h-bar min-w-0 flex-1 bg-transparent outline-none"
            />
          </div>
          <div id={`${base}-list`} {...LISTBOX} aria-label="Matches" className="min-h-0 overflow-auto p-1">
            {matches.map((item, index) => (
              <Option
                key={item.id}
                id={`${base}-${index}`}
                item={item}
                active={index === at}
                showGroup={item.group !== matches[index - 1]?.group}
                onSelect={() => select(item)}
              />
            ))}
          </div>
          <output className={matches.length > 0 ? "sr-only" : "px-4 pt-2 pb-4 text-content-muted"}>
            {matches.length > 0 ? `${matches.length} found` : `No match for “${typed}”`}
          </output>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Option(props: {
  id: string;
  item: PaletteItem;
  active: boolean;
  showGroup: boolean;
  onSelect: () => void;
}) {
  const { item } = props;
  return (
    <button
      type="button"
      id={props.id}
      {...optionWith(props.active)}
      onClick={props.onSelect}
      className={cx(
        "flex h-row w-full items-center gap-2 rounded-md px-3",
        props.active ? "bg-accent-soft" : "hover:bg-surface-hover",
      )}
    >
      <Icon name={item.icon ?? "right"} className="text-content-muted" />
      <span className="min-w-0 truncate">{item.label}</span>
      {props.showGroup ? <span className="ml-auto text-xs text-content-muted">{item.group}</span> : null}
    </button>
  );
}
