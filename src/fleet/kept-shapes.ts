import * as z from "zod/mini";
import { shapeOf } from "#contract/shape-of.ts";
import { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { Tunnel } from "#contract/tunnel.ts";

const Fault = z.object({
  msg: z.string(),
  code: z.optional(z.string()),
  status: z.optional(z.number()),
  operationId: z.optional(z.string()),
});
const SENT = ["sending", "waiting"] as const;
const FAULTS = ["unsure", "refused", "failed"] as const;
const Ids = z.array(z.string());
const State = z.discriminatedUnion("phase", [
  z.object({ phase: z.enum(SENT) }),
  z.object({ phase: z.enum(FAULTS), error: Fault }),
  z.object({
    phase: z.literal("verified"),
    seconds: z.number(),
    successorId: z.optional(z.string()),
    version: z.optional(z.string()),
    chosen: z.optional(z.boolean()),
  }),
  z.object({ phase: z.literal("ambiguous"), candidateIds: Ids }),
  z.object({ phase: z.literal("overdue"), reason: z.enum(["not-back", "still-online", "no-answer"]) }),
  z.object({
    phase: z.literal("unchanged"),
    successorId: z.string(),
    version: z.string(),
    seconds: z.number(),
  }),
]);
const OUTCOMES = ["verified", "ambiguous", "overdue", "unchanged"] as const;
const EVENTS = [...SENT, ...FAULTS, ...OUTCOMES, "accepted", "left", "candidates"] as const;
const Actions = z.array(
  z.object({
    id: z.string(),
    kind: AgentCommand,
    sessionId: z.string(),
    session: TunnelSession,
    knownIds: Ids,
    newestStartedAt: z.string(),
    urls: Ids,
    sentAt: z.number(),
    leftAt: z.optional(z.number()),
    promised: z.optional(z.string()),
    says: z.optional(z.enum(["updating", "updated", "nothing"])),
    servedAgain: z.optional(z.boolean()),
    state: State,
    log: z.array(z.object({ at: z.number(), event: z.enum(EVENTS), ids: z.optional(Ids) })),
  }),
);

const Departures = z.array(
  z.object({
    session: TunnelSession,
    seenAt: z.number(),
    leftAt: z.number(),
    back: z.optional(z.nullable(z.string())),
    served: z.optional(z.array(Tunnel)),
  }),
);

/** What a tab keeps of its visit. The build puts the value in place of this file, as it does with the first answers. */
export const KEPT_SHAPES = { actions: shapeOf(Actions), departures: shapeOf(Departures) };
