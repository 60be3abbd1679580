import type { QueryClient } from "@tanstack/react-query";
import { isAbsent } from "#api/errors.ts";
import { deliveryFault, deliveryStatus, eventDeliveries } from "#resources/event-deliveries.ts";
import { eventDestinations } from "#resources/event-destinations.ts";
import { href } from "#resources/paths.ts";
import { settle } from "#ui/settled.ts";
import type { Attention } from "./agent-attention.ts";

/** Destinations that events do not arrive at, each with the service’s reason. */
export async function readFailing(client: QueryClient): Promise<Attention[]> {
  // Read as soon as the page is there, in what has room for it: so are the releases, which its panels wait for.
  settle();
  const deliveries = await client.fetchQuery(eventDeliveries.query).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  const failing = deliveries.filter((one) => deliveryStatus(one).tone === "bad");
  if (failing.length === 0) return [];
  const all = await client.fetchQuery({ ...eventDestinations.query, staleTime: 30_000 });
  const names = new Map(all.map((one) => [one.id, eventDestinations.nameOf(one)]));
  return failing.map((one) => ({
    key: `destination ${one.id}`,
    tone: "bad",
    what: `${names.get(one.id) ?? one.id}: Events not delivered`,
    why: deliveryFault(one),
    fix: {
      label: "Show destination",
      to: href.eventDestinations(`?${new URLSearchParams({ open: one.id })}`),
    },
  }));
}
