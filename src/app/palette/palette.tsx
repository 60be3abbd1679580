import * as Radix from "@radix-ui/react-dialog";
import { useEdgeLimits } from "#resources/closing.ts";
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useLocation } from "react-router-dom";
import { showOverlay } from "#components/palette-registry.ts";
import { newestKnown, updateTarget } from "#contract/outdated.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { goneUrls } from "#fleet/gone-urls.ts";
import { useActions, useDepartures } from "#fleet/use-fleet.ts";
import { usePublished } from "#fleet/use-published.ts";
import { cx } from "#ui/cx.ts";
import { formatCount, shortenId } from "#ui/format.ts";
import { Icon } from "#ui/icon.tsx";
import { useReturnFocus } from "#ui/return-focus.ts";
import { SHORTCUTS, type Entry } from "./entries.ts";
import { PaletteCover } from "./cover.tsx";
import { takeEarlyKeys } from "./early-keys.ts";
import { useKnown, useShelves } from "./known.ts";
import { useReading } from "./reading.ts";
import { recentEntries } from "./recent.ts";
import { resultsOf } from "./results.ts";

// A list that filters by what was typed has no native elements: these are the ARIA combobox pattern's roles.
const comboboxWith = (matches: number) => ({ role: "combobox", "aria-expanded": matches > 0 });
const LISTBOX = { role: "listbox" };
const optionWith = (active: boolean) => ({ role: "option", tabIndex: -1, "aria-selected": active });

type Props = {
  onChoose: (entry: Entry, typed?: string) => void;
  /** It is gone and the focus is back where it was. */
  onClosed: () => void;
};

/** The command palette: type to find pages, resources and actions; arrow keys, Enter, Escape. */
export function Palette({ onChoose, onClosed }: Props) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const base = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(
    () => takeEarlyKeys((text, at) => setTyped((now) => now.slice(0, at) + text + now.slice(at))),
    [],
  );
  const giveBack = useReturnFocus();
  const known = useKnown();
  const { entries, more } = useResults(typed, known);
  const reading = useReading(typed, known);
  const at = Math.min(chosen, Math.max(0, entries.length - 1));

  const choose = (entry: Entry | undefined) => {
    // The query of a URL may hold a secret, and is not kept with the page it leads to.
    if (entry && !entry.disabledReason) onChoose(entry, typed.split("?")[0]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return undefined;
    if (event.key === "Enter") return choose(entries[at]);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (to === undefined || entries.length === 0) return undefined;
    event.preventDefault();
    const next = (to + entries.length) % entries.length;
    setChosen(next);
    return document.getElementById(`${base}-${next}`)?.scrollIntoView({ block: "nearest" });
  };

  return (
    <Radix.Root open onOpenChange={() => showOverlay(null)}>
      <Radix.Portal>
        <div aria-hidden="true" className="fixed inset-0 z-40 bg-backdrop" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            // Radix would select what was typed by then, and the next key would replace it.
            event.preventDefault();
            field.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            giveBack(event);
            onClosed();
          }}
          className="fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] flex-col overflow-hidden rounded-lg bg-surface-raised shadow-dialog outline-none md:top-[10dvh] md:max-h-[76dvh] md:max-w-170"
        >
          <Radix.Title className="sr-only">Go to</Radix.Title>
          <div className="flex flex-none items-center gap-2 border-b border-line px-4">
            <Icon name="search" className="text-content-faint" />
            <input
              ref={field}
              {...comboboxWith(entries.length)}
              aria-label="Find or do"
              aria-controls={`${base}-list`}
              aria-activedescendant={entries.length > 0 ? `${base}-${at}` : undefined}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              maxLength={300}
              placeholder="Find a page or resource, or type a command"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setChosen(0);
              }}
              onKeyDown={onKeyDown}
              className="h-bar min-w-0 flex-1 bg-transparent outline-none"
            />
          </div>
          <div
            id={`${base}-list`}
            {...LISTBOX}
            aria-label="Matches"
            className={cx("min-h-0 overflow-auto", entries.length > 0 && "p-1")}
          >
            {entries.map((entry, index) => (
              <Option
                key={entry.id}
                id={`${base}-${index}`}
                entry={entry}
                active={index === at}
                onSelect={() => choose(entry)}
              />
            ))}
          </div>
          <output
            className={
              entries.length > 0 && more === 0 ? "sr-only" : "flex-none px-4 py-2 text-xs text-content-muted"
            }
          >
            {entries.length === 0
              ? noMatch(typed.trim(), known)
              : more > 0
                ? `${formatCount(more)} more. Keep typing.`
                : `${formatCount(entries.length)} found`}
          </output>
          <PaletteCover
            known={known}
            reading={reading}
            onHelp={() => onChoose(SHORTCUTS)}
            onPressed={() => field.current?.focus()}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Says of what there is none: lists that nobody loaded may hold it. */
function noMatch(typed: string, known: ReturnType<typeof useKnown>): string {
  const isPart = known.some(({ kind, whole, absent }) => !kind.within && !whole && !absent);
  return `No match ${isPart ? "so far " : ""}for “${typed}”`;
}

function useResults(typed: string, known: ReturnType<typeof useKnown>) {
  const { shelves, made } = useShelves(known);
  const left = useDepartures();
  const actions = useActions();
  const limits = useEdgeLimits();
  const releases = usePublished();
  const { pathname } = useLocation();
  return useMemo(
    () => {
      const sessions = shelves.find(({ kind }) => kind.kind === "session")?.rows as readonly TunnelSession[];
      const newest = newestKnown(sessions, releases);
      return resultsOf({
        limits,
        typed,
        shelves,
        recent: recentEntries(),
        pathname,
        now: Date.now(),
        targetOf: ({ agent_version: version }) => updateTarget(version, newest),
        releases,
        goneFor: (text, tunnels) => goneUrls(text, { left, actions }, tunnels),
      });
    },
    // eslint-disable-next-line react-hooks/exhaustive-deps -- texts are added to the shelves: made says so
    [typed, shelves, pathname, made, left, actions, limits, releases],
  );
}

function Option(props: { id: string; entry: Entry; active: boolean; onSelect: () => void }) {
  const { label, aside, what, icon, disabledReason } = props.entry;
  return (
    <button
      type="button"
      id={props.id}
      {...optionWith(props.active)}
      aria-disabled={disabledReason ? true : undefined}
      onClick={props.onSelect}
      className={cx(
        "flex min-h-row w-full items-center gap-2 rounded-md px-3 py-1 text-left",
        props.active ? "bg-accent-soft" : "hover:bg-surface-hover",
      )}
    >
      <Icon name={icon} className="text-content-muted" />
      <span className="grid min-w-0 flex-1">
        <span className="flex min-w-0 items-baseline gap-2">
          <span
            className={cx(
              "truncate wrap-anywhere max-md:whitespace-normal",
              disabledReason && "text-content-muted",
            )}
          >
            {label}
          </span>
          {aside ? (
            <span className="flex-none font-mono text-xs text-content-muted max-md:hidden">
              {shortenId(aside)}
            </span>
          ) : null}
        </span>
        {disabledReason ? <span className="text-xs text-content-muted">{disabledReason}</span> : null}
      </span>
      <span className="max-w-2/5 flex-none text-right text-xs text-content-muted">{what}</span>
    </button>
  );
}
