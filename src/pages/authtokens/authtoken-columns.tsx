import { OWNER_KINDS } from "#resources/owner-kind.ts";
import {
  createdColumn,
  deleteColumn,
  idColumn,
  nameColumn,
  OWNER_FACETS,
  ownerColumn,
} from "#table/plain-columns.tsx";
import type { JsonObject } from "#table/resource-list.tsx";
import type { Column } from "#table/column.ts";
import type { RowModel } from "#table/rows.ts";
import type { TableSchema } from "#table/url-state.ts";
import type { Credential } from "#contract/credential.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { formatCount, plural } from "#ui/format.ts";
import { Status } from "#ui/status.tsx";

/** An authtoken with how many sessions use it now; null while that is not known. */
export type Authtoken = Credential & { online: number | null };

/** The credentials with the sessions of each; those are null until their list was read. */
export function withSessions(
  credentials: readonly Credential[],
  sessions: readonly TunnelSession[] | undefined,
): Authtoken[] {
  const counts = new Map<string, number>();
  for (const { credential } of sessions ?? [])
    if (credential) counts.set(credential.id, (counts.get(credential.id) ?? 0) + 1);
  return credentials.map((one) => ({ ...one, online: sessions ? (counts.get(one.id) ?? 0) : null }));
}

/** Its description, else its id. */
export const authtokenName = ({ description, id }: Credential) => description || id;

/** No rule, or the rule `*`, permits everything (protocol-facts.md#authtokens). */
export function permitsAll({ acl }: Credential): boolean {
  return !acl || acl.length === 0 || acl.includes("*");
}

/** "everything", or its rules. */
function aclText(credential: Credential): string {
  return permitsAll(credential) ? "everything" : (credential.acl ?? []).join(", ");
}

/** "3 agents", "no agent", or that nobody can tell. */
export function onlineText(online: number | null): string {
  if (online === null) return "not known";
  if (online === 0) return "no agent";
  return `${formatCount(online)} ${plural(online, "agent")}`;
}

/** Search looks at everything an authtoken says of itself; its token is never among that. */
export const authtokenModel: RowModel<Authtoken> = {
  searchText: (one) =>
    [one.description, one.id, one.owner_id, one.metadata, ...(one.acl ?? [])].join("\n").toLowerCase(),
  facets: [
    {
      id: "used",
      label: "In use",
      valueOf: ({ online }) => (online === null ? "not known" : online > 0 ? "by an agent" : "by none now"),
    },
    { id: "binds", label: "May bind", valueOf: (one) => (permitsAll(one) ? "everything" : "what rules say") },
    ...OWNER_FACETS,
  ],
  sortKeys: {
    name: (one) => authtokenName(one).toLowerCase(),
    acl: (one) => aclText(one).toLowerCase(),
    online: ({ online }) => online ?? -1,
    owner: ({ owner_id: owner }) => owner ?? "",
    created: ({ created_at: at }) => Date.parse(at),
  },
  tie: ({ id }) => id,
};

export const authtokenSchema: TableSchema = {
  facets: authtokenModel.facets.map(({ id }) => id),
  fixed: {
    used: ["not known", "by an agent", "by none now"],
    binds: ["everything", "what rules say"],
    kind: OWNER_KINDS,
  },
  sortable: Object.keys(authtokenModel.sortKeys),
  defaultSort: { column: "created", descending: true },
};

/** The columns of /authtokens. */
export function authtokenColumns(ask: (row: Authtoken) => void): readonly Column<Authtoken>[] {
  return [
    nameColumn("Authtoken", authtokenName),
    idColumn(),
    {
      id: "acl",
      head: "May bind",
      width: "9rem",
      place: "sub",
      sortable: true,
      cell: (one) =>
        permitsAll(one) ? (
          <span className="text-content-muted">everything</span>
        ) : (
          <span className="truncate font-mono text-xs" title={aclText(one)}>
            {aclText(one)}
          </span>
        ),
    },
    {
      id: "online",
      head: "Online now",
      width: "7rem",
      place: "state",
      sortable: true,
      cell: ({ online }) =>
        online === null || online === 0 ? (
          <span className="text-content-muted">{onlineText(online)}</span>
        ) : (
          <Status tone="ok">{onlineText(online)}</Status>
        ),
    },
    ownerColumn(),
    createdColumn(),
    deleteColumn(authtokenName, ask),
  ];
}

/** An authtoken as it is exported. Never its token: only named fields are. */
export function exportAuthtoken(one: Authtoken): JsonObject {
  const { id, description, acl, online, owner_id: owner, created_at: created } = one;
  return { id, name: description, acl: (acl ?? []).join(" "), online, owner, created };
}
