import { backendStatus, backendWords, isTunnelGroup, type BackendRow } from "#resources/backend-rows.ts";
import { backends } from "#resources/backends.ts";
import { labelText } from "#resources/tunnel-names.ts";
import { defineTable } from "#table/define-table.ts";
import { idColumn } from "#table/id-column.tsx";
import { createdColumn, nameColumn } from "#table/plain-columns.tsx";
import { capital } from "#ui/format.ts";
import { Status } from "#ui/status.tsx";

/** What the filter calls how a backend is. */
const HEALTH = ["online", "failing", "no agent online", "other"] as const;
const healthOf = (row: BackendRow) => {
  if (!isTunnelGroup(row) || row.live === null) return "other";
  if (row.live.length === 0) return "no agent online";
  return row.failing.length > 0 ? "failing" : "online";
};

/** The table of /backends; found by label, agent and tunnel too. */
export const backendTable = defineTable<BackendRow>({
  noun: backends.noun,
  columns: [
    {
      ...nameColumn("Backend", backends.nameOf),
      width: "minmax(12rem, 3fr)",
      value: ({ description }) => description ?? "",
    },
    {
      id: "tunnels",
      head: "Status",
      width: "11rem",
      place: "state",
      value: ({ live }) => (live ?? []).map(({ id }) => id).join(" "),
      sort: ({ live }) => live?.length ?? -1,
      search: backendWords,
      facets: [{ id: "served", label: "Status", values: HEALTH, of: healthOf }],
      cell: (row) => <Status tone={backendStatus(row).tone}>{backendStatus(row).text}</Status>,
    },
    {
      id: "labels",
      head: "Labels",
      width: "minmax(8rem, 2fr)",
      place: "sub",
      className: "text-xs",
      value: (row) => (isTunnelGroup(row) ? labelText(row.labels) : row.kind),
      sort: "lower",
      facets: [{ id: "kind", label: "Kind", of: ({ kind }) => kind }],
      cell: (row) =>
        isTunnelGroup(row) ? (
          <span className="font-mono">{labelText(row.labels)}</span>
        ) : (
          <span className="text-content-muted">{capital(row.kind)} backend</span>
        ),
    },
    {
      id: "agents",
      head: "Agents",
      width: "minmax(8rem, 3fr)",
      place: "sub",
      className: "text-content-muted",
      value: ({ agents }) => agents.join(", "),
      sort: "lower",
    },
    { ...idColumn(), place: "sub", hidden: true },
    createdColumn(),
  ],
  defaultSort: { column: "name", descending: false },
});
