import type { EdgeProtocol } from "#resources/paths.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { servedConfigQuery } from "#api/served-config.ts";
import { EDGE_PROTOCOLS } from "#resources/edge-names.ts";
import { edges } from "#resources/edges.ts";
import { useDiscovered, type EdgeRow } from "#resources/edge-discovery.ts";
import { type Serving, useServing, wayOfEdge } from "#resources/edge-way.ts";
import { foundOn, type Found } from "#modules/lint/edge-findings.ts";
import type { KnownIpRules } from "#modules/lint/facts.ts";
import { asksRules, useIpRules } from "#modules/lint/use-ip-rules.ts";
import { useList } from "#table/use-list.ts";
import type { EdgeItem } from "./edge-columns.tsx";

const NONE: readonly EdgeItem[] = [];
const POLLS = {
  https: edges.https.every(15_000),
  tls: edges.tls.every(15_000),
  tcp: edges.tcp.every(15_000),
};

type Known = { serving: Serving; ipRules: KnownIpRules | undefined; isRead: boolean; ownPort?: number };

const itemsOf = (
  protocol: EdgeProtocol,
  rows: readonly EdgeRow[],
  { serving, ipRules, isRead, ownPort }: Known,
) =>
  rows.map((edge): EdgeItem => {
    let found: Found[] | undefined;
    return {
      id: edge.id,
      protocol,
      edge,
      way: wayOfEdge(edge, serving),
      found: () => (found ??= foundOn(edge, serving, ipRules)),
      isRead: isRead && edge.created_at !== undefined,
      ownPort,
    };
  });

/** The edges of all kinds as one list: as old as its oldest part, failed when one part failed, whole when all are. */
export function useEdges() {
  const https = useList(edges.https, POLLS.https);
  const tls = useList(edges.tls, POLLS.tls);
  const tcp = useList(edges.tcp, POLLS.tcp);
  const discovered = { https: useDiscovered("https"), tls: useDiscovered("tls"), tcp: useDiscovered("tcp") };
  const serving = useServing();
  const { data: config, isFetched } = useQuery(servedConfigQuery);
  const ownPort = config?.edge?.httpsPort;
  const lists = [https, tls, tcp];
  const queries = lists.map(({ query }) => query);
  const partials = lists.flatMap(({ partial }) => partial ?? []);
  // One answered kind alone would look like all there is: shown once all have answered, or say that more is to come.
  const waiting = partials.length === 0 && queries.some((query) => query.isPending);
  const asking = useMemo(
    () => [...https.items, ...tls.items, ...tcp.items].find(asksRules),
    [https.items, tls.items, tcp.items],
  );
  const ipRules = useIpRules(asking);
  const isRead = isFetched && (!asking || ipRules !== undefined);
  const rows = useMemo(() => {
    const known = { serving, ipRules, isRead };
    const ported = { ...known, ...(ownPort !== undefined && { ownPort }) };
    return [
      ...itemsOf("https", https.items, ported),
      ...itemsOf("tls", tls.items, ported),
      ...itemsOf("tcp", tcp.items, known),
    ];
  }, [https.items, tls.items, tcp.items, serving, ipRules, isRead, ownPort]);
  return {
    rows: waiting ? NONE : rows,
    query: {
      dataUpdatedAt: Math.min(...queries.map(({ dataUpdatedAt }) => dataUpdatedAt)),
      isFetching: queries.some(({ isFetching }) => isFetching),
      isPending: queries.some(({ isPending }) => isPending),
      error: queries.find(({ error }) => error)?.error ?? null,
      refetch: () => queries.forEach((query) => void query.refetch()),
    },
    partial:
      partials.length === 0
        ? undefined
        : {
            cancelled: partials.every(({ cancelled }) => cancelled),
            onCancel: () => partials.forEach(({ onCancel }) => onCancel()),
            onResume: () => partials.forEach(({ onResume }) => onResume()),
          },
    /** The kinds that the service has no list of. */
    discovered: EDGE_PROTOCOLS.filter((protocol) => discovered[protocol]),
  };
}
