import { useState } from "react";
import { IconButton } from "#ui/button.tsx";
import { giveFocus } from "#ui/give-focus.ts";
import { Note } from "#ui/note.tsx";
import type { Identified } from "./column.ts";
import type { Props } from "./resource-list.tsx";
import { SidePanel } from "./side-panel.tsx";

type Opened = { of: Props<Identified>; id: string; onClose: () => void };

/** The row that is open beside its list. One that leaves the list stays: nothing disappears under the eyes of who reads it. */
export function OpenedRow({ of: { table, rows, panel }, id, onClose }: Opened) {
  const now = rows.find((row) => row.id === id);
  const [last, setLast] = useState(now);
  if (now && now !== last) setLast(now);
  const shown = now ?? (last?.id === id ? last : undefined);
  if (!shown || !panel) return null;
  return (
    <SidePanel key={id} title={panel.title(shown)} left={now ? null : table.noun.one} onClose={onClose}>
      {panel.render(shown, !now)}
    </SidePanel>
  );
}

/** Over a list that has no such row as its address opens. One that was there before is shown as it was last. */
export function NoSuchRow({ of: { table, list, rows }, id, onClose }: Opened) {
  const [seen, setSeen] = useState<string | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const { isFetching, dataUpdatedAt } = list.query;
  // A list that was read before may not have it yet.
  const reading = isFetching || dataUpdatedAt === 0;
  if (id !== seen && rows.some((row) => row.id === id)) setSeen(id);
  if (id !== seen && id !== told && !reading) setTold(id);
  if (id === seen || id !== told) return null;
  const dismiss = () => {
    giveFocus(null);
    onClose();
  };
  return (
    <Note tone="warn" actions={<IconButton icon="x" label="Dismiss" size="sm" onClick={dismiss} />}>
      <strong>No such {table.noun.one}.</strong> <code className="font-mono text-xs">{id}</code> may no longer
      exist, or the link may be wrong.
    </Note>
  );
}
