import type { CertificateAuthority } from "#contract/certificate-authority.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import type { EdgeRow } from "#resources/edge-discovery.ts";
import { edgeName } from "#resources/edge-names.ts";
import { isBroken, wayWords, type EdgeWay } from "#resources/edge-way.ts";
import { groupBy } from "#resources/group-by.ts";
import { href } from "#resources/paths.ts";
import { refHref } from "#resources/ref-target.ts";
import { sessionName } from "#resources/session-name.ts";
import { awaitsRestart, type FleetAction } from "#fleet/action.ts";
import { saidText, stateWords } from "#fleet/action-text.ts";
import type { Departure } from "#fleet/departures.ts";
import { newestByMajor, updateTarget, versionText } from "#fleet/version.ts";
import { findingsOf, isWarning } from "#policy-lab/findings.ts";
import { findingText, findingTitle } from "#policy-lab/lab-text.ts";
import { counted, formatAge, plural } from "#ui/format.ts";
import type { StatusTone } from "#ui/status.tsx";
import { clockTime } from "#ui/time.tsx";

/** What mends it: a page, or a command to agents, which asks first. */
type Fix = { label: string } & (
  | { to: string }
  | { command: AgentCommand; sessions: readonly TunnelSession[] }
);

/** One thing that needs attention: what, why, and its fix. */
export type Attention = { key: string; tone: StatusTone; what: string; why: string; fix: Fix };

type Known = {
  sessions: readonly TunnelSession[];
  lost: readonly Departure[];
  actions: readonly FleetAction[];
  edges: readonly EdgeRow[];
  /** What each edge leads to, by its id. */
  ways: ReadonlyMap<string, EdgeWay>;
  rules: readonly IpPolicyRule[];
  /** Names of the policies, by id. */
  policies: ReadonlyMap<string, string>;
  authorities: readonly CertificateAuthority[];
  now: number;
};

/** How long before its end a certificate is pointed out. */
const EXPIRY_DAYS = 30;
const DAY_MS = 86_400_000;
/** So many of a kind have a line each; the rest share one. */
const SHOWN = 3;

/** What is broken first, then what warns, then what can be better. */
export function attentionOf(of: Known): Attention[] {
  return [
    ...failures(of.actions, of.now),
    ...folded(brokenEdges(of), ({ length }) => ({
      key: "edges",
      tone: "bad",
      what: `${counted(length, "more edge")} can’t serve requests`,
      why: "A route or a backend is missing, or no agent is online.",
      fix: { label: "Show edges", to: href.edges() },
    })),
    ...folded(
      of.lost.map((one) => lost(one, of.now)),
      ({ length }) => ({
        key: "lost",
        tone: "bad",
        what: `${counted(length, "more agent")} ${plural(length, "is", "are")} offline`,
        why: "They disconnected during this visit.",
        fix: { label: "Show agents", to: href.sessions() },
      }),
    ),
    ...folded(warnings(of), ({ length }) => ({
      key: "rules",
      tone: "warn",
      what: `${counted(length, "more suggestion")} for IP rules`,
      why: "Duplicates, contradictions and wide ranges.",
      fix: { label: "Show IP rules", to: href.ipRules() },
    })),
    ...expiries(of.authorities, of.now),
    ...waiting(of.actions, of.sessions),
    ...outdated(of.sessions),
  ];
}

/** The first few of a kind, and a line for the rest. A rest of one is shown itself. */
function folded(all: readonly Attention[], rest: (more: readonly Attention[]) => Attention): Attention[] {
  const shown = all.length === SHOWN + 1 ? all.length : SHOWN;
  const more = all.slice(shown);
  return more.length === 0 ? [...all] : [...all.slice(0, shown), rest(more)];
}

function failures(actions: readonly FleetAction[], now: number): Attention[] {
  const newest = new Map(actions.map((action) => [action.sessionId, action]));
  return [...newest.values()]
    .filter(({ state }) =>
      ["refused", "failed", "overdue", "ambiguous", "unchanged", "unsure"].includes(state.phase),
    )
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

function brokenEdges({ edges, ways }: Known): Attention[] {
  return edges.flatMap((edge): Attention[] => {
    const way = ways.get(edge.id);
    if (!way || !isBroken(way.lead)) return [];
    const { tone, text, why } = wayWords(way);
    return [{ key: `edge ${edge.id}`, tone, what: `${edgeName(edge)}: ${text}`, why, fix: fixOf(edge, way) }];
  });
}

function fixOf(edge: EdgeRow, { lead, broken: [route] }: EdgeWay): Fix {
  const page = refHref(edge) ?? href.edges();
  if (lead === "no route") return { label: "Add route", to: href.routeNew(edge.id) };
  if (lead !== "no backend")
    return route
      ? { label: "Show route", to: href.route(edge.id, route.id) }
      : { label: "Show edge", to: page };
  return {
    label: "Add backend",
    to: route ? href.routeModule(edge.id, route.id, "backend") : `${page}/backend`,
  };
}

function lost({ session, leftAt, seenAt }: Departure, now: number): Attention {
  return {
    key: `lost ${session.id}`,
    tone: "bad",
    what: `${sessionName(session)} is offline`,
    why: `Since ${clockTime(leftAt)}, last seen ${formatAge((now - seenAt) / 1000)} ago.`,
    fix: { label: "Show session", to: href.session(session.id) },
  };
}

/** The same finding in several policies is one line. */
function warnings({ rules, policies }: Known): Attention[] {
  const found = findingsOf(rules).filter(isWarning);
  const same = groupBy(found, ({ kind, rule }) => `${kind} ${rule.action} ${rule.cidr}`);
  return [...same.values()].flatMap((alike): Attention[] => {
    const [finding] = alike;
    if (!finding) return [];
    const names = [
      ...new Set(
        alike.map(
          ({
            rule: {
              ip_policy: { id },
            },
          }) => policies.get(id) || id,
        ),
      ),
    ];
    const [name = ""] = names;
    // What a policy does as a whole is said of it: often no rule does it alone.
    const whole = names.length === 1 && ["everyone", "nobody"].includes(finding.kind);
    return [
      {
        key: `rule ${finding.kind} ${finding.rule.id}`,
        tone: "warn",
        what: `${whole ? name : finding.rule.cidr}: ${findingTitle(finding)}`,
        why:
          names.length > 1
            ? `In ${counted(names.length, "policy", "policies")}: ${names.join(", ")}.`
            : `${findingText(finding)}${whole ? "" : ` Policy: ${name}.`}`,
        fix:
          alike.length > 1
            ? { label: "Show rules", to: href.ipRules(`?q=${encodeURIComponent(finding.rule.cidr)}`) }
            : { label: "Show rule", to: href.ipRule(finding.rule.id) },
      },
    ];
  });
}

function expiries(authorities: readonly CertificateAuthority[], now: number): Attention[] {
  return authorities
    .flatMap((authority) => {
      const days = Math.floor((Date.parse(authority.not_after ?? "") - now) / DAY_MS);
      return days < EXPIRY_DAYS ? [{ authority, days }] : [];
    })
    .toSorted((a, b) => a.days - b.days)
    .map(({ authority, days }) => ({
      key: `ca ${authority.id}`,
      tone: days < 0 ? "bad" : "warn",
      what: authority.description || authority.subject_common_name || authority.id,
      why:
        days < 0
          ? "This certificate authority has expired. Its client certificates are refused."
          : `This certificate authority expires in ${counted(days, "day")}.`,
      fix: {
        label: "Show authority",
        to: href.certificateAuthorities(`?open=${encodeURIComponent(authority.id)}`),
      },
    }));
}

function waiting(actions: readonly FleetAction[], sessions: readonly TunnelSession[]): Attention[] {
  const online = new Map(sessions.map((session) => [session.id, session]));
  const agents = actions.flatMap((action) => {
    const session = awaitsRestart(action) ? online.get(action.sessionId) : undefined;
    return session ? [session] : [];
  });
  const [only] = agents;
  if (!only) return [];
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
  ];
}

function outdated(sessions: readonly TunnelSession[]): Attention[] {
  const newest = newestByMajor(sessions.map(({ agent_version: version }) => version));
  const targets = new Map(
    sessions.flatMap((session) => {
      const target = updateTarget(session.agent_version, newest);
      return target === null ? [] : [[session, target] as const];
    }),
  );
  if (targets.size === 0) return [];
  const to = [...new Set(targets.values())].join(" and ");
  return [
    {
      key: "outdated",
      tone: "next",
      what: `${counted(targets.size, "agent")} ${plural(targets.size, "is", "are")} outdated`,
      why: `${to} ${to.includes(" and ") ? "are" : "is"} available.`,
      fix: { label: "Update…", command: "update", sessions: [...targets.keys()] },
    },
  ];
}
