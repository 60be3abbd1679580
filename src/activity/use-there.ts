import { useQuery } from "@tanstack/react-query";
import type { EventWhere } from "#api/events.ts";
import { resourceOf, type AnyResource } from "#resources/all.ts";
import { groupBy } from "#resources/group-by.ts";
import type { Happening } from "./happenings.ts";

const FRESH_MS = 30_000;

/** What can hide the event that says that a thing was deleted. */
const HIDING = ["type", "principal", "credential", "until"] as const;

/**
 * Whether the thing of a happening is there: always, where the events themselves would say that it was deleted; else as its
 * list says, once that was read. What no list has is taken to be there.
 */
export function useThere(where: EventWhere, happenings: readonly Happening[]): (one: Happening) => boolean {
  const isHidden = HIDING.some((name) => where[name] !== undefined);
  const linked = happenings.filter(({ id, to }) => to !== null && resourceOf(id) !== undefined);
  const ids = [...new Set(linked.map(({ id }) => id))].toSorted();
  const { data } = useQuery({
    // Read again whenever something happened, as the events are.
    queryKey: ["events", "there", ids],
    queryFn: async ({ client }) => {
      const read = async ([of, those]: [AnyResource | undefined, string[]]): Promise<string[]> => {
        if (!of) return [];
        const rows = await client.fetchQuery({ ...of.query, staleTime: FRESH_MS });
        const known = new Set((of.within?.(rows) ?? rows).map(({ id }) => id));
        return those.filter((id) => known.has(id));
      };
      const lists = await Promise.allSettled([...groupBy(ids, resourceOf)].map(read));
      return lists.flatMap((list) => (list.status === "fulfilled" ? list.value : []));
    },
    enabled: isHidden && ids.length > 0,
    placeholderData: (before) => before,
  });
  return ({ id }) => !isHidden || resourceOf(id) === undefined || data?.includes(id) === true;
}
