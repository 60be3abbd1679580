import { KINDS } from "#resources/kinds.ts";
import { Suspense, useMemo } from "react";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { pollEvery } from "#api/query-client.ts";
import { servedConfigQuery } from "#api/served-config.ts";
import { newestKnown, updateTarget } from "#contract/outdated.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { backends } from "#resources/backends.ts";
import { certificateAuthorities } from "#resources/certificate-authorities.ts";
import { endpoints } from "#resources/endpoints.ts";
import type { EdgeRow } from "#resources/edge-discovery.ts";
import { isBroken, useEdgeWays, useServing } from "#resources/edge-way.ts";
import { useKnownEdges } from "#resources/edges.ts";
import { ipPolicies } from "#resources/ip-policies.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { tunnels } from "#resources/tunnels.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#resources/paths.ts";
import { ListFrame } from "#table/list-frame.tsx";
import { useList } from "#table/use-list.ts";
import { useActions, useDepartures } from "#fleet/use-fleet.ts";
import { heldQuery, rolloutList } from "#fleet/rollout/rollouts.ts";
import { published } from "#fleet/use-published.ts";
import { useLostSessions } from "#fleet/lost-sessions.ts";
import { counted } from "#ui/format.ts";
import { lazyExport, lazyPart } from "#ui/lazy-export.ts";
import { useNow } from "#ui/time.tsx";
import { CheckingPanel } from "./checking.tsx";
import type { FleetPanelProps } from "./fleet-panel.tsx";
import { quieted } from "./quieted.ts";
import { tunnelAttention } from "./tunnel-attention.ts";

const AttentionPanel = lazyExport(() => import("./attention-panel.tsx"), "AttentionPanel");
const loadAgents = () => import("./fleet-panel.tsx");
const FleetPanel = lazyPart<"FleetPanel", FleetPanelProps>(loadAgents, "FleetPanel");
const NoAgents = lazyPart<"NoAgents", { lost: boolean }>(loadAgents, "NoAgents");
const TrafficPanel = lazyPart(() => import("#traffic/traffic-panel.tsx"), "TrafficPanel");
const RecentChanges = lazyPart(() => import("./recent-changes.tsx"), "RecentChanges");

const poll = tunnelSessions.every(5000);
const pollEndpoints = endpoints.every(5000);
const pollRules = ipRules.every(60_000);
const pollRollouts = pollEvery(10_000);
const pollAuthorities = certificateAuthorities.every(300_000);

/** What reads it is no part of the first load. */
const failingDestinations = queryOptions({
  queryKey: ["overview", "destinations"],
  queryFn: async ({ client }) => (await import("./destination-attention.ts")).readFailing(client),
  refetchInterval: pollEvery(30_000),
});

const NO_EDGES: readonly EdgeRow[] = [];
const NO_RULES: readonly IpPolicyRule[] = [];

/** Who left before this visit, which is watched from then on. */
const endedBefore = queryOptions({
  queryKey: ["overview", "ended"],
  queryFn: async ({ client }) => (await import("#fleet/watch-departures.ts")).learnEnded(client),
});

/** /: what needs attention first, then the agents and what they serve, then what happened. */
export function Component() {
  const list = useList(tunnelSessions, poll);
  const urls = useQuery({ ...endpoints.query, refetchInterval: pollEndpoints });
  const rules = useQuery({ ...ipRules.query, refetchInterval: pollRules });
  const policies = useQuery({ ...ipPolicies.query, refetchInterval: pollRules });
  const authorities = useQuery({ ...certificateAuthorities.query, refetchInterval: pollAuthorities });
  const unsent = useQuery(failingDestinations);
  const gone = useQuery(endedBefore);
  const { edges: known, isPending } = useKnownEdges();
  // What their modules do, the service's limits say.
  const isRead = useQuery(servedConfigQuery).isFetched && !isPending;
  const edges = (isRead && known) || NO_EDGES;
  const ways = useEdgeWays();
  const fails = [...(ways?.values() ?? [])].some(({ lead }) => isBroken(lead));
  const { data: groups } = useQuery({ ...backends.query, staleTime: 30_000, enabled: fails });
  const backendById = useMemo(() => new Map(groups?.map((group) => [group.id, group])), [groups]);
  const names = useMemo(
    () => new Map(policies.data?.map((policy) => [policy.id, ipPolicies.nameOf(policy)])),
    [policies.data],
  );
  const actions = useActions();
  const left = useDepartures();
  const lost = useLostSessions();
  const quiet = quieted.useValue();
  // Only what agents were told, or what left, is told in seconds.
  const now = useNow(actions.length > 0 || lost.length > 0 ? 1000 : 60_000);
  const news = useQuery(published);
  const releases = news.data;
  // They were read with it.
  const runs = useQuery({ ...rolloutList, enabled: releases !== undefined, refetchInterval: pollRollouts });
  const isRunning = runs.data?.some(({ ended_at: ended }) => ended === null);
  const { data: held } = useQuery({
    ...heldQuery,
    enabled: isRunning === true,
    refetchInterval: pollRollouts,
  });
  const sessions = list.items;
  const serving = useServing();
  const online = useQuery(tunnels.query).data;
  // Not anew with each second.
  const failingTunnels = useMemo(() => tunnelAttention(sessions, serving), [sessions, serving]);
  const isKnown = list.query.data !== undefined || sessions.length > 0;
  const client = useQueryClient();
  const refetch = () => client.refetchQueries({ type: "active" });
  const about = {
    sessions,
    left,
    lost: lost.filter(({ session }) => !quiet.includes(session.id)),
    actions,
    edges,
    backends: backendById,
    rules: rules.data ?? NO_RULES,
    policies: names,
    authorities: authorities.data ?? [],
    unsent: unsent.data,
    serving,
    failingTunnels,
    endpoints: urls.data,
    tunnels: online,
    published: releases,
    rollouts: runs.data,
    held: isRunning ? new Set(held?.map(({ agent }) => agent.session_id)) : undefined,
    now,
  };
  return (
    <Page
      title="Overview"
      crumbs={[{ label: "Overview" }]}
      titleExtra={<Served online={isKnown ? sessions.length : null} endpoints={urls.data?.length ?? null} />}
      freshness={<Freshness query={{ ...list.query, dataUpdatedAt: oldest(list.query, urls), refetch }} />}
    >
      <ListFrame noun="sessions" query={list.query} some={isKnown} empty={null}>
        {sessions.length === 0 ? <NoAgents lost={lost.length > 0} /> : null}
        <Suspense fallback={<CheckingPanel />}>
          <AttentionPanel
            about={about}
            targetOf={({ agent_version: version }) => updateTarget(version, newestKnown(sessions, releases))}
            reads={[
              { of: "sessions that ended", ...gone },
              { of: "endpoints", ...urls },
              { of: "edges", data: isRead ? edges : undefined, error: null, refetch },
              { of: "IP rules", ...rules },
              { of: "certificate authorities", ...authorities },
              { of: "event destinations", ...unsent },
              { of: "releases", ...news },
            ]}
          />
        </Suspense>
        {sessions.length > 0 ? (
          <FleetPanel {...{ sessions, actions, left, now }} published={releases} />
        ) : null}
        <TrafficPanel by="account" />
        <RecentChanges {...{ actions, edges, now }} policies={policies.data} />
      </ListFrame>
    </Page>
  );
}

type Dated = { dataUpdatedAt: number };

/** The page is as old as the older of the lists that its numbers come from. */
function oldest(sessions: Dated, urls: Dated): number {
  return Math.min(sessions.dataUpdatedAt, urls.dataUpdatedAt || Infinity);
}

/** How much is there, beside the title; null is not known. */
function Served({ online, endpoints }: { online: number | null; endpoints: number | null }) {
  return (
    <span className="flex flex-wrap gap-x-3 text-content-muted">
      {online === null ? null : (
        <Link to={href.sessions()} className="link-quiet">
          {counted(online, "agent")} online
        </Link>
      )}
      {endpoints === null ? null : (
        <Link to={href.endpoints()} className="link-quiet">
          {counted(endpoints, KINDS.endpoint.noun)}
        </Link>
      )}
    </span>
  );
}
