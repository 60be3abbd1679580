import * as z from "zod/mini";
import { AGENT_COMMANDS } from "#contract/tunnel-session.ts";
import type { AwaitedTunnel } from "./restarts.ts";
import { CommandOutcome } from "./types.ts";

/** What the processes of one account tell each other by NOTIFY. No secret travels here. */
export const BusMessage = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("ask"),
    id: z.string(),
    from: z.string(),
    session: z.string(),
    kind: z.enum(AGENT_COMMANDS),
  }),
  /** `outcome` null: the session is not there. */
  z.object({ type: z.literal("answer"), id: z.string(), outcome: z.nullable(CommandOutcome) }),
  z.object({ type: z.literal("disconnect"), credential: z.string(), reason: z.string() }),
  /** The agent of a session has come back elsewhere. */
  z.object({ type: z.literal("succeeded"), session: z.string() }),
  /** What is a route’s live state there? Without a route: which apps are not reached from there? */
  z.object({ type: z.literal("look"), id: z.string(), from: z.string(), route: z.nullable(z.string()) }),
  /** `state` packed (looks.ts), null of a process that takes no visitors. */
  z.object({ type: z.literal("seen"), id: z.string(), from: z.string(), state: z.nullable(z.string()) }),
  z.object({
    type: z.literal("restart"),
    name: z.nullable(z.string()),
    labels: z.nullable(z.record(z.string(), z.string())),
  }),
]);
export type BusMessage = z.infer<typeof BusMessage>;

/** Postgres takes fewer than 8000 bytes. */
const PAYLOAD_MAX = 7_900;

/** The message as text, its reason cut where it would be too long. */
export function encode(message: BusMessage): string {
  const text = JSON.stringify(message);
  if (Buffer.byteLength(text) <= PAYLOAD_MAX) return text;
  return JSON.stringify(message, (key: string, value: unknown) =>
    key === "reason" && typeof value === "string" ? `${value.slice(0, 1_000)}…` : value,
  );
}

/** The message that an agent restarts; null for a tunnel with more labels than fit, for which the others do not wait. */
export function encodeRestart(tunnel: AwaitedTunnel): string | null {
  const text = encode({ type: "restart", ...tunnel });
  return Buffer.byteLength(text) <= PAYLOAD_MAX ? text : null;
}
