import type { CertificateAuthority } from "#contract/certificate-authority.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { href } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { awaitsRestart, type FleetAction } from "#fleet/action.ts";
import type { Departure } from "#fleet/departures.ts";
import { newestByMajor, updateTarget } from "#fleet/version.ts";
import { stateWords } from "#fleet/action-text.ts";
import { findingsOf, isWarning } from "#policy-lab/findings.ts";
import { findingText, findingTitle } from "#policy-lab/lab-text.ts";
import { counted } from "#ui/format.ts";
import type { StatusTone } from "#ui/status.tsx";

/** One thing that needs attention: what, why, and where to do something about it. */
export type Attention = {
  key: string;
  tone: StatusTone;
  what: string;
  why: string;
  link: { label: string; to: string };
};

/** How long before its end a certificate is worth a look. */
const EXPIRY_DAYS = 30;
const DAY_MS = 86_400_000;
const WARNINGS_SHOWN = 3;

/** Failed actions first, then what was lost, then rules and certificates, then agents that are behind. */
export function attentionOf(of: {
  sessions: readonly TunnelSession[];
  lost: readonly Departure[];
  actions: readonly FleetAction[];
  rules: readonly IpPolicyRule[];
  authorities: readonly CertificateAuthority[];
  now: number;
}): Attention[] {
  return [
    ...failures(of.actions, of.now),
    ...of.lost.map(lost),
    ...warnings(of.rules),
    ...expiries(of.authorities, of.now),
    ...waiting(of.actions, of.sessions),
    ...behind(of.sessions),
  ];
}

function failures(actions: readonly FleetAction[], now: number): Attention[] {
  const newest = new Map(actions.map((action) => [action.sessionId, action]));
  return [...newest.values()]
    .filter(({ state }) =>
      ["refused", "failed", "overdue", "ambiguous", "unchanged", "unsure"].includes(state.phase),
    )
    .toReversed()
    .map((action) => {
      const { tone, text } = stateWords(action, now);
      return {
        key: `action ${action.id}`,
        tone,
        what: sessionName(action.session),
        why: text,
        link: { label: "Open session", to: href.session(action.sessionId) },
      };
    });
}

function lost({ session }: Departure): Attention {
  return {
    key: `lost ${session.id}`,
    tone: "bad",
    what: `${sessionName(session)} is gone`,
    why: "It left the list without a command from here, and has not come back",
    link: { label: "Open session", to: href.session(session.id) },
  };
}

function warnings(rules: readonly IpPolicyRule[]): Attention[] {
  const found = findingsOf(rules).filter(isWarning);
  const shown = found.slice(0, WARNINGS_SHOWN).map((finding): Attention => ({
    key: `rule ${finding.kind} ${finding.rule.id}`,
    tone: "warn",
    what: `${finding.rule.cidr}: ${findingTitle(finding)}`,
    why: findingText(finding),
    link: { label: "Open rule", to: href.ipRule(finding.rule.id) },
  }));
  const more = found.length - shown.length;
  if (more <= 0) return shown;
  const what = `${counted(more, "more finding")} in the IP rules`;
  return [
    ...shown,
    {
      key: "rules",
      tone: "warn",
      what,
      why: "Duplicates, contradictions and wide ranges",
      link: { label: "Open IP rules", to: href.ipRules() },
    },
  ];
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
          ? "This certificate authority has expired: no client certificate of it is accepted"
          : `This certificate authority expires in ${counted(days, "day")}`,
      link: { label: "Open authorities", to: href.certificateAuthorities() },
    }));
}

function waiting(actions: readonly FleetAction[], sessions: readonly TunnelSession[]): Attention[] {
  const online = new Set(sessions.map(({ id }) => id));
  return actions
    .filter((action) => awaitsRestart(action) && online.has(action.sessionId))
    .map((action) => ({
      key: `restart ${action.id}`,
      tone: "warn",
      what: `${sessionName(action.session)} needs a restart`,
      why: "The update was accepted; what runs is still the old version",
      link: { label: "Open session", to: href.session(action.sessionId) },
    }));
}

function behind(sessions: readonly TunnelSession[]): Attention[] {
  const newest = newestByMajor(sessions.map(({ agent_version }) => agent_version));
  const targets = sessions.flatMap(({ agent_version }) => updateTarget(agent_version, newest) ?? []);
  if (targets.length === 0) return [];
  const of = [...new Set(targets)].join(" and ");
  return [
    {
      key: "behind",
      tone: "next",
      what: `${counted(targets.length, "agent")} behind ${of}`,
      why: "Update, then restart; each is watched until it is back",
      link: { label: "Show them", to: href.sessions("?outdated=yes") },
    },
  ];
}
