// Cause: names that no column shows were exported whatever was chosen. Law: an export is what is shown, so each name has its column.
import { expect, it } from "vitest";
import { authorityTable } from "#pages/certificate-authorities/authority-columns.tsx";
import { authtokenTable } from "#pages/authtokens/authtoken-columns.tsx";
import { backendTable } from "#pages/backends/backend-columns.tsx";
import { edgeTable } from "#pages/edges/edge-columns.tsx";
import { endpointTable } from "#pages/endpoints/endpoint-columns.tsx";
import { policyTable } from "#pages/ip-policies/policy-columns.tsx";
import { ruleTable } from "#pages/ip-rules/rule-columns.tsx";
import { keyTable } from "#pages/keys/key-columns.tsx";
import { sessionTable } from "#pages/sessions/columns.tsx";
import { tunnelTable } from "#pages/tunnels/tunnel-columns.tsx";
import type { Column } from "#table/column.ts";
import { exportRow } from "#table/export.ts";

type Columns = readonly Column<{ id: string }>[];
/** Every field that the service may leave out is left out. */
const bare = { id: "x", ip_policy: { id: "ipp_1" } };
const LISTS: [string, { columns: unknown }, object, string][] = [
  [
    "sessions",
    sessionTable,
    { session: bare },
    "id agent state version os region ip transport serves up metadata",
  ],
  [
    "tunnels",
    tunnelTable,
    { item: bare },
    "id public_url labels proto forwards_to tunnel_session endpoint region started_at metadata",
  ],
  [
    "endpoints",
    endpointTable,
    { item: bare },
    "id public_url hostport status type proto region tunnel tunnel_session edge domain created_at updated_at metadata",
  ],
  [
    "edges",
    edgeTable,
    { protocol: "https", edge: bare, way: { lead: "served", broken: [], of: 0 } },
    "id name hostports description status kind routes created",
  ],
  [
    "IP rules",
    ruleTable({ nameOf: String, worthOf: () => "" }),
    bare,
    "id range action policy description worth created",
  ],
  ["IP policies", policyTable, { rules: null }, "id name allow_rules deny_rules created"],
  ["backends", backendTable, { live: null, agents: [] }, "id name tunnels labels agents created"],
  ["authorities", authorityTable, {}, "id name subject not_before expires created"],
  ["keys", keyTable, {}, "id name owner last_used_at created"],
  ["authtokens", authtokenTable, { online: null }, "id name acl online owner created"],
];
/** Modules may hold secrets. */
const SILENT = new Set(["modules"]);

it.each(LISTS)("exports of %s just these names, each from its column", (_, table, row, names) => {
  const columns = table.columns as Columns;
  const full = { id: "x", ...row };
  expect(Object.keys(exportRow(full, columns))).toEqual(names.split(" "));
  for (const column of columns.filter(({ id }) => id !== "id")) {
    const own = Object.keys(exportRow(full, [column]));
    expect(own.length > 1).toBe(!SILENT.has(column.id));
    expect(names.split(" ")).toEqual(expect.arrayContaining(own));
  }
});
