import type { ReactNode } from "react";
import { bottomBar } from "#ui/bottom-bar.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { counted, formatCount, plural } from "#ui/format.ts";
import { Status } from "#ui/status.tsx";
import type { TableSelection } from "./use-selection.ts";

/**
 * Stays at the bottom of the window while rows are selected: how many, how many of them are out of sight, all of them,
 * none, and what can be done.
 */
export function SelectionBar({
  noun,
  count,
  shown,
  selection,
  onShowAll,
  children,
}: {
  noun: { one: string; many: string };
  count: number;
  /** How many rows search and filters choose. */
  shown: number;
  selection: TableSelection;
  /** Clears search and filters. */
  onShowAll: () => void;
  children: ReactNode;
}) {
  const hidden = count - selection.inSight;
  return (
    <section
      ref={bottomBar}
      aria-label="Selection"
      data-bottom-bar
      // Beside the opened row, which would cover what can be done.
      className="sticky bottom-4 z-10 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface-raised py-2 pr-3 pl-2 shadow-float max-md:bottom-2 lg:in-[:root:has([data-beside])]:mr-92"
    >
      <IconButton icon="x" label="Clear selection" size="sm" onClick={selection.clear} />
      <output className="mr-1 flex min-w-0 flex-wrap items-center gap-x-2">
        <span className="font-strong whitespace-nowrap">{formatCount(count)} selected</span>
        {hidden > 0 ? (
          <Status tone="warn">
            {hidden === count && count > 1 ? "All" : formatCount(hidden)} hidden by search or filters
          </Status>
        ) : null}
      </output>
      {hidden > 0 ? (
        <Button size="sm" variant="ghost" onClick={onShowAll}>
          Show {plural(hidden, "it", "them")}
        </Button>
      ) : null}
      {hidden > 0 && hidden < count ? (
        <Button size="sm" variant="ghost" onClick={selection.keepShown}>
          Deselect hidden
        </Button>
      ) : null}
      {selection.shown === "all" || shown === 0 ? null : (
        <Button size="sm" variant="ghost" onClick={selection.chooseAll}>
          Select all {counted(shown, noun)} shown
        </Button>
      )}
      <div className="ml-auto flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">{children}</div>
    </section>
  );
}
