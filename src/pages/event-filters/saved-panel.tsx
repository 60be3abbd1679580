import { useState } from "react";
import { flushSync } from "react-dom";
import {
  deleteFilter,
  NAME_MAX,
  renameFilter,
  SAVED_MAX,
  type SavedFilter,
  saveFilter,
  useSavedFilters,
} from "#filters/saved-filters.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { focusIfLost } from "#ui/focus-if-lost.ts";
import { formatCount } from "#ui/format.ts";
import { Input } from "#ui/input.tsx";
import { Note } from "#ui/note.tsx";
import { Panel } from "#ui/panel.tsx";
import { useToast } from "#ui/toast.tsx";

type Props = {
  kind: string;
  filter: string;
  /** A filter that is wrong is not saved. */
  isWrong: boolean;
  onUse: (saved: SavedFilter) => void;
};

/** The filters of this device: saved, used again, renamed and deleted. */
export function SavedPanel({ kind, filter, isWrong, onUse }: Props) {
  const { filters, stored } = useSavedFilters();
  const toast = useToast();
  const [name, setName] = useState("");
  const known = filters.some((one) => one.name === name.trim());
  const reason = isWrong
    ? "Correct the filter first"
    : filter.trim() === ""
      ? "Write a filter first"
      : name.trim() === ""
        ? "Name the filter first"
        : filters.length >= SAVED_MAX && !known
          ? `Delete a filter first: up to ${SAVED_MAX} are saved`
          : undefined;
  return (
    <Panel title="Saved filters" count={filters.length > 0 ? formatCount(filters.length) : undefined}>
      <form
        className="flex flex-wrap gap-2 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason !== undefined) return;
          saveFilter({ name: name.trim(), kind, filter });
          toast({ tone: "ok", text: `${name.trim()} saved` });
          setName("");
        }}
      >
        <span className="min-w-0 flex-1 basis-40">
          <Input
            fieldSize="sm"
            aria-label="Name of the filter"
            placeholder="Name"
            maxLength={NAME_MAX}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </span>
        <Button type="submit" size="sm" disabledReason={reason}>
          {known ? "Replace" : "Save filter"}
        </Button>
      </form>
      {stored ? null : (
        <div className="px-4 pb-4">
          <Note tone="warn">
            This browser stores nothing for this site. Saved filters are kept until you close this tab.
          </Note>
        </div>
      )}
      {filters.length === 0 ? (
        <p className="px-4 pb-4 text-xs text-content-muted">Saved on this device only.</p>
      ) : (
        <ul aria-label="Saved filters" className="m-0 border-t border-line">
          {filters.map((one) => (
            <Saved key={one.name} saved={one} names={filters.map((of) => of.name)} onUse={() => onUse(one)} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

const focus = (field: HTMLInputElement | null) => field?.focus();

type SavedProps = { saved: SavedFilter; names: readonly string[]; onUse: () => void };

function Saved({ saved: { name, kind, filter }, names, onUse }: SavedProps) {
  const [renamed, setRenamed] = useState<string | null>(null);
  const toast = useToast();
  const close = (now: string) => {
    // The field goes, and the focus with it.
    flushSync(() => setRenamed(null));
    focusIfLost(document.querySelector<HTMLElement>(`[aria-label=${JSON.stringify(`Rename ${now}`)}]`));
  };
  const to = renamed?.trim() ?? "";
  const reason =
    to === ""
      ? "Write a name"
      : to !== name && names.includes(to)
        ? "Another filter has this name"
        : undefined;
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-1.5 pr-2 pl-4 last:border-0">
      {renamed === null ? (
        <>
          <button
            type="button"
            onClick={onUse}
            className="link inline-flex min-h-6 min-w-0 flex-1 basis-32 items-center text-left wrap-anywhere"
          >
            {name}
          </button>
          <IconButton size="sm" icon="edit" label={`Rename ${name}`} onClick={() => setRenamed(name)} />
          <IconButton
            size="sm"
            icon="trash"
            label={`Delete ${name}`}
            onClick={() => {
              const undo = deleteFilter(name);
              toast({ tone: "ok", text: `${name} deleted`, action: { label: "Undo", onSelect: undo } });
            }}
          />
        </>
      ) : (
        <form
          className="flex min-w-0 flex-1 flex-wrap gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (reason !== undefined) return;
            renameFilter(name, to);
            close(to);
          }}
        >
          <span className="min-w-0 flex-1 basis-32">
            <Input
              fieldSize="sm"
              ref={focus}
              aria-label={`New name of ${name}`}
              maxLength={NAME_MAX}
              value={renamed}
              onChange={({ currentTarget }) => setRenamed(currentTarget.value)}
              onKeyDown={({ key }) => {
                if (key === "Escape") close(name);
              }}
            />
          </span>
          <Button type="submit" size="sm" disabledReason={reason}>
            Rename
          </Button>
        </form>
      )}
      <p className="w-full min-w-0 text-xs text-content-muted">
        {kind} <code className="font-mono wrap-anywhere">{filter}</code>
      </p>
    </li>
  );
}
