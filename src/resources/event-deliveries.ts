import { useQuery } from "@tanstack/react-query";
import { scannedList } from "#api/scanned-list.ts";
import { DestinationDelivery, type EventDelivery } from "#contract/event-delivery.ts";
import { counted } from "#ui/format.ts";
import { NOT_SHOWN } from "./texts.ts";

/** How every destination does (an extension). */
export const eventDeliveries = scannedList({
  path: "/event_deliveries",
  key: "event_deliveries",
  item: DestinationDelivery,
});
const poll = eventDeliveries.every(15_000);

/** How destinations do, by their ids; nothing where the service doesn’t say. */
export function useDeliveries(): ReadonlyMap<string, DestinationDelivery> | undefined {
  return useQuery({ ...eventDeliveries.query, refetchInterval: poll, select: byId }).data;
}

/** How one does, for {@link deliveryStatus}: null of a new one, of which nothing is told yet. */
export const deliveryOf = (
  all: ReadonlyMap<string, DestinationDelivery> | undefined,
  id: string,
): DestinationDelivery | null | undefined => all && (all.get(id) ?? null);

const byId = (all: readonly DestinationDelivery[]) => new Map(all.map((one) => [one.id, one]));

const FAILING = { tone: "bad", text: "Failing" } as const;
const FAILED = { tone: "warn", text: "Events failed" } as const;
const WAITING = { tone: "run", text: "Sending" } as const;
const DELIVERED = { tone: "ok", text: "Delivered" } as const;
const NOTHING = { tone: "none", text: "Nothing sent yet" } as const;
const UNKNOWN = { tone: "none", text: NOT_SHOWN } as const;

/** What delivery is at, the worst first. */
const STATES = [FAILING, FAILED, WAITING, DELIVERED, NOTHING, UNKNOWN] as const;
export type DeliveryState = (typeof STATES)[number];

/** What a destination is at: the last try failed, some events were given up, or all is well. null = of a new one nothing is told yet. */
export function deliveryStatus(delivery: EventDelivery | null | undefined): DeliveryState {
  if (!delivery) return delivery === null ? NOTHING : UNKNOWN;
  const { due, failed, last_sent_at: sentAt, last_failure_at: failureAt } = delivery;
  const isLast = failureAt !== null && Date.parse(failureAt) >= Date.parse(sentAt ?? failureAt);
  if (isLast && due + failed > 0) return FAILING;
  if (failed > 0) return FAILED;
  if (due > 0) return WAITING;
  return sentAt === null ? NOTHING : DELIVERED;
}

/** The worst of several. */
export const worstOf = (all: readonly DeliveryState[]): DeliveryState =>
  STATES.find((state) => all.includes(state)) ?? UNKNOWN;

/** Why events do not arrive: the service’s reason, and how many. Empty where they do. */
export function deliveryFault(delivery: EventDelivery): string {
  const { due, failed, last_failure: reason } = delivery;
  if (deliveryStatus(delivery) !== FAILING) return "";
  const counts = [
    due > 0 && `${counted(due, "event")} waiting`,
    failed > 0 && `${counted(failed, "event")} failed`,
  ];
  return `${reason ?? "No reason was given"}. ${counts.filter(Boolean).join(", ")}.`;
}
