import { checkOf } from "#contract/check.ts";
import { answered, isOpen, type Answer, type FleetAction } from "./action.ts";
import { KEPT_SHAPES } from "./kept-shapes.ts";
import { createVisitStore, type VisitStorage } from "#ui/visit-store.ts";

/** How many actions are kept; the oldest settled ones go first. */
const KEPT = 100;
const NAME = "gatehouse.fleet";
const storedCheck = checkOf<FleetAction[]>(KEPT_SHAPES.actions);

/** All actions of this tab, oldest first, and the only way to change them. Holds no secret. */
export type Ledger = ReturnType<typeof createLedger>;

/**
 * The actions that a page kept or another tab sent; none of what is no list of them. An answer that was under way is lost: its
 * action is unsure. One without a line in its log waited for its turn, and was not sent.
 */
export function restored(kept: unknown): readonly FleetAction[] {
  const parsed = storedCheck.safeParse(kept);
  if (!parsed.success) return [];
  return parsed.data.map((action) => {
    const sent = action.log.length > 0;
    const msg = `The page was reloaded before ${sent ? "the answer came" : "it was sent"}.`;
    const lost: Answer = { outcome: sent ? "unsure" : "failed", error: { msg } };
    return answered(action, lost, action.sentAt);
  });
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
