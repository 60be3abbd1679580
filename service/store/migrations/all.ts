import { firstTables } from "./0001-first-tables.ts";
import { management } from "./0002-management.ts";
import { edges } from "./0003-edges.ts";
import { nodes } from "./0004-nodes.ts";
import { versions } from "./0005-versions.ts";
import { peers } from "./0006-peers.ts";
import { captures } from "./0008-captures.ts";
import { successors } from "./0009-successors.ts";
import { agentUpdates } from "./0010-agent-updates.ts";
import { rollouts } from "./0011-rollouts.ts";
import { eventChanges } from "./0012-event-changes.ts";
import { eventSubscriptions } from "./0013-event-subscriptions.ts";
import { endedSessions } from "./0014-ended-sessions.ts";
import { refusals } from "./0015-refusals.ts";
import { keyUses } from "./0016-key-uses.ts";
import { updateRefusals } from "./0017-update-refusals.ts";
import { sessionChanges } from "./0007-session-changes.ts";

/** Name → migration, applied in the order of the names and never changed once released. */
export const MIGRATIONS = {
  "0001-first-tables": firstTables,
  "0002-management": management,
  "0003-edges": edges,
  "0004-nodes": nodes,
  "0005-versions": versions,
  "0006-peers": peers,
  "0007-session-changes": sessionChanges,
  "0008-captures": captures,
  "0009-successors": successors,
  "0010-agent-updates": agentUpdates,
  "0011-rollouts": rollouts,
  "0012-event-changes": eventChanges,
  "0013-event-subscriptions": eventSubscriptions,
  "0014-ended-sessions": endedSessions,
  "0015-refusals": refusals,
  "0016-key-uses": keyUses,
  "0017-update-refusals": updateRefusals,
};
