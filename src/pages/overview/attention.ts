import type { TunnelGroupBackend } from "#contract/backend.ts";
import type { CertificateAuthority } from "#contract/certificate-authority.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import type { Published } from "#contract/outdated.ts";
import type { RolloutSummary } from "#contract/rollouts/rollout.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { closedPortsBy, type TcpPorts } from "#resources/closing.ts";
import type { EdgeRow } from "#resources/edge-discovery.ts";
import { edgeName, isUnnamed, routePlace } from "#resources/edge-names.ts";
import {
  backendRef,
  EDGE_HEALTH,
  isBroken,
  isClosedPort,
  isUnapplied,
  leadWords,
  wayWords,
  type EdgeWay,
} from "#resources/edge-way.ts";
import { href } from "#resources/paths.ts";
import { endpointName } from "#resources/tunnel-names.ts";
import { unreachedWords, type UnreachedBy } from "#resources/unreachable.ts";
import { refHref } from "#resources/ref-target.ts";
import { startWords } from "#resources/start-words.ts";
import type { FleetAction } from "#fleet/action.ts";
import type { Departure } from "#fleet/departures.ts";
import { troubleOf } from "#fleet/rollout/rollout-words.ts";
import { counted, formatCount, plural, shortenId } from "#ui/format.ts";
import { failures, lost, outdated, waiting, type Attention } from "./agent-attention.ts";
import { ruleAttention } from "./rule-attention.ts";

type Known = {
  sessions: readonly TunnelSession[];
  /** What left during this visit; `lost`, without a command and not back. */
  left: readonly Departure[];
  lost: readonly Departure[];
  actions: readonly FleetAction[];
  edges: readonly EdgeRow[];
  /** What each edge leads to, by its id. */
  ways: ReadonlyMap<string, EdgeWay>;
  /** The backends that edges may send to, by id. */
  backends: ReadonlyMap<string, TunnelGroupBackend>;
  rules: readonly IpPolicyRule[];
  /** Names of the policies, by id. */
  policies: ReadonlyMap<string, string>;
  authorities: readonly CertificateAuthority[];
  /** Destinations that events do not arrive at. */
  unsent?: readonly Attention[] | undefined;
  ports?: TcpPorts;
  /** Of the addresses of tunnels, those that requests fail at. */
  endpoints?: readonly Endpoint[];
  unreached?: UnreachedBy | undefined;
  published?: Published;
  /** Newest first, as far as they are known. */
  rollouts?: readonly RolloutSummary[] | undefined;
  now: number;
};

/** How long before its end a certificate is pointed out. */
const EXPIRY_DAYS = 30;
const DAY_MS = 86_400_000;
/** So many of a kind have a line each; the rest share one. */
const SHOWN = 3;
/** So many of the rest are named. */
const NAMED = 5;

/** The list of those edges. */
const edgesThatAre = (...tones: (keyof typeof EDGE_HEALTH)[]) =>
  href.edges(`?${new URLSearchParams(tones.map((tone) => ["status", EDGE_HEALTH[tone] ?? ""]))}`);

/** What is broken first, then what warns, then what can be better. */
export function attentionOf(of: Known): Attention[] {
  const rules = ruleAttention(of);
  return [
    ...folded(edgesThatFail(of), (more) => ({
      key: "edges",
      tone: "bad",
      what: `Requests fail on ${counted(more.length, "more edge")}`,
      why: named(more),
      fix: { label: "Show edges", to: edgesThatAre("bad", "warn") },
    })),
    ...folded(addressesThatFail(of), (more) => ({
      key: "endpoints",
      tone: "bad",
      what: `Requests fail on ${counted(more.length, "more endpoint")}`,
      why: named(more),
      fix: { label: "Show endpoints", to: href.endpoints() },
    })),
    ...closedPorts(of),
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
      of.lost.map((one) => lost(one, of.actions, of.now)),
      ({ length }) => ({
        key: "lost",
        tone: "off",
        what: `${counted(length, "more agent")} ${plural(length, "is", "are")} offline`,
        why: "Disconnected during this visit.",
        fix: { label: "Show agents", to: href.sessions() },
      }),
    ),
    ...folded(edgesWithoutAddress(of), (more) => ({
      key: "no address",
      tone: "warn",
      what: `${counted(more.length, "more edge")} ${plural(more.length, "has", "have")} no address`,
      why: "They get no traffic.",
      fix: { label: "Show edges", to: edgesThatAre("off") },
    })),
    ...folded(rules.lines, rules.rest),
    ...expiries(of.authorities, of.now),
    ...folded(waiting(of.actions, of.sessions), ({ length }) => ({
      key: "by hand",
      tone: "warn",
      what: `${counted(length, "more agent")} ${plural(length, "needs", "need")} a restart by hand`,
      why: "Restart them on their hosts.",
      fix: { label: "Show agents", to: href.sessions() },
    })),
    ...outdated(of),
  ];
}

/** The first few of a kind, and a line for the rest. A rest of one is shown itself. */
function folded(all: readonly Attention[], rest: (more: readonly Attention[]) => Attention): Attention[] {
  return all.length <= SHOWN + 1 ? [...all] : [...all.slice(0, SHOWN), rest(all.slice(SHOWN))];
}

/** "a", "a and b", "a, b, c, d, e and 3 more". */
function listed(names: readonly unknown[]): string {
  const more = names.length - NAMED;
  const all = more > 0 ? [...names.slice(0, NAMED), `${formatCount(more)} more`] : names;
  return [all.slice(0, -1).join(", "), all.at(-1)].filter(Boolean).join(" and ");
}

/** What a line that stands for several names of them, by the part before the colon. */
const named = (more: readonly Attention[]) => `${listed(more.map(({ what }) => what.split(": ")[0]))}.`;

/** Edges whose URLs fail: first those that served before or still serve in part, then those never finished, then those that the service’s edge closes. */
function edgesThatFail({ edges, ways, backends, ports }: Known): Attention[] {
  const all = edges.flatMap((edge) => {
    const way = ways.get(edge.id);
    if (!way || !isBroken(way.lead) || way.lead === "no address") return [];
    // Ports are said once, by themselves.
    return isClosedPort(way.lead) && ports?.closed.length ? [] : [{ edge, way }];
  });
  const unfinished = ({ lead, broken, of }: EdgeWay) =>
    broken.length === of && (lead === "no route" || lead === "no backend");
  const order = (way: EdgeWay) => (isUnapplied(way.lead) ? 2 : Number(unfinished(way)));
  return all
    .toSorted((a, b) => order(a.way) - order(b.way))
    .map(({ edge, way }) => {
      const [route, ...others] = way.broken;
      // One route of several is named by its own URL, as what fails.
      const one = route && others.length === 0 && way.of > 1 ? route : null;
      const { text, why } = one ? leadWords(way.lead) : wayWords(way);
      const what = `${one ? routePlace(edge, one.match) : edgeName(edge)}: ${text}`;
      const dark = way.lead === "no tunnel" ? startWords(darkBackends(edge, way, backends)) : null;
      return { key: `edge ${edge.id}`, tone: "bad", what, why: dark ?? why, fix: fixOf(edge, way) };
    });
}

/** The addresses of tunnels whose apps can’t be reached. */
function addressesThatFail({ endpoints = [], unreached }: Known): Attention[] {
  return endpoints.flatMap((endpoint): Attention[] => {
    const lead = unreached?.get(endpoint.id);
    if (!lead || endpoint.edge) return [];
    const { tone, text, why } = unreachedWords(lead);
    const fix = { label: "Show endpoint", to: href.endpoint(endpoint.id) };
    return [{ key: `endpoint ${endpoint.id}`, tone, what: `${endpointName(endpoint)}: ${text}`, why, fix }];
  });
}

/** Ports have a line of their own for each cause, whatever has their addresses. */
function closedPorts({ ports }: Known): Attention[] {
  return closedPortsBy(ports).map(([mend, of]) => {
    const what = `TCP ${plural(of.length, "port")} ${listed(of)} ${plural(of.length, "is", "are")} not open`;
    const to = href.endpoints(of.length === 1 ? `?q=%3A${of[0]}` : "?proto=tcp");
    const fix = { label: "Show endpoints", to };
    return { key: `ports ${mend}`, tone: "bad", what, why: `Nobody can connect. ${mend}`, fix };
  });
}

/** The backends without a tunnel behind what is broken of an edge, each once. */
function darkBackends(edge: EdgeRow, { broken }: EdgeWay, backends: Known["backends"]) {
  const ids = (broken.length > 0 ? broken : [edge]).map((owner) => backendRef(owner)?.id ?? "");
  return [...new Set(ids)].flatMap((id) => backends.get(id) ?? []);
}

function edgesWithoutAddress({ edges, ways }: Known): Attention[] {
  return edges.flatMap((edge): Attention[] => {
    const way = ways.get(edge.id);
    if (way?.lead !== "no address") return [];
    const { text, why } = wayWords(way);
    const name = edgeName(edge);
    const said = isUnnamed(edge)
      ? { what: name, why: `${why} ${shortenId(edge.id)}` }
      : { what: `${name}: ${text}`, why };
    return [{ key: `edge ${edge.id}`, tone: "warn", ...said, fix: fixOf(edge, way) }];
  });
}

function fixOf(edge: EdgeRow, { lead, broken: [route] }: EdgeWay): Attention["fix"] {
  const page = refHref(edge) ?? href.edges();
  if (lead === "no address") return { label: "Add address", to: `${page}/edit` };
  if (lead === "no route") return { label: "Add route", to: href.routeNew(edge.id) };
  const backend = route ? href.routeModule(edge.id, route.id, "backend") : `${page}/backend`;
  if (lead === "no backend") return { label: "Add backend", to: backend };
  if (lead === "backend off") return { label: "Turn on backend", to: `${backend}?field=enabled` };
  return route
    ? { label: "Show route", to: href.route(edge.id, route.id) }
    : { label: "Show edge", to: page };
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
