import * as z from "zod/mini";
import { listOf, Ref, Timestamp } from "./answer.ts";

/** A public hostport listener, served by a tunnel (`ephemeral`) or an edge (`edge`) (api.md#endpoints). */
export const Endpoint = z.looseObject({
  id: z.string(),
  uri: z.optional(z.string()),
  region: z.nullish(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
  public_url: z.nullish(z.string()),
  proto: z.nullish(z.string()),
  hostport: z.nullish(z.string()),
  type: z.string(),
  metadata: z.nullish(z.string()),
  domain: z.nullish(Ref),
  tcp_addr: z.nullish(Ref),
  tunnel: z.nullish(Ref),
  edge: z.nullish(Ref),
});
export type Endpoint = z.infer<typeof Endpoint>;

export const EndpointList = listOf("endpoints", Endpoint);
