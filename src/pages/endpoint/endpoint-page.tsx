import { useParams } from "react-router-dom";
import { CopyAs } from "#components/copy-as.tsx";
import { Freshness } from "#components/freshness.tsx";
import { MetadataPanel } from "#components/metadata.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#resources/paths.ts";
import { QueryGate } from "#components/query-gate.tsx";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import { endpointName } from "#resources/tunnel-names.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { ActionReport } from "#fleet/action-report.tsx";
import { EndpointPath } from "#fleet/endpoint-path.tsx";
import { SuccessorNote } from "#fleet/successor-note.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Panel } from "#ui/panel.tsx";
import { Properties } from "#ui/properties.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { useEndpoint } from "./use-endpoint.ts";

/** /endpoints/:id: one public listener and the way from it to the upstream, with the restart of the agent that serves it. */
export function Component() {
  const { id = "" } = useParams();
  return <EndpointView key={id} id={id} />;
}

function EndpointView({ id }: { id: string }) {
  const seen = useEndpoint(id);
  const { query, gone, successor, shown } = seen;
  const unknown = gone && !query.data;
  // That it has ended is no failure to read it: the page says it in its own words.
  const read = gone ? { ...query, error: null } : query;
  const name = query.data ? endpointName(query.data) : id;
  return (
    <Page
      title={unknown ? "No such endpoint" : name}
      crumbs={[{ label: "Endpoints", to: href.endpoints() }, { label: name }]}
      freshness={<Freshness query={read} />}
      titleExtra={
        shown ? (
          <>
            {gone && !successor ? <Status tone="bad">Not served</Status> : null}
            {gone && successor ? (
              <Status tone={successor.sameAddress ? "ok" : "warn"}>Served again</Status>
            ) : null}
            {gone ? null : <Status tone="ok">{shown.edge ? "Listening" : "Online"}</Status>}
            <CopyId id={shown.id} />
          </>
        ) : null
      }
      actions={
        shown ? <CopyAs request={{ method: "GET", path: `/endpoints/${shown.id}` }} json={shown} /> : null
      }
    >
      {unknown ? (
        <Unknown id={id} />
      ) : (
        <QueryGate
          query={read}
          tried="load this endpoint"
          loading={<SkeletonRows label="Loading this endpoint" />}
        >
          {(endpoint) => <Known seen={seen} endpoint={endpoint} />}
        </QueryGate>
      )}
    </Page>
  );
}

function Known({ seen, endpoint }: { seen: ReturnType<typeof useEndpoint>; endpoint: Endpoint }) {
  const { gone, successor, tunnel, latest } = seen;
  const shown = successor?.item ?? endpoint;
  return (
    <>
      {gone ? (
        <SuccessorNote
          what="endpoint"
          name={endpointName(endpoint)}
          latest={latest}
          successor={
            successor && {
              id: successor.item.id,
              to: href.endpoint(successor.item.id),
              name: endpointName(successor.item),
              sameAddress: successor.sameAddress,
              since: successor.item.created_at,
            }
          }
        />
      ) : null}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
        <div className="grid min-w-0 content-start gap-5">
          <Panel title={gone && !successor ? "Was served by" : "Served by"}>
            <EndpointPath endpoint={shown} tunnel={tunnel} online={!gone || successor !== null} />
          </Panel>
          {latest ? <ActionReport action={latest} /> : null}
        </div>
        <aside aria-label="Properties" className="grid min-w-0 content-start gap-5">
          <Details endpoint={shown} />
          <MetadataPanel text={shown.metadata} />
        </aside>
      </div>
    </>
  );
}

function Details({ endpoint }: { endpoint: Endpoint }) {
  const { type, proto, region, hostport, domain, tcp_addr: address } = endpoint;
  const rows = [
    { label: "Type", value: TYPES.get(type) ?? type },
    { label: "Protocol", value: proto || "–" },
    { label: "Hostport", value: hostport ? <span className="font-mono text-xs">{hostport}</span> : "–" },
    { label: "Region", value: region || "–" },
    { label: "Domain", value: domain ? <RefLookup reference={domain} /> : "none reserved" },
    ...(address ? [{ label: "TCP address", value: <RefLookup reference={address} /> }] : []),
    { label: "Created", value: <RelativeTime at={endpoint.created_at} /> },
    { label: "Updated", value: <RelativeTime at={endpoint.updated_at} /> },
  ];
  return (
    <Panel title="Properties">
      <div className="px-4 py-3">
        <Properties rows={rows} />
      </div>
    </Panel>
  );
}

const TYPES = new Map([
  ["ephemeral", "ephemeral, served by a tunnel"],
  ["edge", "edge"],
]);

function Unknown({ id }: { id: string }) {
  return (
    <EmptyState
      title="Not an active endpoint"
      actions={<ButtonLink to={href.endpoints()}>All endpoints</ButtonLink>}
    >
      <p>
        The service knows no endpoint <code className="font-mono text-xs wrap-anywhere">{id}</code>. It lists
        active endpoints only, and an agent that comes back serves the same URL under a new id: look for the
        URL among all endpoints.
      </p>
    </EmptyState>
  );
}
