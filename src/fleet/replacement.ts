import type { TunnelSession } from "#contract/tunnel-session.ts";
import { type FleetAction } from "./action.ts";
import { identityOf, startAction } from "./start-action.ts";
import { claimsOf } from "./lineage.ts";
import { successorOf } from "./successor-of.ts";
import { matchSuccessors, unitsOf } from "./successor.ts";

type Sightings = {
  /** The session that is gone. */
  session: TunnelSession;
  /** A list with the session still in it. */
  before: readonly TunnelSession[];
  /** A later list, without it. */
  now: readonly TunnelSession[];
  /** Everything this tab sent: its own successors are not given away twice. */
  actions: readonly FleetAction[];
};

/** What a session that left without a command of this tab is online as now; null when that can't be told for sure. */
export function replacementOf({ session, before, now, actions }: Sightings): string | null {
  const followed = successorOf(actions, session.id);
  if (followed !== null) return followed;
  if (!before.some(({ id }) => id === session.id)) return null;
  const here = new Set(now.map(({ id }) => id));
  const twins = before.filter((one) => one.id !== session.id && identityOf(one) === identityOf(session));
  // With a twin gone too, a newcomer may be either's.
  if (twins.some(({ id }) => !here.has(id))) return null;
  const left = startAction({ id: "", kind: "restart", session, sessions: before, urls: [], at: 0 });
  const match = matchSuccessors(unitsOf([left]), now, claimsOf(actions)).get(session.id);
  return match?.verdict === "back" ? match.session.id : null;
}
