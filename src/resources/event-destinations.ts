import { EventDelivery, EventResend, EventTest, FailedEventList } from "#contract/event-delivery.ts";
import {
  EventDestination,
  EventDestinationCreate,
  EventDestinationUpdate,
} from "#contract/event-destination.ts";
import type { TargetKind } from "#contract/event-target.ts";
import { request } from "#api/client.ts";
import { resource } from "./resource.ts";

/** What each kind of target is called. */
export const TARGET_WORDS: Readonly<Record<TargetKind, string>> = {
  firehose: "Delivery stream",
  kinesis: "Data stream",
  cloudwatch_logs: "Log group",
  webhook: "Webhook",
  file: "File",
};

/** Where a destination sends events, in a few words. */
export function targetText({ target }: EventDestination): string {
  const arn =
    target.firehose?.delivery_stream_arn ??
    target.kinesis?.stream_arn ??
    target.cloudwatch_logs?.log_group_arn;
  return arn ?? target.webhook?.url ?? target.file?.name ?? "Unknown target";
}

/** Event destinations (protocol-facts.md#event-destinations). The signing secret that is created for a webhook is in the answer to the creation alone. */
export const eventDestinations = resource({
  kind: "eventDestination",
  path: "/event_destinations",
  key: "event_destinations",
  answer: EventDestination,
  made: EventDestination,
  create: EventDestinationCreate,
  update: EventDestinationUpdate,
  nameOf: (one) => one.description || targetText(one),
  moreOf: (one) => [targetText(one)],
});

/** How many events wait for a destination, how many failed, and why. */
export const fetchDelivery = (id: string, signal?: AbortSignal): Promise<EventDelivery> =>
  request({ method: "GET", path: `${eventDestinations.pathOf(id)}/delivery`, answer: EventDelivery, signal });

/** The newest events that could not be sent to a destination. */
export const fetchFailed = (id: string, signal?: AbortSignal): Promise<FailedEventList> =>
  request({
    method: "GET",
    path: "/failed_events",
    query: { destination_id: id, limit: 5 },
    answer: FailedEventList,
    signal,
  });

/** Sends a test event now. */
export const sendTestEvent = (id: string): Promise<EventTest> =>
  request({
    method: "POST",
    path: `${eventDestinations.pathOf(id)}/test`,
    answer: EventTest,
    timeoutMs: 45_000,
  });

/** Sends what failed again. */
export const resendFailed = (id: string): Promise<EventResend> =>
  request({ method: "POST", path: `${eventDestinations.pathOf(id)}/resend`, body: {}, answer: EventResend });
