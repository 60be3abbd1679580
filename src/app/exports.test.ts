// Cause: names that no column shows were exported whatever was chosen. Law: an export is what is shown, so each name needs a column.
import { expect, it } from "vitest";
import { authorityColumns, exportAuthority } from "#pages/certificate-authorities/authority-columns.tsx";
import { authtokenColumns, exportAuthtoken } from "#pages/authtokens/authtoken-columns.tsx";
import { backendColumns, exportBackend } from "#pages/backends/backend-columns.tsx";
import { edgeColumns } from "#pages/edges/edge-columns.tsx";
import { exportEdge } from "#pages/edges/edge-rows.ts";
import { columns as endpointColumns } from "#pages/endpoints/endpoint-columns.tsx";
import { exportEndpoint } from "#pages/endpoints/endpoint-rows.ts";
import { exportPolicy, policyColumns } from "#pages/ip-policies/policy-columns.tsx";
import { exportRule, ruleColumns } from "#pages/ip-rules/rule-columns.tsx";
import { columns as keyColumns, exportKey } from "#pages/keys/key-columns.tsx";
import { columns as sessionColumns } from "#pages/sessions/columns.tsx";
import { exportSession } from "#pages/sessions/session-rows.ts";
import { columns as tunnelColumns } from "#pages/tunnels/tunnel-columns.tsx";
import { exportTunnel } from "#pages/tunnels/tunnel-rows.ts";

type Columns = readonly { id: string; exports?: readonly string[] }[];
const none = () => undefined;
/** Every field that the service may leave out is left out. */
const bare = { id: "x", ip_policy: { id: "ipp_1" } } as never;
const LISTS: [string, Columns, object][] = [
  ["sessions", sessionColumns, exportSession({ id: "x", session: bare } as never)],
  ["tunnels", tunnelColumns, exportTunnel({ tunnel: bare } as never)],
  ["endpoints", endpointColumns, exportEndpoint({ endpoint: bare } as never)],
  ["edges", edgeColumns(none), exportEdge({ protocol: "https", edge: bare })],
  [
    "IP rules",
    ruleColumns({ nameOf: String, worthOf: () => "", onDelete: none }),
    { ...exportRule(bare), worth: "" },
  ],
  ["IP policies", policyColumns(none), exportPolicy({ policy: bare, rules: null })],
  ["backends", backendColumns(none), exportBackend(bare)],
  ["authorities", authorityColumns(none), exportAuthority(bare)],
  ["keys", keyColumns, exportKey(bare)],
  ["authtokens", authtokenColumns(none), exportAuthtoken({ id: "x", online: null } as never)],
];
/** Columns that show what is not exported: a menu, and modules, which may hold secrets. */
const SILENT = new Set(["menu", "modules"]);

it.each(LISTS)("each exported name of %s has its column, each column its name", (_, columns, row) => {
  const shown = columns.flatMap(({ id, exports }) => (SILENT.has(id) ? [] : (exports ?? [id])));
  expect(Object.keys(row).toSorted()).toEqual([...new Set(["id", ...shown])].toSorted());
});
