import { edges } from "#resources/edges.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { edgeName } from "#resources/edge-names.ts";
import { href } from "#resources/paths.ts";
import { heldDrafts, holdDrafts } from "#edges/drafts.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { NoSuch } from "#components/no-such.tsx";
import { QueryGate } from "#components/query-gate.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { NewRouteForm } from "./new-route-form.tsx";

/** Makes a route of an HTTPS edge: which requests it is for and any modules, in one request. */
export function Component() {
  const { edgeId = "" } = useParams();
  const client = useQueryClient();
  const query = useQuery(edges.https.detail(edgeId));
  const [round, setRound] = useState(0);
  const [edited, setEdited] = useState(false);
  const name = edgeName(query.data ?? { id: edgeId });
  const [draft, ...later] = heldDrafts(client, edgeId);
  /** Goes on with the next route that waits, or with an empty one. */
  const next = () => {
    holdDrafts(client, edgeId, later);
    setRound(round + 1);
  };
  return (
    <Page
      title="New route"
      subtitle={`At ${name}`}
      crumbs={[
        { label: "Edges", to: href.edges() },
        { label: name, to: href.httpsEdge(edgeId) },
        { label: "New route" },
      ]}
      freshness={<Freshness query={query} held={edited} />}
    >
      <QueryGate
        query={query}
        tried="load this edge"
        loading={<SkeletonRows label="Loading this edge" />}
        // An edge deleted meanwhile must not take along what was typed: the failure stands over the form.
        absent={query.data ? undefined : <NoSuch kind="httpsEdge" id={edgeId} />}
      >
        {(edge) => (
          <NewRouteForm
            key={`${edgeId} ${round}`}
            edge={edge}
            draft={draft}
            waiting={later.length}
            onNext={next}
            onEdited={setEdited}
          />
        )}
      </QueryGate>
    </Page>
  );
}
