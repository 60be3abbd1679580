import * as z from "zod/mini";
import { listOf, Ref, Timestamp } from "./answer.ts";

/** Protocols of a tunnel or endpoint (api.md#tunnels). */
export const Proto = z.enum(["http", "https", "tcp", "tls"]);
export type Proto = z.infer<typeof Proto>;

/**
 * A tunnel (api.md#tunnels): ephemeral ones have `public_url`, `proto` and `endpoint`; backend ones have `labels`
 * and `backends` (one Ref or a list of them: both are read, decisions/contract/one-or-list.md).
 */
export const Tunnel = z.looseObject({
  id: z.string(),
  uri: z.optional(z.string()),
  public_url: z.nullish(z.string()),
  started_at: Timestamp,
  metadata: z.nullish(z.string()),
  proto: z.nullish(z.string()),
  region: z.nullish(z.string()),
  tunnel_session: z.nullish(Ref),
  endpoint: z.nullish(Ref),
  labels: z.nullish(z.record(z.string(), z.string())),
  backends: z.nullish(z.union([Ref, z.array(Ref)])),
  forwards_to: z.nullish(z.string()),
});
export type Tunnel = z.infer<typeof Tunnel>;

export const TunnelList = listOf("tunnels", Tunnel);
