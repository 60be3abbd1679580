import * as z from "zod/mini";
import { TunnelSession, AgentCommand } from "#contract/tunnel-session.ts";
import { createSignal } from "#ui/signal.ts";
import { answered, isOpen, type Answer, type FleetAction } from "./action.ts";

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

/** Where the ledger outlives a reload of the tab. */
export type LedgerStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** All actions of this tab, oldest first, and the only way to change them. Holds no secret. */
export type Ledger = ReturnType<typeof createLedger>;

/** Reads back what an earlier page of this tab kept. An answer that was under way then is lost: its action is unsure. */
function restore(storage: LedgerStorage | null): readonly FleetAction[] {
  const text = readItem(storage);
  if (!text) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const parsed = Stored.safeParse(value);
  if (!parsed.success) return [];
  const lost: Answer = {
    outcome: "unsure",
    error: { msg: "The page was reloaded before the answer came." },
  };
  return (parsed.data as FleetAction[]).map((action) => answered(action, lost, action.sentAt));
}

function readItem(storage: LedgerStorage | null): string | null {
  try {
    return storage?.getItem(NAME) ?? null;
  } catch {
    return null;
  }
}

/** Keeps every open action and the newest of the rest. */
function bounded(actions: readonly FleetAction[]): readonly FleetAction[] {
  let over = actions.length - KEPT;
  return over <= 0 ? actions : actions.filter((action) => isOpen(action) || over-- <= 0);
}

/** A ledger over a storage (null: memory only). */
export function createLedger(storage: LedgerStorage | null) {
  let actions = restore(storage);
  const changed = createSignal();
  const change = (next: readonly FleetAction[]) => {
    if (next === actions) return;
    actions = bounded(next);
    try {
      if (actions.length === 0) storage?.removeItem(NAME);
      else storage?.setItem(NAME, JSON.stringify(actions));
    } catch {
      // A full or forbidden storage means only that reports end with the page.
    }
    changed.tell();
  };
  return {
    getSnapshot: () => actions,
    subscribe: changed.subscribe,
    /** Replaces the actions by what `step` makes of them; the same array changes nothing. */
    update: (step: (actions: readonly FleetAction[]) => readonly FleetAction[]) => change(step(actions)),
    /** Forgets everything: another account is looked at. */
    clear: () => change([]),
  };
}
