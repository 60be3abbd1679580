import { Link } from "react-router-dom";
import { edgeName, hostOf } from "#resources/edge-names.ts";
import { href } from "#resources/paths.ts";
import type { Column } from "#table/column.ts";
import { ModuleChips } from "#modules/editor/module-chips.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { formatCount, plural } from "#ui/format.ts";
import { MenuButton } from "#ui/menu.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { kindWords, type EdgeItem } from "./edge-rows.ts";

const muted = "text-content-muted";

function Hosts({ item: { protocol, edge } }: { item: EdgeItem }) {
  const more = (edge.hostports ?? []).slice(1).map(hostOf);
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Link
        to={href.edge(protocol, edge.id)}
        className="max-w-full flex-none scroll-mt-10 truncate font-strong hover:underline"
      >
        {edgeName(edge)}
      </Link>
      {more.length > 0 ? (
        <span className={`flex-none ${muted}`} title={more.join(", ")}>
          and {more.length} more
        </span>
      ) : null}
      {edge.description ? (
        <span className={`truncate ${muted} max-lg:hidden`} title={edge.description}>
          {edge.description}
        </span>
      ) : null}
    </span>
  );
}

/** "2 routes"; the head of the column says the noun on wide windows. Only HTTPS edges have routes. */
function RouteCount({ item: { protocol, edge } }: { item: EdgeItem }) {
  if (protocol !== "https") return <span className="max-md:hidden">–</span>;
  if (!edge.routes) return "not shown";
  return (
    <>
      {formatCount(edge.routes.length)}
      <span className="md:sr-only"> {plural(edge.routes.length, "route")}</span>
    </>
  );
}

/** The columns of /edges. */
export function edgeColumns(onDelete: (item: EdgeItem) => void): readonly Column<EdgeItem>[] {
  return [
    {
      id: "name",
      exports: ["name", "hostports", "description"],
      head: "Hosts",
      width: "minmax(14rem, 2fr)",
      place: "lead",
      sortable: true,
      cell: (item) => <Hosts item={item} />,
    },
    {
      id: "kind",
      head: "Kind",
      width: "4rem",
      place: "sub",
      sortable: true,
      className: muted,
      cell: kindWords,
    },
    { id: "id", head: "Id", width: "10.5rem", place: "drop", cell: ({ edge }) => <CopyId id={edge.id} /> },
    {
      id: "routes",
      head: "Routes",
      width: "4rem",
      place: "sub",
      sortable: true,
      cell: (item) => <RouteCount item={item} />,
    },
    {
      id: "modules",
      head: "Modules",
      width: "minmax(16rem, 1fr)",
      place: "sub",
      cell: ({ edge }) =>
        edge.created_at === undefined ? null : (
          <ModuleChips owners={[edge, ...(edge.routes ?? [])]} most={3} />
        ),
    },
    {
      id: "created",
      head: "Created",
      width: "6rem",
      place: "drop",
      sortable: true,
      className: muted,
      cell: ({ edge: { created_at: at } }) => (at ? <RelativeTime at={at} /> : "not shown"),
    },
    {
      id: "menu",
      head: "Actions",
      width: "2rem",
      place: "menu",
      cell: (item) => <EdgeMenu item={item} onDelete={() => onDelete(item)} />,
    },
  ];
}

function EdgeMenu({ item: { protocol, edge }, onDelete }: { item: EdgeItem; onDelete: () => void }) {
  const unread = edge.created_at === undefined ? "The service does not show this edge." : undefined;
  return (
    <MenuButton
      label={`Actions for ${edgeName(edge)}`}
      size="sm"
      items={[
        { label: "Open", icon: "right", to: href.edge(protocol, edge.id) },
        {
          label: "Edit…",
          icon: "edit",
          to: href.edgeEdit(protocol, edge.id),
          disabledReason: unread,
        },
        ...(protocol === "https"
          ? [{ label: "Add a route…", icon: "plus" as const, to: href.routeNew(edge.id) }]
          : []),
        "separator",
        { label: "Delete…", icon: "trash", tone: "danger", disabledReason: unread, onSelect: onDelete },
      ]}
    />
  );
}
