import type { KyselyPlugin, RootOperationNode } from "kysely";
import type { Db } from "./schema.ts";
import type { Table } from "./versions.ts";

/** The tables that a query names; null for SQL that is not Kysely's own, which may name any. */
function tablesOf(node: unknown, found: Set<Table>): boolean {
  if (Array.isArray(node)) return node.every((one) => tablesOf(one, found));
  if (typeof node !== "object" || node === null) return true;
  const { kind } = node as { kind?: string };
  if (kind === "RawNode")
    return ["asc", "desc"].includes((node as { sqlFragments: readonly string[] }).sqlFragments.join("?"));
  if (kind === "TableNode") {
    found.add((node as { table: { identifier: { name: Table } } }).table.identifier.name);
    return true;
  }
  for (const child of Object.values(node)) if (!tablesOf(child, found)) return false;
  return true;
}

/**
 * A store to read from, and the tables that were read so far. What is read by SQL that is not Kysely's own is refused, since
 * nobody would know of which tables it is.
 */
export function recorded(db: Db): { db: Db; tables: ReadonlySet<Table> } {
  const tables = new Set<Table>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }): RootOperationNode => {
      if (node.kind !== "SelectQueryNode" || !tablesOf(node, tables))
        throw new Error("An answer that is kept is read by queries that name their tables.");
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return { db: db.withPlugin(plugin), tables };
}
