import * as z from "zod/mini";
import { TunnelSession, AgentCommand } from "#contract/tunnel-session.ts";
import { answered, isOpen, type Answer, type FleetAction } from "./action.ts";
import { createVisitStore, type VisitStorage } from "./visit-store.ts";

/** How many actions are kept; the oldest settled ones go first. */
const KEPT = 100;
const NAME = "gatehouse.fleet";

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
  z.object({ phase: z.literal("overdue"), reason: z.enum(["not-back", "still-online"]) }),
  z.object({
    phase: z.literal("unchanged"),
    successorId: z.string(),
    version: z.string(),
    seconds: z.number(),
  }),
]);
const OUTCOMES = ["verified", "ambiguous", "overdue", "unchanged"] as const;
const EVENTS = [...SENT, ...FAULTS, ...OUTCOMES, "accepted", "left", "candidates"] as const;
const Stored = z.array(
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
    state: State,
    log: z.array(z.object({ at: z.number(), event: z.enum(EVENTS), ids: z.optional(Ids) })),
  }),
);

/** All actions of this tab, oldest first, and the only way to change them. Holds no secret. */
export type Ledger = ReturnType<typeof createLedger>;

/** The actions that a page kept or another tab sent; none of what is no list of them. An answer that was under way is lost: its action is unsure. */
export function restored(kept: unknown): readonly FleetAction[] {
  const parsed = Stored.safeParse(kept);
  if (!parsed.success) return [];
  const lost: Answer = {
    outcome: "unsure",
    error: { msg: "The page was reloaded before the answer came." },
  };
  return (parsed.data as FleetAction[]).map((action) => answered(action, lost, action.sentAt));
}

/** Keeps every open action and the newest of the rest. */
function bounded(actions: readonly FleetAction[]): readonly FleetAction[] {
  let over = actions.length - KEPT;
  return over <= 0 ? actions : actions.filter((action) => isOpen(action) || over-- <= 0);
}

/** A ledger over a storage (null: memory only). */
export function createLedger(storage: VisitStorage | null) {
  const { set, ...store } = createVisitStore(storage, NAME, restored);
  return {
    ...store,
    /** Replaces the actions by what `step` makes of them; the same array changes nothing. */
    update: (step: (actions: readonly FleetAction[]) => readonly FleetAction[]) =>
      set(bounded(step(store.getSnapshot()))),
    /** Forgets everything: another account is looked at. */
    clear: () => set(NONE),
  };
}

const NONE: readonly FleetAction[] = [];
