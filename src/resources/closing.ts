import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { request } from "#api/client.ts";
import { closedPortsQuery } from "#api/closed-ports.ts";
import { isAbsent } from "#api/errors.ts";
import { pollEvery } from "#api/query-client.ts";
import { servedConfigQuery } from "#api/served-config.ts";
import { ClosedIpPolicyList } from "#contract/closed-ip-policies.ts";
import { type ApplyFacts, cantApply, type CantApply } from "#contract/modules/cant-apply.ts";
import { closedBy } from "#contract/modules/closed-by.ts";
import { factsOf } from "#contract/modules/kinds.ts";
import { plural } from "#ui/format.ts";
import { groupBy } from "./group-by.ts";

/** What is known of what the service's edge can't apply: where it is on, nobody gets in (decisions/edge/fail-closed.md). */
export type EdgeLimits = {
  /** Kinds of modules, however they are set; undefined = the service is not known to have this edge. */
  unapplied?: readonly string[] | undefined;
} & ApplyFacts;

const NOT_KNOWN: EdgeLimits = {};

/** The IP policies of which no rule allows anyone, read again with the rules. None where the service does not say. */
export const closedPoliciesQuery = queryOptions({
  queryKey: ["ip_policy_rules", "closed"],
  queryFn: async ({ signal }) => {
    try {
      const path = "/closed_ip_policies";
      const answer = await request({ method: "GET", path, answer: ClosedIpPolicyList, signal });
      return answer.closed_ip_policies.map(({ id }) => id);
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  },
  select: (ids) => new Set(ids),
  refetchInterval: pollEvery(15_000),
});

/** What the service says of its edge. */
export function useEdgeLimits(): EdgeLimits {
  const edge = useQuery(servedConfigQuery).data?.edge;
  const { data: closedPolicies } = useQuery({ ...closedPoliciesQuery, enabled: edge !== undefined });
  return useMemo(() => (edge ? { ...edge, closedPolicies } : NOT_KNOWN), [edge, closedPolicies]);
}

/** Whether nobody gets in by a module as it is set, as far as it is known. */
export function closes(kind: string, value: unknown, limits: EdgeLimits): boolean {
  const owner = { [kind]: value };
  const { unapplied } = limits;
  return (
    unapplied !== undefined && (closedBy([owner], unapplied).length > 0 || cantApply(owner, limits) !== null)
  );
}

/** The TCP ports of the service's edge: `none` is open, or these are not. `range` = the first and last that it may open. */
export type TcpPorts = { none: boolean; closed: readonly number[]; range?: readonly number[] | undefined };

/** The ports that are known to be closed now. */
export function useTcpPorts(): TcpPorts {
  const { listens, closedPorts, tcpPorts: range } = useQuery(servedConfigQuery).data?.edge ?? {};
  const { data: closed = [] } = useQuery({ ...closedPortsQuery, enabled: closedPorts !== undefined });
  const none = listens?.includes("tcp") === false;
  return useMemo(() => ({ none, closed, range }), [none, closed, range]);
}

/** Why nobody can connect to a TCP address: all ports are closed, or its own, which can't be opened or is not one of those. */
export type PortFault = "no port" | `port ${number}` | `port ${number} outside ${string}`;

/** Why nobody can connect to a TCP address, a hostport or its URL; null = nothing is known against it. */
export function portFault(address: string | null | undefined, ports: TcpPorts): PortFault | null {
  if (ports.none) return "no port";
  const port = Number(/:(\d+)$/.exec(address ?? "")?.[1]);
  const fault = faultOfPort(port, ports);
  // A port that can't be opened is closed before the service has tried.
  return ports.closed.includes(port) || fault.includes("outside") ? fault : null;
}

/** Why nobody can connect to a TCP edge: at none of its addresses. */
export function edgePortFault(edge: Readonly<Record<string, unknown>>, ports: TcpPorts): PortFault | null {
  const hostports = [edge["hostports"]].flat();
  const faults = hostports.map((one) => portFault(String(one), ports));
  return faults.includes(null) ? null : (faults[0] ?? null);
}

/** Why one of the closed ports is closed. */
function faultOfPort(port: number, { none, range: [first = 0, last = Infinity] = [] }: TcpPorts): PortFault {
  if (none) return "no port";
  return port < first || port > last ? `port ${port} outside ${first} to ${last}` : `port ${port}`;
}

/** What opens a port that is closed, or gets around it. */
export function portMend(fault: PortFault): string {
  const [, range] = fault.split(" outside ");
  if (range) return `The service opens only ports ${range}. Choose one of them, or change --edge-tcp.`;
  return fault === "no port"
    ? "The service opens no TCP ports. Start it without --edge-tcp off."
    : "Stop the program that uses it, or choose another port.";
}

/** The closed ports by what opens them. */
export function closedPortsBy(ports: TcpPorts | undefined): [mend: string, of: number[]][] {
  return [...groupBy(ports?.closed ?? [], (port) => (ports ? portMend(faultOfPort(port, ports)) : ""))];
}

const titles = (kinds: readonly string[]): string =>
  kinds.map((kind) => factsOf(kind)?.title ?? kind).join(" and ");

/** What plain http lets whoever is on the way do. */
export const FORGED = "Anyone on the network path can forge sign-ins and tokens.";
/** What a module does that closes its address. */
export const CLOSES = "While it is on, nobody gets in.";

type Fault = { what: string; mend: string };
/** One of settings: of which field, and what comes of it at an edge that does not read them. */
type SettingFault = Fault & { module: string; field: string; risk: string };

/** What is wrong with settings that close their address, and what mends it. */
export const FAULTS: Record<"unreadable", Fault> & Record<Exclude<CantApply, "unreadable">, SettingFault> = {
  unreadable: {
    what: "The settings of a module let nobody in",
    mend: "Change it, or remove it.",
  },
  "keys over http": {
    what: "JWT keys are fetched over http://",
    mend: "Use https://, or turn JWT validation off.",
    module: "jwt_validation",
    field: "jws.keys.sources.additional_jkus",
    risk: FORGED,
  },
  "no certificate": {
    what: "The SAML metadata has no signing certificate",
    mend: "Paste metadata that has one, or turn SAML off.",
    module: "saml",
    field: "idp_metadata",
    risk: "Sign-ins can’t be verified.",
  },
  "no managed app": {
    what: "This service has no managed OAuth app for the provider",
    mend: "Use your own app, or turn OAuth off.",
    module: "oauth",
    field: "provider",
    risk: CLOSES,
  },
  "no allow rule": {
    what: "None of its IP policies has an allow rule",
    mend: "Add an allow rule, or turn IP restriction off.",
    module: "ip_restriction",
    field: "ip_policy_ids",
    risk: CLOSES,
  },
};

/** What a module that closes its address does as soon as it is on: of any setting, or with this one. */
export function closesWords(kind: string, value?: unknown, facts?: ApplyFacts): string {
  const fault = cantApply({ [kind]: value }, facts);
  const why = fault ? `${FAULTS[fault].what}.` : `Gatehouse can’t apply ${titles([kind])} here.`;
  return `${why} ${CLOSES}`;
}

/** Why an address is closed to everybody, and what opens it. */
export function closedWords(kinds: readonly string[]): string {
  const it = plural(kinds.length, "it", "them");
  return `Closed to everyone. Gatehouse can’t apply ${titles(kinds)} here. Turn ${it} off to let visitors in without ${it}.`;
}
