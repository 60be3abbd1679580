import * as z from "zod/mini";
import { listOf, Ref, Timestamp } from "./answer.ts";

/** A tunnel session: one agent connection, listed while it is online (api.md#tunnel-sessions). */
export const TunnelSession = z.looseObject({
  id: z.string(),
  uri: z.string(),
  agent_version: z.nullish(z.string()),
  credential: z.nullish(Ref),
  ip: z.string(),
  metadata: z.nullish(z.string()),
  os: z.string(),
  region: z.string(),
  started_at: Timestamp,
  transport: z.string(),
});
export type TunnelSession = z.infer<typeof TunnelSession>;

/** With `changed_since` it may have what changed alone: `removed` are ids, `version` is what it is of. */
export const TunnelSessionList = z.extend(listOf("tunnel_sessions", TunnelSession), {
  removed: z.optional(z.array(z.string())),
  version: z.optional(z.number()),
});

/** What an agent can be told to do (protocol-facts.md#agent-commands). */
export const AGENT_COMMANDS = ["restart", "stop", "update"] as const;
export const AgentCommand = z.enum(AGENT_COMMANDS);
export type AgentCommand = z.infer<typeof AgentCommand>;
