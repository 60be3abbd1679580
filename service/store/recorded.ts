import type { Compilable, CompiledQuery, KyselyPlugin, RootOperationNode } from "kysely";
import type { Db, Table } from "./schema.ts";

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

function tablesOfRead(node: RootOperationNode): ReadonlySet<Table> {
  const found = new Set<Table>();
  if (node.kind !== "SelectQueryNode" || !tablesOf(node, found))
    throw new Error("An answer that is kept is read by queries that name their tables.");
  return found;
}

/** What was read so far from those stores that want to know it. */
const records = new WeakMap<Db, Set<Table>>();

export type Recorded = { db: Db; tables: ReadonlySet<Table> };

/**
 * A store to read from, and the tables that were read so far. What is read by SQL that is not Kysely's own is refused, since
 * nobody would know of which tables it is.
 */
export function recorded(db: Db): Recorded {
  const tables = new Set<Table>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }): RootOperationNode => {
      for (const table of tablesOfRead(node)) tables.add(table);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const reader = db.withPlugin(plugin);
  records.set(reader, tables);
  return { db: reader, tables };
}

type Kept = { query: CompiledQuery; tables: ReadonlySet<Table> };
/** Queries by their names, for each kind of database. */
const kept = new WeakMap<object, Map<string, Kept>>();

/**
 * Reads by a query that is built and compiled once for its name: that costs several times what SQLite takes to find a row.
 * `parameters` are in the order in which the query has them.
 */
export async function readAgain<Row>(
  db: Db,
  name: string,
  parameters: readonly unknown[],
  build: () => Compilable<Row>,
): Promise<Row[]> {
  const { adapter } = db.getExecutor();
  const queries = kept.get(adapter) ?? new Map<string, Kept>();
  kept.set(adapter, queries);
  let known = queries.get(name);
  if (!known) {
    const query = build().compile();
    if (query.parameters.join("\n") !== parameters.join("\n")) throw new Error(`The parameters of ${name}.`);
    known = { query, tables: tablesOfRead(query.query) };
    queries.set(name, known);
  }
  const record = records.get(db);
  if (record) for (const table of known.tables) record.add(table);
  const { rows } = await db.executeQuery({ ...known.query, parameters });
  return rows as Row[];
}
