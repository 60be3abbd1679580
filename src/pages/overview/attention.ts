import type { CertificateAuthority } from "#contract/certificate-authority.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import type { Published } from "#contract/outdated.ts";
import type { RolloutSummary } from "#contract/rollouts/rollout.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { closedPortsBy } from "#resources/closing.ts";
import { href } from "#resources/paths.ts";
import { endpointName } from "#resources/tunnel-names.ts";
import { unreachedWords } from "#resources/unreachable.ts";
import type { FleetAction } from "#fleet/action.ts";
import type { Departure } from "#fleet/departures.ts";
import { runningOf, troubleOf } from "#fleet/rollout/rollout-words.ts";
import { counted, plural } from "#ui/format.ts";
import { failures, lost, outdated, waiting, type Attention } from "./agent-attention.ts";
import { edgeAttention, type Edges } from "./edge-attention.ts";
import { folded, listed, named } from "./folded.ts";
import { moved } from "./moved-attention.ts";
import { ruleAttention } from "./rule-attention.ts";

/** What the lines come from. */
export type Known = Edges & {
  sessions: readonly TunnelSession[];
  /** What left; `lost`, without a restart from here and not back. */
  left: readonly Departure[];
  lost: readonly Departure[];
  actions: readonly FleetAction[];
  rules: readonly IpPolicyRule[];
  /** Names of the policies, by id. */
  policies: ReadonlyMap<string, string>;
  authorities: readonly CertificateAuthority[];
  /** Destinations that events do not arrive at. */
  unsent?: readonly Attention[] | undefined;
  /** Tunnels whose apps fail while their addresses answer. */
  failingTunnels?: readonly Attention[] | undefined;
  /** Of the addresses of tunnels, those that requests fail at. */
  endpoints?: readonly Endpoint[] | undefined;
  /** All that are online, once they are read. */
  tunnels?: readonly Tunnel[] | undefined;
  published?: Published;
  /** Newest first, as far as they are known. */
  rollouts?: readonly RolloutSummary[] | undefined;
  /** The sessions that they have still to do. */
  held?: ReadonlySet<string> | undefined;
  now: number;
};

/** How long before its end a certificate is pointed out. */
const EXPIRY_DAYS = 30;
const DAY_MS = 86_400_000;

/** What is broken first, then what warns, then what can be better. `edges` may be kept from one second to the next. */
export function attentionOf(of: Known, edges = edgeAttention(of)): Attention[] {
  const rules = ruleAttention(of, edges.opening);
  return [
    ...edges.failing,
    ...folded(addressesThatFail(of), (more) => ({
      key: "endpoints",
      tone: "bad",
      what: `Requests fail on ${counted(more.length, "more endpoint")}`,
      why: named(more),
      fix: { label: "Show endpoints", to: href.endpoints() },
    })),
    ...(of.failingTunnels ?? []),
    ...closedPorts(of),
    ...edges.errors,
    ...troubleOf(of.rollouts),
    ...folded(of.unsent ?? [], (more) => ({
      key: "destinations",
      tone: "bad",
      what: `Events are not delivered to ${counted(more.length, "more destination")}`,
      why: named(more),
      fix: { label: "Show destinations", to: href.eventDestinations() },
    })),
    ...failures(of),
    ...folded(
      of.lost.flatMap((one) => lost(one, { ...of, dark: edges.dark })),
      ({ length }) => ({
        key: "lost",
        tone: "off",
        what: `${counted(length, "more agent")} ${plural(length, "is", "are")} offline`,
        // All that are offline, as the list counts them: who was stopped and is not missed has no line.
        why: `Of ${of.lost.length} that disconnected or were stopped within the last day.`,
        fix: { label: "Show agents", to: href.sessions("?state=offline") },
      }),
    ),
    ...folded(moved(of), ({ length }) => ({
      key: "moved",
      tone: "warn",
      what: `${counted(length, "more agent")} ${plural(length, "is", "are")} online again without some of ${plural(length, "its", "their")} URLs`,
      why: "They are online at other addresses.",
      fix: { label: "Show agents", to: href.sessions() },
    })),
    ...edges.warnings,
    ...edges.withoutAddress,
    ...folded(rules.lines, rules.rest),
    ...expiries(of.authorities, of.now),
    ...folded(waiting(of), ({ length }) => ({
      key: "by hand",
      tone: "warn",
      what: `${counted(length, "more agent")} ${plural(length, "needs", "need")} a restart by hand`,
      why: "Restart them on their hosts.",
      fix: { label: "Show agents", to: href.sessions() },
    })),
    ...runningOf(of.rollouts),
    ...outdated(of),
  ];
}

/** The addresses of tunnels whose apps can’t be reached. */
function addressesThatFail({ endpoints = [], serving: { unreached } }: Known): Attention[] {
  return endpoints.flatMap((endpoint): Attention[] => {
    const lead = unreached?.get(endpoint.id);
    if (!lead || endpoint.edge) return [];
    const { tone, text, why } = unreachedWords(lead);
    const fix = { label: "Show endpoint", to: href.endpoint(endpoint.id) };
    return [{ key: `endpoint ${endpoint.id}`, tone, what: `${endpointName(endpoint)}: ${text}`, why, fix }];
  });
}

/** Ports have a line of their own for each cause, whatever has their addresses. */
function closedPorts({ serving: { ports } }: Known): Attention[] {
  return closedPortsBy(ports).map(([mend, of]) => {
    const what = `TCP ${plural(of.length, "port")} ${listed(of)} ${plural(of.length, "is", "are")} not open`;
    const to = href.endpoints(of.length === 1 ? `?q=%3A${of[0]}` : "?proto=tcp");
    const fix = { label: "Show endpoints", to };
    return { key: `ports ${mend}`, tone: "bad", what, why: `Nobody can connect. ${mend}`, fix };
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
          ? "Certificate authority expired. Client certificates are refused."
          : `Certificate authority expires in ${counted(days, "day")}.`,
      fix: {
        label: "Show authority",
        to: href.certificateAuthorities(`?open=${encodeURIComponent(authority.id)}`),
      },
    }));
}
