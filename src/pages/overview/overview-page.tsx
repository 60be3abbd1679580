import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { certificateAuthorities } from "#resources/certificate-authorities.ts";
import { endpoints } from "#resources/endpoints.ts";
import { recentEvents } from "#api/events.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#resources/paths.ts";
import { ListFrame } from "#table/list-frame.tsx";
import { useList } from "#table/use-list.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { useActions, useLostSessions } from "#fleet/use-fleet.ts";
import { newestByMajor, updateTarget, versionText } from "#fleet/version.ts";
import { formatCount, plural } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { useNow } from "#ui/time.tsx";
import { attentionOf } from "./attention.ts";
import { AttentionPanel } from "./attention-panel.tsx";
import { CountsPanel } from "./counts-panel.tsx";
import { happeningsOf } from "./recent.ts";
import { RecentPanel } from "./recent-panel.tsx";

const poll = tunnelSessions.every(5000);
const pollEndpoints = endpoints.every(5000);
const pollRules = ipRules.every(60_000);
const pollAuthorities = certificateAuthorities.every(300_000);

const FACETS = [
  {
    id: "version",
    title: "Agents by version",
    valueOf: (one: TunnelSession) => versionText(one.agent_version),
  },
  { id: "region", title: "Agents by region", valueOf: (one: TunnelSession) => one.region },
  { id: "os", title: "Agents by OS", valueOf: (one: TunnelSession) => one.os },
  { id: "transport", title: "Agents by transport", valueOf: (one: TunnelSession) => one.transport },
];

/** /: what needs attention first, then what there is, then what happened. */
export function Component() {
  const list = useList(tunnelSessions, poll);
  const urls = useQuery({ ...endpoints.query, refetchInterval: pollEndpoints });
  const rules = useQuery({ ...ipRules.query, refetchInterval: pollRules });
  const authorities = useQuery({ ...certificateAuthorities.query, refetchInterval: pollAuthorities });
  const events = useQuery(recentEvents);
  const actions = useActions();
  const lost = useLostSessions();
  const now = useNow(1000);
  const sessions = list.items;
  const refetch = () =>
    Promise.all([list.query, urls, rules, authorities, events].map((one) => one.refetch()));
  const attention = attentionOf({
    sessions,
    lost,
    actions,
    rules: rules.data ?? [],
    authorities: authorities.data ?? [],
    now,
  });
  return (
    <Page
      title="Overview"
      crumbs={[{ label: "Overview" }]}
      freshness={<Freshness query={{ ...list.query, dataUpdatedAt: oldest(list.query, urls), refetch }} />}
    >
      <ListFrame
        noun="sessions"
        query={list.query}
        some={list.query.data !== undefined || sessions.length > 0}
        empty={null}
      >
        {sessions.length === 0 ? <NoAgents lost={lost.length > 0} /> : null}
        <Numbers sessions={sessions} endpoints={urls.data ?? null} failed={urls.error !== null} />
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid min-w-0 gap-5">
            <AttentionPanel
              items={attention}
              reads={[
                { of: "endpoints", ...urls },
                { of: "IP rules", ...rules },
                { of: "certificate authorities", ...authorities },
              ]}
            />
            <RecentPanel
              items={happeningsOf(events.data ?? [], actions, now)}
              query={events}
              hasList={events.data !== null}
            />
          </div>
          <div className="grid min-w-0 gap-5 md:max-lg:grid-cols-2">
            {sessions.length > 0
              ? FACETS.map((facet) => <CountsPanel key={facet.id} {...facet} rows={sessions} />)
              : null}
          </div>
        </div>
      </ListFrame>
    </Page>
  );
}

type Dated = { dataUpdatedAt: number };

/** The page is as old as the older of the lists that its numbers come from. */
function oldest(sessions: Dated, urls: Dated): number {
  return urls.dataUpdatedAt === 0
    ? sessions.dataUpdatedAt
    : Math.min(sessions.dataUpdatedAt, urls.dataUpdatedAt);
}

function NoAgents({ lost }: { lost: boolean }) {
  return (
    <Note {...(lost ? { tone: "warn" as const } : {})}>
      No agent is online{lost ? " any more" : ""}.{" "}
      <Link to={href.sessions()} className="link">
        {lost ? "Start an agent" : "Start your first agent"}
      </Link>
    </Note>
  );
}

function Numbers(props: {
  sessions: readonly TunnelSession[];
  endpoints: Endpoint[] | null;
  /** Could the endpoints not be read? */
  failed: boolean;
}) {
  const { sessions, endpoints } = props;
  const newest = newestByMajor(sessions.map(({ agent_version }) => agent_version));
  const current = sessions.filter(({ agent_version }) => updateTarget(agent_version, newest) === null).length;
  const regions = new Set(sessions.map(({ region }) => region)).size;
  const onEdges = endpoints?.filter(({ edge }) => edge).length ?? 0;
  const newestText = [...newest.values()].join(" and ");
  return (
    <dl className="m-0 grid overflow-hidden rounded-md border border-line bg-surface-raised md:grid-cols-3">
      <Figure
        label="Agents online"
        to={href.sessions()}
        value={formatCount(sessions.length)}
        detail={`in ${formatCount(regions)} ${plural(regions, "region")}`}
      />
      <Figure
        label="Public endpoints"
        to={href.endpoints()}
        value={endpoints ? formatCount(endpoints.length) : "–"}
        detail={
          endpoints
            ? `${formatCount(onEdges)} on edges, ${formatCount(endpoints.length - onEdges)} ephemeral`
            : props.failed
              ? "could not be read"
              : "not read yet"
        }
      />
      <Figure
        label="Up to date"
        to={href.sessions("?outdated=no")}
        value={formatCount(current)}
        detail={`of ${formatCount(sessions.length)}${newestText ? `, newest is ${newestText}` : ""}`}
      />
    </dl>
  );
}

function Figure({ label, value, detail, to }: { label: string; value: string; detail: string; to: string }) {
  return (
    <div className="relative border-line p-4 not-last:max-md:border-b not-last:md:border-r hover:bg-surface-hover">
      <dt className="text-content-muted">
        <Link to={to} className="after:absolute after:inset-0">
          {label}
        </Link>
      </dt>
      <dd className="m-0 text-xl font-strong">{value}</dd>
      <dd className="m-0 text-xs text-content-muted">{detail}</dd>
    </div>
  );
}
