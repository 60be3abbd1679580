import { useQuery } from "@tanstack/react-query";
import { eventSubscriptions } from "#resources/event-subscriptions.ts";

const FRESH_MS = 30_000;

/** The subscriptions that send to a destination, each with its page. `every` = read again so often, in ms. */
export function useSubscribers(id: string, every?: number) {
  const { data, isPending } = useQuery({
    ...eventSubscriptions.query,
    staleTime: FRESH_MS,
    ...(every === undefined ? {} : { refetchInterval: every }),
  });
  const users = (data ?? [])
    .filter(({ destinations }) => destinations.some((one) => one.id === id))
    .map((one) => ({ id: one.id, name: eventSubscriptions.nameOf(one), to: eventSubscriptions.page(one) }));
  return { users, pending: isPending, isRead: data !== undefined };
}
