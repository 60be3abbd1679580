import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { closedPortsQuery } from "#api/closed-ports.ts";
import { servedConfigQuery } from "#api/served-config.ts";
import { cantApply, type CantApply } from "#contract/modules/cant-apply.ts";
import { closedBy } from "#contract/modules/closed-by.ts";
import { factsOf } from "#contract/modules/kinds.ts";
import { plural } from "#ui/format.ts";

/** What is known of what the service's edge can't apply: where it is on, nobody gets in (decisions/edge/fail-closed.md). */
export type EdgeLimits = {
  /** Kinds of modules, however they are set; undefined = the service is not known to have this edge. */
  unapplied?: readonly string[] | undefined;
  /** Providers with an OAuth app of the service; undefined = not known. */
  managedApps?: readonly string[] | undefined;
};

const NOT_KNOWN: EdgeLimits = {};

/** What the service says of its edge. */
export function useEdgeLimits(): EdgeLimits {
  return useQuery(servedConfigQuery).data?.edge ?? NOT_KNOWN;
}

/** Whether nobody gets in by a module as it is set, as far as it is known. */
export function closes(kind: string, value: unknown, { unapplied, managedApps }: EdgeLimits): boolean {
  const owner = { [kind]: value };
  return (
    unapplied !== undefined &&
    (closedBy([owner], unapplied).length > 0 || cantApply(owner, managedApps) !== null)
  );
}

/** The TCP ports of the service's edge: `none` is open, or these are not. */
export type TcpPorts = { none: boolean; closed: readonly number[] };

/** The ports that are known to be closed now. */
export function useTcpPorts(): TcpPorts {
  const { listens, closedPorts } = useQuery(servedConfigQuery).data?.edge ?? {};
  const { data: closed = [] } = useQuery({ ...closedPortsQuery, enabled: closedPorts !== undefined });
  const none = listens?.includes("tcp") === false;
  return useMemo(() => ({ none, closed }), [none, closed]);
}

/** Why nobody can connect to a TCP address: all ports are closed, or its own. */
export type PortFault = "no port" | `port ${number}`;

/** Why nobody can connect to a TCP address, a hostport or its URL; null = nothing is known against it. */
export function portFault(address: string | null | undefined, { none, closed }: TcpPorts): PortFault | null {
  if (none) return "no port";
  const port = Number(/:(\d+)$/.exec(address ?? "")?.[1]);
  return closed.includes(port) ? `port ${port}` : null;
}

const titles = (kinds: readonly string[]): string =>
  kinds.map((kind) => factsOf(kind)?.title ?? kind).join(" and ");

/** What is wrong with settings that close their address, and what mends it. */
export const FAULTS: Record<CantApply, { what: string; mend: string }> = {
  "keys over http": {
    what: "JWT keys are fetched over http://",
    mend: "Use https://, or turn JWT validation off.",
  },
  "no certificate": {
    what: "The SAML metadata has no signing certificate",
    mend: "Paste metadata that has one, or turn SAML off.",
  },
  "no managed app": {
    what: "This service has no managed OAuth app for the provider",
    mend: "Use your own app, or turn OAuth off.",
  },
};

/** What a module that closes its address does as soon as it is on: of any setting, or with this one. */
export function closesWords(kind: string, value?: unknown, managedApps?: EdgeLimits["managedApps"]): string {
  const fault = cantApply({ [kind]: value }, managedApps);
  const why = fault ? `${FAULTS[fault].what}.` : `Gatehouse can’t apply ${titles([kind])} here.`;
  return `${why} While it is on, nobody gets in.`;
}

/** Why an address is closed to everybody, and what opens it. */
export function closedWords(kinds: readonly string[]): string {
  const it = plural(kinds.length, "it", "them");
  return `Closed to everyone. Gatehouse can’t apply ${titles(kinds)} here. Turn ${it} off to let visitors in without ${it}.`;
}
