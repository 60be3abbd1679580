import { Suspense, useMemo, useState, type ReactNode } from "react";
import { Outlet } from "react-router-dom";
import { describeError, isAbsent } from "#api/errors.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { formatCount } from "#ui/format.ts";
import { useToast } from "#ui/toast.tsx";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { lazyExport } from "#ui/lazy-export.ts";
import { ResourceList } from "./resource-list.tsx";
import type { Column } from "./column.ts";

const ConfirmDialog = lazyExport(() => import("#components/confirm-dialog.tsx"), "ConfirmDialog");

type List<T> = Parameters<typeof ResourceList<T>>[0];

/** How one of the objects is deleted, and what is said of it. */
type Removal<T> = {
  nameOf: (row: T) => string;
  /** What stops working, and whether it comes back. */
  words: ReactNode | ((row: T) => ReactNode);
  remove: (row: T) => Promise<unknown>;
  /** Makes it again; left out where that is impossible. */
  undo?: (row: T) => Promise<unknown>;
};

type Props<T extends { id: string }> = Omit<List<T>, "keyOf" | "columns" | "list"> & {
  title: string;
  list: List<T>["list"] & { query: Parameters<typeof Freshness>[0]["query"] };
  /** Makes the columns once; `ask` asks whether to delete a row. */
  columnsOf: (ask: (row: T) => void) => readonly Column<T>[];
  /** The list's own URL, and that of the dialog that makes a new one. */
  to: string;
  newTo: string;
  /** Is that dialog open? */
  making: boolean;
  removal: Removal<T>;
  /** What to do where the service has no such list; by default that modules name them by their ids. */
  absentWords?: string;
};

const keyOf = ({ id }: { id: string }) => id;

/** A plain page of things that are listed, made in a dialog over the list, and deleted with undo where that is possible. */
export function ObjectPage<T extends { id: string }>(props: Props<T>) {
  const { title, list, columnsOf, to, newTo, making, removal, absentWords, ...rest } = props;
  const [deleting, setDeleting] = useState<T | null>(null);
  const columns = useMemo(() => columnsOf(setDeleting), [columnsOf, setDeleting]);
  const { one } = rest.noun;
  const absent = isAbsent(list.query.error);
  return (
    <Page
      title={title}
      titleExtra={
        rest.rows.length === 0 ? null : (
          <span className="text-content-muted">{formatCount(rest.rows.length)}</span>
        )
      }
      crumbs={making ? [{ label: title, to }, { label: `New ${one}` }] : [{ label: title }]}
      freshness={<Freshness query={list.query} />}
      actions={
        absent ? null : (
          <ButtonLink to={newTo} variant="primary" icon="plus">
            New {one}
          </ButtonLink>
        )
      }
    >
      {absent ? (
        <EmptyState title={`This service has no list of ${rest.noun.many}`}>
          <p>{absentWords ?? "They may exist all the same: modules name them by their ids."}</p>
        </EmptyState>
      ) : (
        <ResourceList {...rest} list={list} keyOf={keyOf} columns={columns} />
      )}
      {deleting ? (
        <Suspense>
          <DeleteDialog one={one} row={deleting} removal={removal} onClose={() => setDeleting(null)} />
        </Suspense>
      ) : null}
      <Outlet />
    </Page>
  );
}

function DeleteDialog<T>(props: { one: string; row: T; removal: Removal<T>; onClose: () => void }) {
  const { one, row, removal } = props;
  const toast = useToast();
  const name = removal.nameOf(row);
  const { undo } = removal;
  const bringBack = async () => {
    try {
      await undo?.(row);
      toast({ tone: "ok", text: `${name} is there again, under a new id.` });
    } catch (error) {
      const { title, detail } = describeError(error, `bring ${name} back`);
      toast({ tone: "bad", text: `${title}. ${detail}` });
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
      title={`Delete the ${one} “${name}”?`}
      confirmLabel={`Delete ${one}`}
      tried={`delete this ${one}`}
      danger
      onConfirm={async () => {
        await removal.remove(row);
        toast({
          tone: "ok",
          text: undo ? `Deleted ${name}.` : `Deleted ${name}. Can’t be undone.`,
          ...(undo ? { action: { label: "Undo", onSelect: () => void bringBack() } } : {}),
        });
      }}
    >
      {typeof removal.words === "function" ? removal.words(row) : removal.words}
    </ConfirmDialog>
  );
}
