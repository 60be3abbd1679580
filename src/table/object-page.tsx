import {
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from "react";
import { Outlet, useLocation, useMatch, useSearchParams } from "react-router-dom";
import { isAbsent } from "#api/errors.ts";
import { tryInToast } from "#components/failure-toast.ts";
import type { Used } from "#resources/edge-users.ts";
import { listTitleOf, type Kind } from "#resources/kinds.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { capital, formatCount } from "#ui/format.ts";
import type { MenuItems } from "#ui/menu-item.ts";
import { useToast } from "#ui/toast.tsx";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import type { Identified } from "./column.ts";
import { ResourceList } from "./resource-list.tsx";
import { RowMenu } from "./row-menu.tsx";

const ConfirmDialog = lazyPart(() => import("#components/confirm-dialog.tsx"), "ConfirmDialog");
const ConfirmUnused = lazyPart(() => import("#components/confirm-unused.tsx"), "ConfirmUnused");

type List<T extends Identified> = Parameters<typeof ResourceList<T>>[0];

/** How one of the objects is deleted, and what is said of it. */
type Removal<T> = {
  /** Why a row can't be deleted. */
  disabledReason?: (row: T) => string | undefined;
} & (Confirmed<T> | { dialog: (row: T, onClose: () => void) => ReactNode });

type Confirmed<T> = {
  /** What stops working, and whether it comes back. */
  words: ReactNode;
  /** By which module edges and routes use it: what is used can't be deleted. */
  usedAs?: Used["kind"];
  /** The question, where what it touches is read first. */
  Question?: ComponentType<ComponentProps<typeof ConfirmDialog> & { row: T }>;
  remove: (row: T) => Promise<unknown>;
  /** What makes it again, once, however often it is tried; left out where that is impossible. */
  undo?: (row: T) => () => Promise<unknown>;
};

type Props<T extends Identified> = Omit<List<T>, "list" | "menu" | "selection"> & {
  resource: Kind & { nameOf: (row: T) => string; pathOf: (id: string) => string };
  list: List<T>["list"] & { query: Parameters<typeof Freshness>[0]["query"] };
  /** The URL of the dialog that makes a new one, and whether one can be made. */
  newTo: string;
  canMake?: boolean;
  /** What a new one is called; the noun of the resource when left out. */
  newNoun?: string;
  /** What else is in a row's menu, over its deletion. The same function at every render. */
  menuOf?: (row: T) => MenuItems;
  removal: Removal<T>;
  /** What to do where the service has no such list; without it that is a failure like any other. */
  absentWords?: string;
  /** Over the list. */
  note?: ReactNode;
};

/** What to do where the service does not list what modules name. */
export const NAMED_BY_MODULES = "They may still exist. Modules refer to them by ID.";

/** A plain page of things that are listed, made in a dialog over the list, and deleted with undo where that is possible. */
export function ObjectPage<T extends Identified>(props: Props<T>) {
  const { resource, list, newTo, canMake = true, menuOf, removal, absentWords, note, panel, ...rest } = props;
  const { nameOf, noun } = resource;
  const { newNoun = noun.one } = props;
  const title = listTitleOf(resource);
  const making = useMatch(newTo) !== null;
  // The list stays as it is behind the dialog, and when that closes.
  const { search } = useLocation();
  const [deleting, setDeleting] = useState<T | null>(null);
  const onDeleted = useCloseBeside();
  const { disabledReason } = removal;
  const menu = useCallback(
    (row: T) => (
      <RowMenu
        name={nameOf(row)}
        items={[
          ...(menuOf?.(row) ?? []),
          {
            label: "Delete…",
            icon: "trash",
            tone: "danger",
            disabledReason: disabledReason?.(row),
            onSelect: () => setDeleting(row),
          },
        ]}
      />
    ),
    [nameOf, disabledReason, menuOf],
  );
  const withDelete = useMemo(
    () =>
      panel && {
        title: panel.title,
        render: (row: T, left: boolean) => (
          <>
            {panel.render(row, left)}
            <div>
              <Button
                variant="danger"
                icon="trash"
                disabledReason={left ? "It is no longer in the list" : disabledReason?.(row)}
                onClick={() => setDeleting(row)}
              >
                Delete…
              </Button>
            </div>
          </>
        ),
      },
    [panel, disabledReason],
  );
  const absent = absentWords !== undefined && isAbsent(list.query.error);
  const close = () => setDeleting(null);
  return (
    <Page
      title={title}
      titleExtra={
        rest.rows.length === 0 ? null : (
          <span className="text-content-muted">{formatCount(rest.rows.length)}</span>
        )
      }
      crumbs={
        making ? [{ label: title, to: resource.list() }, { label: `New ${newNoun}` }] : [{ label: title }]
      }
      freshness={<Freshness query={list.query} />}
      actions={
        absent || !canMake ? null : (
          <ButtonLink to={newTo + search} variant="primary" icon="plus">
            Create {newNoun}
          </ButtonLink>
        )
      }
    >
      {note}
      {absent ? (
        <EmptyState title={`This service can’t list ${noun.many}`}>
          <p>{absentWords}</p>
        </EmptyState>
      ) : (
        <ResourceList {...rest} {...(withDelete && { panel: withDelete })} list={list} menu={menu} />
      )}
      {deleting && "dialog" in removal ? removal.dialog(deleting, close) : null}
      {deleting && "remove" in removal ? (
        <DeleteDialog
          one={noun.one}
          name={nameOf(deleting)}
          row={deleting}
          about={resource.pathOf(deleting.id)}
          removal={removal}
          onDeleted={onDeleted}
          onClose={close}
        />
      ) : null}
      <Outlet />
    </Page>
  );
}

/** Told what was deleted here, closes that where it is open beside the list. */
function useCloseBeside(): (id: string) => void {
  const [params, setParams] = useSearchParams();
  const [deleted, setDeleted] = useState<string | null>(null);
  // Here and not in the answer to the deletion: by then another page may be shown.
  useEffect(() => {
    if (deleted === null || params.get("open") !== deleted) return;
    setParams(
      [...params].filter(([name]) => name !== "open"),
      { replace: true },
    );
  }, [deleted, params, setParams]);
  return setDeleted;
}

function DeleteDialog<T extends Identified>(props: {
  one: string;
  name: string;
  row: T;
  /** Its path: what is told of it is over. */
  about: string;
  removal: Confirmed<T>;
  onDeleted: (id: string) => void;
  onClose: () => void;
}) {
  const { one, name, row, removal } = props;
  const toast = useToast();
  const { undo, Question } = removal;
  const bringBack = (create: () => Promise<unknown>) =>
    tryInToast(
      toast,
      () => `restore ${one} “${name}”`,
      async () => {
        await create();
        toast({ tone: "ok", text: `Undone: ${one} “${name}” restored with a new ID` });
      },
    );
  const question = {
    onClose: props.onClose,
    title: `Delete ${one} “${name}”?`,
    confirmLabel: `Delete ${one}`,
    tried: `delete this ${one}`,
    onConfirm: async () => {
      await removal.remove(row);
      props.onDeleted(row.id);
      toast({
        tone: "ok",
        text: `${capital(one)} “${name}” deleted`,
        about: props.about,
        ...(undo ? { action: { label: "Undo", onSelect: () => void bringBack(undo(row)) } } : {}),
      });
    },
    children: removal.words,
  };
  if (Question) return <Question {...question} danger row={row} />;
  return removal.usedAs === undefined ? (
    <ConfirmDialog {...question} danger />
  ) : (
    <ConfirmUnused {...question} of={{ kind: removal.usedAs, id: row.id }} />
  );
}
