import { refusal } from "#contract/capability.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { href } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { awaitsRestart, type FleetAction } from "#fleet/action.ts";
import { saidText, stateWords } from "#fleet/action-text.ts";
import type { Departure } from "#fleet/departures.ts";
import { outdatedOf } from "#fleet/fleet-versions.ts";
import { versionText } from "#fleet/version.ts";
import { counted, formatAge, plural } from "#ui/format.ts";
import type { StatusTone } from "#ui/status.tsx";
import { clockMinute } from "#ui/time.tsx";

/** What mends it: a page, or a command to agents, which asks first. */
type Fix = { label: string } & (
  | { to: string }
  | { command: AgentCommand; sessions: readonly TunnelSession[] }
);

/** One thing that needs attention: what, why, and its fix. */
export type Attention = { key: string; tone: StatusTone; what: string; why: string; fix: Fix };

/** Commands that came to nothing, the newest of each session. */
function failed(actions: readonly FleetAction[]): FleetAction[] {
  const newest = new Map(actions.map((action) => [action.sessionId, action]));
  return [...newest.values()].filter(({ state }) =>
    ["refused", "failed", "overdue", "ambiguous", "unchanged", "unsure"].includes(state.phase),
  );
}

/** Each of them with its reason. */
export function failures(actions: readonly FleetAction[], now: number): Attention[] {
  return failed(actions)
    .toReversed()
    .map((action) => {
      const said = stateWords(action, now);
      return {
        key: `action ${action.id}`,
        tone: said.tone,
        what: sessionName(action.session),
        why: saidText(said),
        fix: { label: "Show session", to: href.session(action.sessionId) },
      };
    });
}

/** An agent that left without a command. */
export function lost({ session, leftAt, seenAt }: Departure, now: number): Attention {
  return {
    key: `lost ${session.id}`,
    tone: "bad",
    what: `${sessionName(session)} is offline`,
    why: `Since ${clockMinute(leftAt)}, last seen ${formatAge((now - seenAt) / 1000)} ago.`,
    fix: { label: "Show session", to: href.session(session.id) },
  };
}

/** Updated agents that still run the old version: those that can restart, then those that can’t. */
export function waiting(actions: readonly FleetAction[], sessions: readonly TunnelSession[]): Attention[] {
  const online = new Map(sessions.map((session) => [session.id, session]));
  const updated = actions.flatMap((action) => {
    const session = awaitsRestart(action) ? online.get(action.sessionId) : undefined;
    return session ? [session] : [];
  });
  const byHand = updated.flatMap((session): Attention[] => {
    const why = refusal("restart", session);
    if (why === null) return [];
    const what = `${sessionName(session)} needs a restart by hand`;
    const fix = { label: "Show session", to: href.session(session.id) };
    return [{ key: `by hand ${session.id}`, tone: "warn", what, why: `Updated. ${why}`, fix }];
  });
  const agents = updated.filter((session) => refusal("restart", session) === null);
  const [only] = agents;
  if (!only) return byHand;
  return [
    {
      key: "restart",
      tone: "warn",
      what:
        agents.length === 1
          ? `${sessionName(only)} needs a restart`
          : `${counted(agents.length, "agent")} need a restart`,
      why: `Updated, but still running ${agents.length === 1 ? versionText(only.agent_version) : "the old version"}.`,
      fix: { label: "Restart…", command: "restart", sessions: agents },
    },
    ...byHand,
  ];
}

/** Agents with a newer release in the account, and what it is. What was done about one is said once: awaited restarts and failures have lines of their own. */
export function outdated(sessions: readonly TunnelSession[], actions: readonly FleetAction[]): Attention[] {
  const all = outdatedOf(sessions, actions);
  const open = all.filter(({ update }) => update === "none");
  const told = new Set(
    failed(actions).map(({ sessionId, state }) => ("successorId" in state && state.successorId) || sessionId),
  );
  const notTaken = all.filter(
    ({ update, session }) => update === "not taken" && !told.has(session.id),
  ).length;
  const to = [...new Set(open.map(({ target }) => target))].join(" and ");
  const lines: Attention[] = [];
  if (open.length > 0)
    lines.push({
      key: "outdated",
      tone: "next",
      what: `${counted(open.length, "agent")} ${plural(open.length, "is", "are")} outdated`,
      why: `${to} ${to.includes(" and ") ? "are" : "is"} available.`,
      fix: { label: "Update…", command: "update", sessions: open.map(({ session }) => session) },
    });
  if (notTaken > 0)
    lines.push({
      key: "not updated",
      tone: "next",
      what: `${counted(notTaken, "agent")} did not update`,
      why: "Still outdated after you sent an update.",
      fix: { label: notTaken === 1 ? "Show agent" : "Show agents", to: href.sessions("?outdated=yes") },
    });
  return lines;
}
