import type * as z from "zod/mini";
import type { ChangesQuery, PageQuery } from "#contract/common.ts";
import type { AuditKind, AuditVerb, Replaced } from "#contract/audit-event.ts";
import type { AnswerOf, BodyOf, Operation } from "#contract/operations/operation.ts";
import { recordEvent } from "../events/recorder.ts";
import type { Caller, Services } from "../http/call.ts";
import { type Implementation, implement, show, type Shown } from "../implement.ts";
import { foundRow } from "../rules/found.ts";
import { refuseWhenUsed } from "../rules/in-use.ts";
import { newId } from "../store/ids.ts";
import { readPage, type Slice } from "../store/pages.ts";
import {
  deleteRow,
  insertRows,
  lockedRow,
  type OwnColumns,
  type ResourceKind,
  type Row,
  rowById,
  type RowKind,
  rowsBefore,
  updateRow,
} from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import { timestamp } from "../store/time.ts";
import type { VersionsNow } from "../store/versions.ts";

type ItemPath = `/${string}/{id}`;
type ReadOperations = {
  list: Operation & { method: "GET"; query: typeof PageQuery | typeof ChangesQuery; answer: z.ZodMiniObject };
  get: Operation & { method: "GET"; path: ItemPath; answer: z.ZodMiniType };
};
type WriteOperations = ReadOperations & {
  create: Operation & { body: z.ZodMiniType; answer: z.ZodMiniType };
  update: Operation & { path: ItemPath; body: z.ZodMiniType; answer: z.ZodMiniType };
  remove: Operation & { path: ItemPath };
};

type At = { base: string; edge?: Shown<Operation>["edge"] };
/** The rows of a page, and one more. */
type ReadRows<K extends RowKind> = (db: Db, slice: Slice, now: VersionsNow) => Promise<Row<K>[]>;

/** A resource as it is read: the table of its kind, and how a row is answered. */
type Readable<K extends RowKind, O extends ReadOperations, Beside = undefined> = {
  kind: K;
  operations: O;
  /** A row as its answers, lists and events have it. `uri` is its own, `edge` is known to reads only. */
  wire: (row: Row<K>, at: At & { uri: string }, beside: Beside) => AnswerOf<O["get"]>;
  /** The rows of a page, where they are not just read. */
  rows?: ReadRows<K>;
  /** What changed since a version; null where that is not known. */
  changes?: (db: Db, since: number) => Promise<{ version: number; rows: Row<K>[]; removed: string[] } | null>;
  /** What the answers show of other tables, read once for all rows of a page. */
  beside?: (db: Db, rows: readonly Row<K>[]) => Promise<Beside>;
};

type Texts = { description?: string | null | undefined; metadata?: string | null | undefined };
/** What a new row is made of beside its texts: its own columns, and what only the answer to its creation shows. */
type New<K extends ResourceKind> = { columns: OwnColumns<K>; once?: object };

/** A resource as it is written: all runs in the transaction of its change unless said otherwise. */
type Writable<K extends ResourceKind, O extends WriteOperations, Beside = undefined> = Readable<
  K,
  O,
  Beside
> & {
  /** Its audit events. */
  audit: AuditKind;
  /** What its events have instead of what is answered. */
  told?: (answer: Wire) => Wire;
  /** Modules are checked against it, so whoever changes or deletes it takes its lock first. */
  locked?: true;
  create: (trx: Db, call: Caller & { id: string; body: BodyOf<O["create"]> }) => Promise<New<K>> | New<K>;
  /** The changed columns beside its texts. */
  update?: (
    trx: Db,
    body: BodyOf<O["update"]>,
    before: Row<K>,
  ) => Promise<Partial<OwnColumns<K>>> | Partial<OwnColumns<K>>;
  /** After a row was created or updated. Answers what else changed, also where no answer shows it. */
  written?: (
    trx: Db,
    row: Row<K>,
    call: Caller & { body: BodyOf<O["create" | "update"]> },
  ) => Promise<string[]>;
  /** Deletes the row, which no module names, or refuses to. */
  remove?: (trx: Db, row: Row<K>, caller: Caller) => Promise<void>;
  /** After its deletion was committed. */
  removed?: (services: Services, id: string, caller: Caller) => Promise<void>;
};

type Wire = { id: string; [field: string]: unknown };

/** What frozen rows were answered as, and where. */
const answered = new WeakMap<object, At & { wire: Wire }>();

/** Rows as they are answered: one that is the same object as before, as the same one, unless it shows other tables too. */
async function wires<K extends RowKind, O extends ReadOperations, Beside>(
  { operations, wire, beside }: Readable<K, O, Beside>,
  db: Db,
  rows: readonly Row<K>[],
  { base, edge }: At,
): Promise<Wire[]> {
  const others = (await beside?.(db, rows)) as Beside;
  const uri = `${base}${operations.list.path}`;
  const make = (row: Row<K>) => wire(row, { base, edge, uri: `${uri}/${row.id}` }, others) as Wire;
  if (beside) return rows.map(make);
  return rows.map((row) => {
    const before = answered.get(row);
    if (before?.base === base && before.edge === edge) return before.wire;
    const made = make(row);
    if (Object.isFrozen(row)) answered.set(row, { base, edge, wire: Object.freeze(made) });
    return made;
  });
}

/** The name of a list's collection. */
function collectionOf({ answer }: ReadOperations["list"]): string {
  return Object.keys(answer.shape).find((name) => name !== "uri" && name !== "next_page_uri") ?? "";
}

/** List and get. */
export function reads<K extends RowKind, O extends ReadOperations, Beside>(
  resource: Readable<K, O, Beside>,
): Implementation[] {
  const { kind } = resource;
  const { list, get }: ReadOperations = resource.operations;
  const collection = collectionOf(list);
  const read: ReadRows<K> = resource.rows ?? ((db, slice) => rowsBefore(db, kind, slice));
  return [
    show(list, async (db, { query: { changed_since: since, ...query }, now, ...at }) => {
      const uri = `${at.base}${list.path}`;
      const isRead = since === undefined || query.before_id !== undefined;
      const changes = isRead ? null : await resource.changes?.(db, Number(since));
      if (changes) {
        const { rows, ...others } = changes;
        return { [collection]: await wires(resource, db, rows, at), uri, next_page_uri: null, ...others };
      }
      const { rows, ...page } = await readPage(kind, query, uri, (slice) => read(db, slice, now));
      return { [collection]: await wires(resource, db, rows, at), ...page };
    }),

    show(get, async (db, { params: { id = "" }, ...at }) => {
      const [answer] = await wires(resource, db, [await foundRow(db, kind, id)], at);
      return answer;
    }),
  ];
}

/** Create, list, get, update and remove; a change and its audit event are one transaction. */
export function crud<K extends ResourceKind, O extends WriteOperations, Beside>(
  resource: Writable<K, O, Beside>,
): Implementation[] {
  const { kind, audit, removed } = resource;
  const { create, update, remove }: WriteOperations = resource.operations;
  const read = resource.locked ? lockedRow : rowById;
  const inEvents = resource.told ?? ((answer: Wire) => answer);

  const shown = async (trx: Db, row: Row<K>, { base }: Caller): Promise<Wire> => {
    const [answer = { id: row.id }] = await wires(resource, trx, [row], { base });
    return answer;
  };

  async function told(
    trx: Db,
    row: Row<K>,
    caller: Caller,
    verb: AuditVerb,
    replaced?: Replaced,
  ): Promise<Wire> {
    const answer = await shown(trx, row, caller);
    await recordEvent(
      trx,
      caller,
      audit,
      verb,
      inEvents(answer),
      replaced && { ...replaced, resource: inEvents(replaced.resource as Wire) },
    );
    return answer;
  }

  return [
    ...reads(resource),

    implement(create, async ({ db }, call) =>
      db.transaction().execute(async (trx) => {
        const body = call.body as BodyOf<O["create"]> & Texts;
        const id = newId(kind);
        const { columns, once } = await resource.create(trx, { ...call, id, body });
        const { description, metadata } = body;
        const texts = { description: description ?? "", metadata: metadata ?? "" };
        const row = { id, ...texts, ...columns, created_at: timestamp() } as unknown as Row<K>;
        await insertRows(trx, kind, row);
        await resource.written?.(trx, row, { ...call, body });
        return { ...(await told(trx, row, call, "created")), ...once };
      }),
    ),

    implement(update, async ({ db }, call) =>
      db.transaction().execute(async (trx) => {
        const { id = "" } = call.params;
        const before = await foundRow(trx, kind, id, read);
        const was = await shown(trx, before, call);
        const body = call.body as BodyOf<O["update"]> & Texts;
        const changes = {
          description: body.description ?? before.description,
          metadata: body.metadata ?? before.metadata,
          ...(await resource.update?.(trx, body, before)),
        } as Partial<Row<K>>;
        const row = { ...before, ...changes };
        await updateRow(trx, kind, id, changes);
        const fields = (await resource.written?.(trx, row, { ...call, body })) ?? [];
        return told(trx, row, call, "updated", { resource: was, fields });
      }),
    ),

    implement(remove, async (services, call) => {
      const { id = "" } = call.params;
      await services.db.transaction().execute(async (trx) => {
        const row = await foundRow(trx, kind, id, read);
        await refuseWhenUsed(trx, kind, id);
        const answer = await shown(trx, row, call);
        await (resource.remove ? resource.remove(trx, row, call) : deleteRow(trx, kind, id));
        await recordEvent(trx, call, audit, "deleted", inEvents(answer));
      });
      await removed?.(services, id, call);
      return undefined;
    }),
  ];
}
