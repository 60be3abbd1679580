import { credentials } from "#resources/credentials.ts";
import { defineTable } from "#table/define-table.ts";
import { idColumn } from "#table/id-column.tsx";
import { createdColumn, nameColumn, ownerColumn } from "#table/plain-columns.tsx";
import type { Credential } from "#contract/credential.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { counted } from "#ui/format.ts";
import { Status } from "#ui/status.tsx";

/** An authtoken with how many sessions use it now; null while that is unknown. */
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

/** No rule, or the rule `*`, permits everything (protocol-facts.md#authtokens). */
export function permitsAll({ acl }: Credential): boolean {
  return !acl || acl.length === 0 || acl.includes("*");
}

/** "everything", or its rules. */
function aclText(credential: Credential): string {
  return permitsAll(credential) ? "everything" : (credential.acl ?? []).join(", ");
}

/** "3 agents", "No agents", or that it is unknown. */
export function onlineText(online: number | null): string {
  if (online === null) return "Unknown";
  if (online === 0) return "No agents";
  return counted(online, "agent");
}

/** The table of /authtokens. Tokens are never exported: only the values of columns are. */
export const authtokenTable = defineTable<Authtoken>({
  noun: credentials.noun,
  columns: [
    nameColumn("Authtoken", credentials.nameOf),
    idColumn(),
    {
      id: "acl",
      head: "Can serve",
      width: "minmax(9rem, 0.6fr)",
      place: "sub",
      sort: (one) => aclText(one).toLowerCase(),
      search: ({ acl }) => acl ?? [],
      facets: [
        {
          id: "binds",
          values: ["everything", "limited"],
          of: (one) => (permitsAll(one) ? "everything" : "limited"),
        },
      ],
      exports: ({ acl }) => ({ acl: (acl ?? []).join(" ") }),
      cell: (one) =>
        permitsAll(one) ? (
          <span className="text-content-muted">Everything</span>
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
      value: ({ online }) => online,
      sort: ({ online }) => online ?? -1,
      facets: [
        {
          id: "used",
          label: "In use",
          values: ["unknown", "yes", "no"],
          of: ({ online }) => (online === null ? "unknown" : online > 0 ? "yes" : "no"),
          place: -1,
        },
      ],
      cell: ({ online }) =>
        online === null || online === 0 ? (
          <span className="text-content-muted">{onlineText(online)}</span>
        ) : (
          <Status tone="ok">{onlineText(online)}</Status>
        ),
    },
    { ...ownerColumn(), hidden: true },
    createdColumn(),
  ],
  defaultSort: { column: "created", descending: true },
});
