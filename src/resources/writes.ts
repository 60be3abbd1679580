import { useQueryClient, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { request } from "#api/client.ts";
import { isAbsent } from "#api/errors.ts";
import { setAnswer } from "#api/set-answer.ts";
import type { Collection } from "./resource.ts";

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
  return {
    /** Rejects with a 404 once it is deleted. */
    read: async (id: string): Promise<T> => {
      const object = await noticing(id, of.fetchOne(id, { client }));
      await setAnswer(client, of.detailKey(id), object);
      return object;
    },
    /**
     * Makes one. What shows it is read again whatever came of it: a failure with `retry: "unsure"` may have made it all the
     * same.
     */
    create: async (body: Create): Promise<Made> => {
      try {
        if (of.made) return await request({ method: "POST", path: of.path, body, answer: of.made });
        const object = await request({ method: "POST", path: of.path, body, answer: of.answer });
        await setAnswer(client, of.detailKey(object.id), object);
        return object as Made;
      } finally {
        void refresh();
      }
    },
    /** Changes one; a field left out stays as it is. */
    update: async (id: string, body: Update): Promise<T> => {
      const object = await request({ method: "PATCH", path: of.pathOf(id), body, answer: of.answer });
      await setAnswer(client, of.detailKey(id), object);
      void refresh();
      return object;
    },
    /** Deletes one. It is read again where it is shown, so that its page says so, and forgotten elsewhere. */
    remove: async (id: string): Promise<void> => {
      await noticing(id, request({ method: "DELETE", path: of.pathOf(id) }));
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

function forget(client: QueryClient, queryKey: QueryKey): void {
  client.removeQueries({ queryKey, exact: true, type: "inactive" });
  void client.invalidateQueries({ queryKey, exact: true });
}
