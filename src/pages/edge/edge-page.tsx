import { HistoryPanel } from "#activity/lazy-history-panel.ts";
import { edges } from "#resources/edges.ts";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useEdgeAddress } from "#edges/use-edge-address.ts";
import { WaitingRoutes } from "#edges/waiting-routes.tsx";
import {
  isBroken,
  isClosed,
  isClosedPort,
  servesNothing,
  useServing,
  wayOfEdge,
  wayWords,
} from "#resources/edge-way.ts";
import { EDGE_NAMES, edgeName } from "#resources/edge-names.ts";
import { href } from "#resources/paths.ts";
import { pollEvery } from "#api/query-client.ts";
import { Freshness } from "#components/freshness.tsx";
import { MetadataPanel } from "#components/metadata.tsx";
import { Page } from "#components/page.tsx";
import { AbsentEdge } from "#edges/restored.tsx";
import { QueryGate, thereOf } from "#components/query-gate.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { lazyExport, lazyPart } from "#ui/lazy-export.ts";
import { Note } from "#ui/note.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { EdgeActions } from "./edge-actions.tsx";
import { EdgeModules } from "./edge-modules.tsx";

const BrokenNote = lazyPart(() => import("#fleet/why-broken.tsx"), "BrokenNote");
const UnservedPath = lazyPart(() => import("#edges/unserved-path.tsx"), "UnservedPath");
const EdgeMap = lazyExport(() => import("./edge-map.tsx"), "EdgeMap");

const TrafficPanel = lazyPart(() => import("#traffic/traffic-panel.tsx"), "TrafficPanel");

const poll = pollEvery(15_000);

/** One edge of any kind: the map from its addresses to its agents, and its own modules. */
export function Component() {
  const { protocol, id } = useEdgeAddress();
  const query = useQuery({ ...edges[protocol].detail(id), refetchInterval: poll });
  const edge = query.data;
  const there = thereOf(query);
  const name = edgeName(edge ?? { id });
  const serving = useServing();
  const way = there && wayOfEdge(there, serving);
  return (
    <Page
      title={edge ? name : EDGE_NAMES[protocol]}
      titleExtra={
        <>
          {way && (isBroken(way.lead) || way.lead === "served") ? (
            <Status tone={wayWords(way).tone}>{wayWords(way).text}</Status>
          ) : null}
          <CopyId id={id} />
        </>
      }
      subtitle={
        edge ? (
          <>
            {EDGE_NAMES[protocol]}
            {edge.description && edge.description !== name ? ` · ${edge.description}` : null} · created{" "}
            <RelativeTime at={edge.created_at} />
          </>
        ) : null
      }
      crumbs={[{ label: "Edges", to: href.edges() }, { label: name }]}
      freshness={<Freshness query={query} />}
      actions={there ? <EdgeActions protocol={protocol} edge={there} /> : null}
    >
      <QueryGate
        query={query}
        tried="load this edge"
        loading={<SkeletonRows label="Loading this edge" />}
        absent={<AbsentEdge protocol={protocol} id={id} known={edge !== undefined} />}
      >
        {(loaded) => (
          <div className="grid gap-5">
            <WaitingRoutes edgeId={id} />
            {way?.lead === "no tunnel" && way.of === 0 ? (
              <BrokenNote owner={loaded} serving={serving} />
            ) : null}
            {way && servesNothing(way) && (isClosed(way.lead) || isClosedPort(way.lead)) ? (
              <Note tone="bad">{wayWords(way).why}</Note>
            ) : null}
            <UnservedPath edge={loaded} />
            <Suspense fallback={<SkeletonRows rows={4} label="Loading the map" />}>
              <EdgeMap protocol={protocol} edge={loaded} />
            </Suspense>
            <div className="grid items-start gap-5 lg:gap-6 lg:has-[aside]:grid-cols-[minmax(0,1fr)_20rem]">
              <div className="grid min-w-0 content-start gap-5">
                <EdgeModules protocol={protocol} edge={loaded} />
                <TrafficPanel by="edge" id={id} noun={protocol === "https" ? "request" : "connection"} />
                <HistoryPanel id={id} of="edge_id" />
              </div>
              {loaded.metadata ? (
                <aside aria-label="Properties" className="grid min-w-0 content-start gap-5">
                  <MetadataPanel text={loaded.metadata} />
                </aside>
              ) : null}
            </div>
          </div>
        )}
      </QueryGate>
    </Page>
  );
}
