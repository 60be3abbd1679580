import { refusal } from "#contract/capability.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Published } from "#contract/outdated.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { href } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import {
  awaitsRestart,
  hadNothing,
  isUnheard,
  neverReached,
  type FleetAction,
  type Phase,
} from "#fleet/action.ts";
import { leftWords, stateWords } from "#fleet/action-text.ts";
import type { Departure } from "#fleet/departures.ts";
import { outdatedOf } from "#fleet/fleet-versions.ts";
import { urlsOf } from "#fleet/gone-urls.ts";
import { howLeft, leftAtOf } from "#fleet/how-left.ts";
import { lineageOf, predecessorsOf } from "#fleet/lineage.ts";
import { hadServed } from "#fleet/last-server.tsx";
import { comesBackBy } from "#fleet/lost-sessions.ts";
import type { Offline } from "#fleet/use-authtoken-deleted.ts";
import { compareVersions } from "#contract/version.ts";
import { versionText } from "#fleet/version.ts";
import { counted, formatAge, plural } from "#ui/format.ts";
import type { StatusTone } from "#ui/status.tsx";
import { clockMinute } from "#ui/time.tsx";
import { listed } from "./folded.ts";

/** What mends it: a page, or a command to agents, which asks first. */
type Fix = { label: string } & (
  | { to: string }
  | { command: AgentCommand; sessions: readonly TunnelSession[] }
);

/** One thing that needs attention: what, why, and its fix. */
export type Attention = {
  key: string;
  tone: StatusTone;
  what: string;
  why: string;
  offline?: Offline;
  fix: Fix;
  /** The sessions whose leaving it tells, which can be dismissed. */
  left?: readonly string[];
};

export type Urls = readonly Pick<Endpoint, "public_url">[] | undefined;
export type Agents = {
  sessions: readonly TunnelSession[];
  actions: readonly FleetAction[];
  left: readonly Departure[];
  published?: Published;
  /** The sessions that rollouts have still to do. */
  held?: ReadonlySet<string> | undefined;
};

/**
 * Commands that came to nothing, with their reason: the newest of each agent, and the update that an agent still lacks,
 * whatever it was told or did since.
 */
export function failures(of: Agents & { now: number }): Attention[] {
  const { sessions, actions, left, published, now } = of;
  const heldBy = agentsBySession(of);
  const agentOf = ({ session, sessionId }: FleetAction) => heldBy.get(sessionId) ?? session;
  const newest = new Map(actions.map((action) => [agentOf(action).id, action]));
  const lacking = new Set(
    outdatedOf(sessions, actions, left, published).flatMap(({ failed }) => failed ?? []),
  );
  const away = new Set(left.filter(({ back }) => back === undefined).map(({ session }) => session.id));
  const failed = actions.filter((action) => {
    if (lacking.has(action)) return true;
    if (newest.get(agentOf(action).id) !== action || !FAILED.includes(action.state.phase)) return false;
    if (neverReached(action) || hadNothing(action)) return false;
    // That its agent is offline is told by itself.
    const isTold = action.kind === "update" || action.state.phase === "overdue";
    if (isTold && away.has(action.sessionId)) return false;
    const { agent_version: version } = agentOf(action);
    return (
      action.kind !== "update" || compareVersions(version ?? "", action.session.agent_version ?? "") <= 0
    );
  });
  return failed.toReversed().map((action) => {
    const said = stateWords(action, now);
    const agent = agentOf(action);
    return {
      key: `action ${action.id}`,
      tone: said.tone,
      what: `${sessionName(agent)}: ${said.text}`,
      why: said.detail ?? "",
      fix: { label: "Show session", to: href.session(agent.id) },
    };
  });
}

const FAILED: readonly Phase[] = ["refused", "failed", "overdue", "ambiguous", "unchanged", "unsure"];

/** A URL of an edge that no agent serves, and the backends that one would. */
type Dark = { place: string; backends: readonly string[] };

/** An agent that left; one that was stopped from here while it has to be started, or URLs of it are offline. */
export function lost(
  departure: Departure,
  of: Pick<Agents, "actions"> & { endpoints?: Urls; dark?: readonly Dark[]; now: number },
): Attention[] {
  const { session, seenAt } = departure;
  const { actions, endpoints, now } = of;
  const start = comesBackBy(departure, actions);
  const isStopped = howLeft(departure, actions) === "stopped";
  const places = (of.dark ?? []).filter((one) => one.backends.some((id) => hadServed(departure, id)));
  const dark = [...darkUrls(departure, actions, endpoints), ...places.map(({ place }) => place)];
  if (isStopped && start === null && dark.length === 0) return [];
  const since = isStopped
    ? `${leftWords(departure, actions).text}.`
    : `Since ${clockMinute(leftAtOf(departure, actions))}, last seen ${formatAge((now - seenAt) / 1000)} ago.`;
  const facts = dark.length > 0 ? `${since} ${areOffline(dark)}` : since;
  return [
    {
      key: `lost ${session.id}`,
      tone: "off",
      left: [session.id],
      what: `${sessionName(session)} is offline`,
      why: start === null ? facts : `${facts} ${start}`,
      offline: { authtoken: session.credential?.id, facts },
      fix: { label: "Show session", to: href.session(session.id) },
    },
  ];
}

/** That URLs are offline. */
export const areOffline = (urls: readonly string[]) =>
  `${listed(urls)} ${plural(urls.length, "is", "are")} offline.`;

/** Who is online, by the ids of the sessions that each had. */
export function agentsBySession({ sessions, actions, left }: Agents): ReadonlyMap<string, TunnelSession> {
  const predecessors = predecessorsOf(actions, left);
  return new Map(
    sessions.flatMap((session) => lineageOf(session.id, predecessors).map((id) => [id, session] as const)),
  );
}

/** The URLs that went with an agent and that nobody serves now; none while that is not known. */
export function darkUrls(departure: Departure, actions: readonly FleetAction[], endpoints: Urls): string[] {
  const served = new Set(endpoints?.map(({ public_url: url }) => url));
  return endpoints ? urlsOf(departure, actions).filter((url) => !served.has(url)) : [];
}

/** Updated agents that still run the old version: those that can restart, then those that can’t. */
export function waiting({
  actions,
  sessions,
  held,
  now,
}: Pick<Agents, "actions" | "sessions" | "held"> & { now: number }): Attention[] {
  const online = new Map(sessions.map((session) => [session.id, session]));
  const installed = actions.filter((one) => awaitsRestart(one) && !isUnheard(one, now));
  const due = new Set(installed.map(({ sessionId }) => sessionId));
  const updated = [...due].flatMap((id) => online.get(id) ?? []);
  const byHand = updated.flatMap((session): Attention[] => {
    const why = refusal("restart", session);
    if (why === null) return [];
    const what = `${sessionName(session)} needs a restart by hand`;
    const fix = { label: "Show session", to: href.session(session.id) };
    return [{ key: `by hand ${session.id}`, tone: "warn", what, why: `Updated. ${why}`, fix }];
  });
  // A rollout restarts its own.
  const agents = updated.filter((session) => refusal("restart", session) === null && !held?.has(session.id));
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

/** Agents with a newer release that nothing was done about, and what it is: awaited restarts and failures have lines of their own. */
export function outdated({ sessions, actions, left, published, held }: Agents): Attention[] {
  // Rollouts are known with it: until then any of them may have been updated.
  if (published === undefined) return [];
  const open = outdatedOf(sessions, actions, left, published).filter(
    ({ update, session }) => update === "none" && !held?.has(session.id),
  );
  if (open.length === 0) return [];
  const targets = [...new Set(open.map(({ target }) => target ?? ""))];
  return [
    {
      key: "outdated",
      tone: "next",
      what: `${counted(open.length, "agent")} can be updated`,
      why: `${listed(targets)} ${plural(targets.length, "is", "are")} available.`,
      fix: { label: "Update…", command: "update", sessions: open.map(({ session }) => session) },
    },
  ];
}
