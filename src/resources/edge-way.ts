import { KINDS } from "./kinds.ts";
import { useMemo } from "react";
import { Ref } from "#contract/answer.ts";
import { cantApply, type CantApply } from "#contract/modules/cant-apply.ts";
import { closedBy } from "#contract/modules/closed-by.ts";
import { isNeverAsked } from "#contract/route-path.ts";
import type { Route } from "#contract/route.ts";
import { valueAt } from "#forms/json.ts";
import { counted, plural } from "#ui/format.ts";
import type { StatusTone } from "#ui/status.tsx";
import {
  closedWords,
  edgePortFault,
  type EdgeLimits,
  FAULTS,
  portFault,
  portMend,
  useEdgeLimits,
  useTcpPorts,
  type PortFault,
  type TcpPorts,
} from "./closing.ts";
import type { EdgeRow } from "./edge-discovery.ts";
import { useKnownEdges } from "./edges.ts";
import { useLiveTunnels, type LiveTunnels } from "./live-tunnels.ts";
import { kindOf } from "./ref-target.ts";
import {
  unreachedOf,
  unreachedWords,
  useUnreached,
  type Unreached,
  type UnreachedBy,
} from "./unreachable.ts";

/** Where requests end. `unknown`: the service does not show enough to tell. */
export type Lead =
  | "no address"
  | PortFault
  | "never asked"
  | "no route"
  | "no backend"
  | "backend off"
  | "no tunnel"
  | "served"
  | "unknown"
  | CantApply
  | Unreached
  | `closed by ${string}`;

type Owner = { readonly [field: string]: unknown };

/** The backend that a route, a TLS edge or a TCP edge sends to; null where it has none or it is off. */
export function backendRef(owner: Owner): Ref | null {
  const value = owner["backend"] as { enabled?: unknown; backend?: unknown } | null | undefined;
  const ref = value && value.enabled !== false ? Ref.safeParse(value.backend) : null;
  return ref?.data ?? null;
}

/** What is known of what serves: the online tunnels once they are read, and what the service's edge can't apply. */
export type Serving = EdgeLimits & {
  live?: LiveTunnels | undefined;
  ports?: TcpPorts | undefined;
  unreached?: UnreachedBy | undefined;
};

/** Whether a backend answers without an agent; those that send to other backends may need one. */
export const needsNoAgent = (id: string) => /^(http|static)/.test(kindOf(id) ?? "");

/** Whether nothing can arrive at an edge; false where its addresses are not known. */
const hasNoAddress = ({ hostports }: Owner): boolean =>
  hostports === null || (Array.isArray(hostports) && hostports.length === 0);

/** Where requests to a route, a TLS edge or a TCP edge end; `edge` = the one of a route. */
export function leadOf(owner: Owner, serving: Serving, edge: Owner = {}): Lead {
  const { live, unapplied, ports, unreached } = serving;
  const closedPort = ports && kindOf(String(owner["id"])) === "tcpEdge" ? edgePortFault(owner, ports) : null;
  if (closedPort) return closedPort;
  const closed = closedBy([edge, owner], unapplied ?? []);
  if (closed.length > 0) return `closed by ${closed.join()}`;
  const fault = unapplied && (cantApply(owner, serving) ?? cantApply(edge));
  if (fault) return fault;
  if (unapplied && isNeverAsked(String(owner["match"]))) return "never asked";
  if (hasNoAddress(edge)) return "no address";
  const backend = backendRef(owner);
  if (!backend) return valueAt(owner, ["backend", "enabled"]) === false ? "backend off" : "no backend";
  const unmet = unreachedOf(owner, unreached);
  if (kindOf(backend.id) !== "tunnelGroupBackend")
    return unmet ?? (needsNoAgent(backend.id) ? "served" : "unknown");
  if (!live) return "unknown";
  return live.has(backend.id) ? (unmet ?? "served") : "no tunnel";
}

/** What the addresses of an edge lead to. `broken`: its routes that serve nothing, of `of` routes. */
export type EdgeWay = { lead: Lead; broken: readonly Route[]; of: number };

/** What the address of a tunnel leads to that nobody can connect to, or whose app can’t be reached; null = nothing is known against it. */
export function faultWay(
  {
    id,
    proto,
    address,
  }: { id: string; proto?: string | null | undefined; address: string | null | undefined },
  { ports, unreached }: Pick<Serving, "ports" | "unreached">,
): EdgeWay | null {
  const closed = ports && proto === "tcp" ? portFault(address, ports) : null;
  const lead = closed ?? unreached?.get(id);
  return lead ? { lead, broken: [], of: 0 } : null;
}

/** What the addresses of an edge lead to: of several broken routes the first says why. */
export function wayOfEdge(edge: EdgeRow, serving: Serving): EdgeWay {
  const none = { broken: [], of: 0 };
  if (edge.created_at === undefined) return { lead: "unknown", ...none };
  if (hasNoAddress(edge)) return { lead: "no address", ...none };
  if (kindOf(edge.id) !== "httpsEdge") return { lead: leadOf(edge, serving), ...none };
  const { routes } = edge;
  if (!routes) return { lead: routes === null ? "no route" : "unknown", ...none };
  const leads = routes.map((route) => leadOf(route, serving, edge));
  const broken = routes.filter((_, index) => isBroken(leads[index]));
  const lead = leads.find(isBroken) ?? leads.find((one) => one === "unknown") ?? leads[0] ?? "no route";
  return { lead, broken, of: routes.length };
}

/** The backends that edges and routes send to now, by id. */
export function usedBackends(edges: readonly EdgeRow[]): ReadonlySet<string> {
  const owners = edges.flatMap((edge) => [edge, ...(edge.routes ?? [])]);
  return new Set(owners.flatMap((owner) => backendRef(owner)?.id ?? []));
}

/** Whether requests fail there, or none can arrive. */
export function isBroken(lead: Lead | undefined): boolean {
  return lead !== undefined && lead !== "served" && lead !== "unknown";
}

type Closed = Extract<Lead, `closed by ${string}`>;

/** Whether an edge serves nothing at all now, whatever agents are online: an app that is down may be up the next moment. */
export const servesNothing = ({ lead, broken, of }: EdgeWay): boolean =>
  isBroken(lead) && !isUnreached(lead) && broken.length === of;

/** Whether the edge can't apply a kind of module that is on there. */
export const isUnapplied = (lead: Lead): lead is Closed => lead.startsWith("closed by ");

/** Whether nobody gets in there by how a module is set. */
const isFault = (lead: Lead): lead is CantApply => Object.hasOwn(FAULTS, lead);

/** Whether nobody can connect there, since no port or its own is not open. */
export const isClosedPort = (lead: Lead): lead is PortFault => lead === "no port" || lead.startsWith("port ");

/** Whether requests there fail to reach what they need. */
export const isUnreached = (lead: Lead): lead is Unreached => lead.startsWith("unreached ");

/** Whether nobody gets in there, whatever serves it. */
export const isClosed = (lead: Lead): boolean => isUnapplied(lead) || isFault(lead) || lead === "never asked";

const WORDS: Record<Exclude<Lead, Closed | CantApply | PortFault | Unreached>, string> = {
  "no address": "No address",
  "never asked": "Path unreachable",
  "no route": "No routes",
  "no backend": "No backend",
  "backend off": "Backend is off",
  "no tunnel": "No agent online",
  served: "Online",
  unknown: "Unknown",
};
/** What comes to an address: TLS and TCP edges have no requests. */
export type Traffic = "Requests" | "Connections";

const whyOf = (what: Traffic): typeof WORDS => ({
  "no address": "It gets no traffic. Add an address.",
  "never asked": `${what} fail. Remove //, /./ and /../ from the path.`,
  "no route": "All requests fail. Create a route.",
  "no backend": `${what} fail. Add a backend.`,
  "backend off": `${what} fail. Turn the backend on.`,
  "no tunnel": `${what} fail. Start an agent with the labels of the backend.`,
  served: "",
  unknown: "",
});

/** Nothing fails where nothing can arrive. */
const TONES: { readonly [L in Lead]?: StatusTone } = { served: "ok", unknown: "none", "no address": "off" };

/** A lead as a status: tone, words, and why with what to do. `what` fails there. */
export function leadWords(
  lead: Lead,
  what: Traffic = "Requests",
): { tone: StatusTone; text: string; why: string } {
  if (isUnapplied(lead)) {
    const kinds = lead.slice("closed by ".length).split(",");
    return { tone: "bad", text: "Closed", why: closedWords(kinds) };
  }
  if (isFault(lead))
    return {
      tone: "bad",
      text: "Closed",
      why: `Closed to everyone. ${FAULTS[lead].what}. ${FAULTS[lead].mend}`,
    };
  if (isClosedPort(lead)) {
    const none = lead === "no port";
    const port = none ? "" : `: ${lead.split(" outside ")[0]} is not open`;
    const why = `Nobody can connect${port}. ${portMend(lead)}`;
    return { tone: "bad", text: none ? "No port open" : "Port not open", why };
  }
  if (isUnreached(lead)) return unreachedWords(lead);
  return {
    tone: TONES[lead] ?? "bad",
    text: WORDS[lead],
    why: whyOf(what)[lead],
  };
}

/** What the addresses of an edge lead to as a status; "1 of 3 routes fails" where others serve. */
export function wayWords({ lead, broken, of }: EdgeWay): ReturnType<typeof leadWords> {
  const words = leadWords(lead, of === 0 ? "Connections" : "Requests");
  if (broken.length === 0 || broken.length === of) return words;
  return {
    ...words,
    tone: "warn",
    text: `${broken.length} of ${counted(of, KINDS.route.noun)} ${plural(broken.length, "fails", "fail")}`,
  };
}

/** How an edge is, as a filter of the list says it, in the words of the list where it has one for all of them; worst first. */
export const EDGE_HEALTH: { readonly [Tone in StatusTone]?: string } = {
  bad: "Fails",
  warn: "Some routes fail",
  off: WORDS["no address"],
  none: WORDS.unknown,
  ok: WORDS.served,
};

/** What is known of what serves, as it is read. */
export function useServing(): Serving {
  const live = useLiveTunnels();
  const limits = useEdgeLimits();
  const ports = useTcpPorts();
  const unreached = useUnreached();
  return useMemo(() => ({ ...limits, live, ports, unreached }), [limits, live, ports, unreached]);
}

/** Edge id → what its addresses lead to; undefined until the edges are read, and where none can be. */
export function useEdgeWays(): ReadonlyMap<string, EdgeWay> | undefined {
  const { edges } = useKnownEdges();
  const serving = useServing();
  return useMemo(
    () => edges && new Map(edges.map((edge) => [edge.id, wayOfEdge(edge, serving)])),
    [edges, serving],
  );
}
