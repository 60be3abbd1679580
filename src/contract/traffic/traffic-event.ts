import * as z from "zod/mini";
import { listOf } from "../answer.ts";
import { Envelope } from "../event.ts";
import { HTTP_FIELDS, TCP_FIELDS } from "./fields.ts";
import { nestedSchema } from "./nested.ts";
import { OWN_FIELDS } from "./own-fields.ts";

/** Nobody of the account does what visitors do. */
const Unowned = z.omit(Envelope, { principal: true });
const own = z.optional(nestedSchema(OWN_FIELDS));

/** A request, once its answer is complete or can’t be any more (protocol-facts.md#events). */
const HttpRequestEvent = z.extend(Unowned, {
  event_type: z.literal("http_request_complete.v0"),
  object: nestedSchema(HTTP_FIELDS),
  gatehouse: own,
});

/** A connection that carried no HTTP the edge reads, once it is closed (protocol-facts.md#events). */
const TcpConnectionEvent = z.extend(Unowned, {
  event_type: z.literal("tcp_connection_closed.v0"),
  object: nestedSchema(TCP_FIELDS),
  gatehouse: own,
});

/** The envelope of audit events, without a principal, and with what this service says besides under `gatehouse`. */
export const TrafficEvent = z.union([HttpRequestEvent, TcpConnectionEvent]);
export type TrafficEvent = z.infer<typeof TrafficEvent>;

/** GET /traffic, newest first. */
export const TrafficEventList = listOf("traffic", TrafficEvent);
