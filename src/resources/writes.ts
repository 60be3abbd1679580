import { useQueryClient, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { request } from "#api/client.ts";
import { requestNothing } from "#api/request-nothing.ts";
import { ApiError, isAbsent } from "#api/errors.ts";
import { equal } from "#api/scanned-list.ts";
import { setAnswer } from "#api/set-answer.ts";
import type { Collection } from "./resource.ts";
import { isLost, settle, settleOnce, unlessGone, type Found } from "./settle.ts";

/** A list read longer ago no longer tells what is new in it. */
const KNOWN_MS = 120_000;

/**
 * The reads past the cache and the writes of a collection. Each puts its answer in the cache and has what shows it read
 * again, nothing else.
 */
export function writesOf<T extends { id: string }, Made extends T, Create, Update>(
  client: QueryClient,
  of: Collection<T, Made, Create, Update>,
) {
  const refresh = async (): Promise<void> => {
    await Promise.all(of.shownIn.map((queryKey) => client.invalidateQueries({ queryKey, exact: true })));
  };
  /** What the service calls gone is read again where it is shown, so that its page says so. */
  const noticing = async <A>(id: string, asked: Promise<A>): Promise<A> => {
    try {
      return await asked;
    } catch (error) {
      if (isAbsent(error)) forget(client, of.detailKey(id));
      throw error;
    }
  };
  /** What the service says of one of which nothing else is known. */
  const found = (id: string): Promise<T | null> => unlessGone(of.fetchOne(id, { client }));
  /**
   * Makes one, once, however often it is tried. What shows it is read again whatever came of it: a failure with `retry:
   * "unsure"` may have made it all the same. One whose answer was lost is looked for in the list that was there before; a
   * token that was lost is not found.
   */
  const creation = (body: Create): (() => Promise<Made>) => {
    const look = lookForNew(client, of.shownIn[0] ?? [], body);
    const { made } = of;
    const settled = made
      ? settleOnce(
          () => request({ method: "POST", path: of.path, body, answer: made }),
          async () => ((await look()) === "unchanged" ? "unchanged" : "unknown"),
        )
      : settleOnce(
          () => request({ method: "POST", path: of.path, body, answer: of.answer }) as Promise<Made>,
          async () => {
            const id = await look();
            if (typeof id === "string") return id;
            const one = await found(id.done);
            return one ? { done: one as Made } : "unknown";
          },
        );
    return async () => {
      try {
        const object = await settled();
        if (!made) await setAnswer(client, of.detailKey(object.id), object);
        return object;
      } finally {
        void refresh();
      }
    };
  };
  return {
    creation,
    create: (body: Create): Promise<Made> => creation(body)(),
    /** Rejects with a 404 once it is deleted. */
    read: async (id: string): Promise<T> => {
      const object = await noticing(id, of.fetchOne(id, { client }));
      await setAnswer(client, of.detailKey(id), object);
      return object;
    },
    /** Changes one; a field left out stays as it is. */
    update: async (id: string, body: Update): Promise<T> => {
      const before = client.getQueryData<T>(of.detailKey(id));
      const object = await settle(
        () => request({ method: "PATCH", path: of.pathOf(id), body, answer: of.answer }),
        async () => foundOf(await found(id), before, body),
      );
      await setAnswer(client, of.detailKey(id), object);
      void refresh();
      return object;
    },
    /**
     * Deletes one. It is read again where it is shown, so that its page says so, and forgotten elsewhere. Gone after a try
     * whose answer was lost, it counts as deleted.
     */
    remove: async (id: string): Promise<void> => {
      const path = of.pathOf(id);
      const unsure = unsureOf(client);
      try {
        await settle(
          () => noticing(id, requestNothing({ method: "DELETE", path })),
          async () => ((await found(id)) ? "unchanged" : { done: undefined }),
        );
      } catch (error) {
        if (isLost(error)) unsure.add(path);
        const isGone = error instanceof ApiError && error.status === 404;
        if (!isGone || !unsure.has(path)) throw error;
      }
      unsure.delete(path);
      forget(client, of.detailKey(id));
      void refresh();
    },
    /** Has what shows them read again. */
    refresh,
  };
}

/** {@link writesOf} in a component. */
export function useWrites<T extends { id: string }, Made extends T, Create, Update>(
  of: Collection<T, Made, Create, Update>,
) {
  return writesOf(useQueryClient(), of);
}

/** What became of an object that was sent `sent`: it holds all of it, is as it was `before`, or was changed otherwise. */
function foundOf<T>(now: T | null, before: unknown, sent: unknown): Found<T> {
  if (now === null) return "unknown";
  const held = now as Record<string, unknown>;
  if (Object.entries(sent as object).every(([name, value]) => equal(held[name], value))) return { done: now };
  return before !== undefined && equal(now, before) ? "unchanged" : "unknown";
}

type Row = { id: string; description?: unknown; metadata?: unknown };

/** The rows that a POST of this body may have made: none of those that were `known`, with the texts that services keep as they are. */
export function madeBy<T extends Row>(body: unknown, known: ReadonlySet<string>, rows: readonly T[]): T[] {
  const { description, metadata } = body as Partial<Row>;
  const text = (value: unknown) => value ?? "";
  return rows.filter(
    (row) =>
      !known.has(row.id) &&
      text(row.description) === text(description) &&
      text(row.metadata) === text(metadata),
  );
}

/**
 * A look for what a POST may have made: in the list as it was before, and is now, by the texts that services keep as they
 * are. Can't tell where the list was not there before; answers the id of what is new.
 */
function lookForNew(client: QueryClient, queryKey: QueryKey, body: unknown) {
  const rows = () => {
    const data = client.getQueryData<Row[] | { routes?: Row[] }>(queryKey);
    return Array.isArray(data) ? data : data?.routes;
  };
  const known = rows();
  const since = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
  return async (): Promise<Found<string>> => {
    if (!known) return "unknown";
    const ids = new Set(known.map(({ id }) => id));
    await client.refetchQueries({ queryKey, exact: true }, { throwOnError: true });
    const like = madeBy(body, ids, rows() ?? []);
    const [one] = like;
    if (!one) return "unchanged";
    return like.length === 1 && Date.now() - since < KNOWN_MS ? { done: one.id } : "unknown";
  };
}

const unsureByClient = new WeakMap<QueryClient, Set<string>>();

/** The paths that a DELETE was sent to without an answer that says what came of it. */
function unsureOf(client: QueryClient): Set<string> {
  const known = unsureByClient.get(client) ?? new Set();
  unsureByClient.set(client, known);
  return known;
}

function forget(client: QueryClient, queryKey: QueryKey): void {
  client.removeQueries({ queryKey, exact: true, type: "inactive" });
  void client.invalidateQueries({ queryKey, exact: true });
}
