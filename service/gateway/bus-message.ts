import * as z from "zod/mini";
import { RefusalCode } from "#contract/agent-protocol.ts";
import { AGENT_COMMANDS } from "#contract/tunnel-session.ts";

/** {@link CommandOutcome} between processes. */
const Outcome = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("accepted") }),
  z.object({ outcome: z.literal("unsupported"), reason: z.string() }),
  z.object({ outcome: z.literal("refused"), refusal: RefusalCode, reason: z.string() }),
  z.object({ outcome: z.literal("failed"), reason: z.string() }),
  z.object({ outcome: z.literal("silent"), afterMs: z.number() }),
  z.object({ outcome: z.literal("unreachable") }),
]);

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
  z.object({ type: z.literal("answer"), id: z.string(), outcome: z.nullable(Outcome) }),
  z.object({ type: z.literal("disconnect"), credential: z.string(), reason: z.string() }),
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
