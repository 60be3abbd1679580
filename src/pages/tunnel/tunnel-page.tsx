import { useParams } from "react-router-dom";
import { CopyAs } from "#components/copy-as.tsx";
import { Freshness } from "#components/freshness.tsx";
import { MetadataPanel } from "#components/metadata.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#resources/paths.ts";
import { QueryGate } from "#components/query-gate.tsx";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import { tunnelName } from "#resources/tunnel-names.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { ActionReport } from "#fleet/action-report.tsx";
import { backendsOf } from "#fleet/blast-radius.ts";
import { SuccessorNote } from "#fleet/successor-note.tsx";
import { TunnelPath } from "#fleet/tunnel-path.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Panel } from "#ui/panel.tsx";
import { Properties } from "#ui/properties.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Pill, Status } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { useTunnel } from "./use-tunnel.ts";

/** /tunnels/:id: one forward, from what is public through it to its upstream. */
export function Component() {
  const { id = "" } = useParams();
  return <TunnelView key={id} id={id} />;
}

function TunnelView({ id }: { id: string }) {
  const seen = useTunnel(id);
  const { query, gone, successor, shown } = seen;
  const unknown = gone && !query.data;
  // That it has ended is no failure to read it: the page says it in its own words.
  const read = gone ? { ...query, error: null } : query;
  const name = query.data ? tunnelName(query.data) : id;
  return (
    <Page
      title={unknown ? "No such tunnel" : name}
      crumbs={[{ label: "Tunnels", to: href.tunnels() }, { label: name }]}
      freshness={<Freshness query={read} />}
      titleExtra={
        shown ? (
          <>
            {gone && !successor ? <Status tone="bad">Ended</Status> : null}
            {gone && successor ? (
              <Status tone={successor.sameAddress ? "ok" : "warn"}>Served again</Status>
            ) : null}
            {gone ? null : <Status tone="ok">Online</Status>}
            <CopyId id={shown.id} />
          </>
        ) : null
      }
      actions={
        shown ? <CopyAs request={{ method: "GET", path: `/tunnels/${shown.id}` }} json={shown} /> : null
      }
    >
      {unknown ? (
        <Unknown id={id} />
      ) : (
        <QueryGate
          query={read}
          tried="load this tunnel"
          loading={<SkeletonRows label="Loading this tunnel" />}
        >
          {(tunnel) => <Known seen={seen} tunnel={tunnel} />}
        </QueryGate>
      )}
    </Page>
  );
}

function Known({ seen, tunnel }: { seen: ReturnType<typeof useTunnel>; tunnel: Tunnel }) {
  const { gone, successor, latest } = seen;
  const shown = successor?.item ?? tunnel;
  return (
    <>
      {gone ? (
        <SuccessorNote
          what="tunnel"
          name={tunnelName(tunnel)}
          latest={latest}
          successor={
            successor && {
              id: successor.item.id,
              to: href.tunnel(successor.item.id),
              name: tunnelName(successor.item),
              sameAddress: successor.sameAddress,
              since: successor.item.started_at,
            }
          }
        />
      ) : null}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
        <div className="grid min-w-0 content-start gap-5">
          <Panel title={gone && !successor ? "The way that requests took" : "The way of a request"}>
            <TunnelPath tunnel={shown} />
          </Panel>
          {latest ? <ActionReport action={latest} /> : null}
        </div>
        <aside aria-label="Properties" className="grid min-w-0 content-start gap-5">
          <Details tunnel={shown} />
          <MetadataPanel text={shown.metadata} />
        </aside>
      </div>
    </>
  );
}

function Details({ tunnel }: { tunnel: Tunnel }) {
  const { proto, region, labels, started_at: started, tunnel_session: session, endpoint } = tunnel;
  const named = Object.entries(labels ?? {});
  const backends = backendsOf(tunnel);
  const rows = [
    { label: "Protocol", value: proto || "set by its edge" },
    { label: "Region", value: region || "–" },
    { label: "Session", value: session ? <RefLookup reference={session} /> : "–" },
    ...(endpoint ? [{ label: "Endpoint", value: <RefLookup reference={endpoint} /> }] : []),
    ...(named.length > 0
      ? [
          {
            label: "Labels",
            value: (
              <span className="flex flex-wrap gap-1">
                {named.map(([label, value]) => (
                  <Pill key={label}>{`${label}=${value}`}</Pill>
                ))}
              </span>
            ),
          },
          { label: "Backends", value: <Backends refs={backends} /> },
        ]
      : []),
    { label: "Started", value: <RelativeTime at={started} /> },
  ];
  return (
    <Panel title="Properties">
      <div className="px-4 py-3">
        <Properties rows={rows} />
      </div>
    </Panel>
  );
}

function Backends({ refs }: { refs: ReturnType<typeof backendsOf> }) {
  if (refs.length === 0) return "none has these labels";
  return (
    <ul>
      {refs.map((ref) => (
        <li key={ref.id}>
          <RefLookup reference={ref} />
        </li>
      ))}
    </ul>
  );
}

function Unknown({ id }: { id: string }) {
  return (
    <EmptyState
      title="Not a tunnel that is online"
      actions={<ButtonLink to={href.tunnels()}>All tunnels</ButtonLink>}
    >
      <p>
        The service knows no tunnel <code className="font-mono text-xs wrap-anywhere">{id}</code>. It lists
        online tunnels only, and an agent that comes back has new ids: look for the URL or the labels among
        all tunnels.
      </p>
    </EmptyState>
  );
}
