import { KINDS } from "#resources/kinds.ts";
import { Link } from "react-router-dom";
import { edgeName, hostOf, isUnnamed, urlsOf } from "#resources/edge-names.ts";
import { EDGE_HEALTH, type EdgeWay, wayWords } from "#resources/edge-way.ts";
import { type EdgeProtocol, href } from "#resources/paths.ts";
import type { EdgeRow } from "#resources/edge-discovery.ts";
import { defineTable } from "#table/define-table.ts";
import { idColumn } from "#table/id-column.tsx";
import { RowMenu } from "#table/row-menu.tsx";
import { ModuleChips } from "#modules/editor/module-chips.tsx";
import { FOUND, type Found } from "#modules/lint/edge-findings.ts";
import { counted, formatCount, inWords, plural } from "#ui/format.ts";
import { Pill, Status } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";

/** A row of /edges: an edge, its kind, what its addresses lead to, and where it listens (443 when left out). */
export type EdgeItem = {
  id: string;
  protocol: EdgeProtocol;
  edge: EdgeRow;
  way: EdgeWay;
  /** What is found on it, once it is asked for: of a long list only of the rows that are shown. */
  found: () => readonly Found[];
  /** Whether all is read that tells. */
  isRead: boolean;
  ownPort?: number | undefined;
};

const muted = "text-content-muted";

const HEALTH = Object.values(EDGE_HEALTH);
const healthOf = ({ way }: EdgeItem) => EDGE_HEALTH[wayWords(way).tone] ?? "Unknown";

const having = ({ found }: EdgeItem, severity: "error" | "warning") =>
  found().filter(({ finding }) => finding.severity === severity).length;

function foundWord(item: EdgeItem): string {
  const [errors, warnings] = [having(item, "error"), having(item, "warning")];
  if (errors > 0) return warnings > 0 ? FOUND.both : FOUND.error;
  return warnings > 0 ? FOUND.warning : item.isRead ? FOUND.none : FOUND.unknown;
}

/** The modules of an edge and its routes, after how many errors and warnings these have. */
function Modules({ item }: { item: EdgeItem }) {
  const { edge } = item;
  if (edge.created_at === undefined) return null;
  const [errors, warnings] = [having(item, "error"), having(item, "warning")];
  const counts = [
    ...(errors > 0 ? [counted(errors, "error")] : []),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
  ];
  const titles = item.found().map(({ place, finding }) => `${place}: ${finding.title}`);
  return (
    <span className="flex min-w-0 flex-wrap gap-1 md:flex-nowrap">
      {counts.length > 0 ? (
        <span title={titles.join("\n")} className="flex-none">
          <Pill {...(errors > 0 ? { tone: "bad", icon: "bad" } : { tone: "warn", icon: "warn" })}>
            {inWords(counts)}
          </Pill>
        </span>
      ) : null}
      <ModuleChips
        owners={[edge, ...(edge.routes ?? [])]}
        most={counts.length > 0 ? 1 : 2}
        warned={item.found().map(({ finding }) => finding.module)}
      />
    </span>
  );
}

function Hosts({ item: { protocol, edge } }: { item: EdgeItem }) {
  const more = (edge.hostports ?? []).slice(1).map(hostOf);
  const name = edgeName(edge);
  return (
    // A description that has too little room goes to a second line, which is not shown.
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 leading-5 md:h-5 md:overflow-hidden">
      <span className="flex max-w-full flex-none items-baseline gap-x-2">
        <Link to={href.edge(protocol, edge.id)} className="min-w-0 truncate font-strong hover:underline">
          {name}
        </Link>
        {more.length > 0 ? (
          <span className={`flex-none ${muted}`} title={more.join(", ")}>
            +{more.length}
            <span className="sr-only"> more: {more.join(", ")}</span>
          </span>
        ) : null}
        {isUnnamed(edge) ? (
          <span className="flex-none font-mono text-xs text-content-faint" title={edge.id}>
            …{edge.id.slice(-4)}
          </span>
        ) : null}
      </span>
      {edge.description && edge.description !== name ? (
        <span className={`min-w-0 flex-[1_1_5rem] truncate ${muted} max-lg:hidden`} title={edge.description}>
          {edge.description}
        </span>
      ) : null}
    </span>
  );
}

/** "2 routes"; the head of the column says the noun on wide windows. Only HTTPS edges have routes. */
function RouteCount({ item: { protocol, edge } }: { item: EdgeItem }) {
  if (protocol !== "https") return <span className="max-md:hidden">–</span>;
  if (!edge.routes) return "Unknown";
  return (
    <>
      {formatCount(edge.routes.length)}
      <span className="md:sr-only">
        {" "}
        {plural(edge.routes.length, KINDS.route.noun.one, KINDS.route.noun.many)}
      </span>
    </>
  );
}

/** The table of /edges; of routes only where they apply is exported: their modules may hold secrets. */
export const edgeTable = defineTable<EdgeItem>({
  noun: { one: "edge", many: "edges" },
  columns: [
    {
      id: "name",
      head: "Address",
      width: "minmax(16rem, 2fr)",
      place: "lead",
      value: ({ edge }) => edgeName(edge),
      sort: "lower",
      search: ({ edge: { description, metadata, hostports }, protocol, ownPort }) => [
        description,
        metadata,
        ...(hostports ?? []).flatMap((one) => [one, ...urlsOf(protocol, one, ownPort)]),
      ],
      exports: ({ edge }) => {
        const { hostports, description } = edge;
        return { name: edgeName(edge), hostports, description };
      },
      cell: (item) => <Hosts item={item} />,
    },
    {
      id: "status",
      head: "Status",
      width: "10rem",
      place: "sub",
      value: healthOf,
      sort: (item) => HEALTH.indexOf(healthOf(item)),
      facets: [{ values: HEALTH }],
      cell: ({ way }) => <Status tone={wayWords(way).tone}>{wayWords(way).text}</Status>,
    },
    {
      id: "kind",
      head: "Kind",
      width: "3.25rem",
      place: "sub",
      className: muted,
      value: ({ protocol }) => protocol.toUpperCase(),
      sort: "value",
      facets: [{ values: ["HTTPS", "TLS", "TCP"] }],
      exports: ({ protocol }) => ({ kind: protocol }),
    },
    { ...idColumn(), width: "10.5rem", place: "sub", hidden: true },
    {
      id: "routes",
      head: "Routes",
      width: "3.25rem",
      place: "drop",
      sort: ({ edge }) => edge.routes?.length ?? -1,
      search: ({ edge }) => (edge.routes ?? []).map(({ match }) => match),
      exports: ({ edge }) => ({ routes: edge.routes?.map(({ match }) => match) }),
      cell: (item) => <RouteCount item={item} />,
    },
    {
      id: "modules",
      head: "Modules",
      width: "minmax(19rem, 1fr)",
      place: "sub",
      facets: [{ values: Object.values(FOUND), of: foundWord }],
      cell: (item) => <Modules item={item} />,
    },
    {
      id: "created",
      head: "Created",
      width: "6.25rem",
      place: "drop",
      className: muted,
      value: ({ edge }) => edge.created_at,
      sort: ({ edge }) => Date.parse(edge.created_at ?? "") || 0,
      cell: ({ edge: { created_at: at } }) => (at ? <RelativeTime at={at} /> : "Unknown"),
    },
  ],
  defaultSort: { column: "name", descending: false },
});

/** What can be done with an edge. */
export function EdgeMenu({ item: { protocol, edge }, onDelete }: { item: EdgeItem; onDelete: () => void }) {
  const unread = edge.created_at === undefined ? "The service does not show this edge." : undefined;
  return (
    <RowMenu
      name={edgeName(edge)}
      items={[
        { label: "Open", icon: "right", to: href.edge(protocol, edge.id) },
        { label: "Edit", icon: "edit", to: href.edgeEdit(protocol, edge.id), disabledReason: unread },
        ...(protocol === "https"
          ? [{ label: "Create route", icon: "plus" as const, to: href.routeNew(edge.id) }]
          : []),
        "separator",
        { label: "Delete…", icon: "trash", tone: "danger", disabledReason: unread, onSelect: onDelete },
      ]}
    />
  );
}
