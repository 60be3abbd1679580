import { edges } from "#resources/edges.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { edgeName } from "#resources/edge-names.ts";
import { href } from "#resources/paths.ts";
import { heldDrafts, holdDrafts, type RouteDraft } from "#edges/drafts.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { NoSuch } from "#components/no-such.tsx";
import { QueryGate } from "#components/query-gate.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { NewRouteForm } from "./new-route-form.tsx";

const Held = lazyPart(() => import("./held-draft.tsx"), "Held");

/** Makes a route of an HTTPS edge: which requests it is for and any modules, in one request. */
export function Component() {
  const { edgeId = "" } = useParams();
  const client = useQueryClient();
  const query = useQuery(edges.https.detail(edgeId));
  const [round, setRound] = useState(0);
  const [edited, setEdited] = useState(false);
  const name = edgeName(query.data ?? { id: edgeId });
  const [held, ...later] = heldDrafts(client, edgeId);
  // One that waits is not given up by an empty form.
  const [isEmpty, setEmpty] = useState(false);
  const draft = isEmpty ? undefined : held;
  /** Goes on with the first of these that wait, or with an empty form. */
  const goOn = (waiting: readonly RouteDraft[], empty = false) => {
    holdDrafts(client, edgeId, waiting);
    setEmpty(empty);
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
            waiting={draft ? later.length : 0}
            onNext={() => goOn(later)}
            renderHeld={
              held &&
              ((request) => (
                <Held
                  {...{ draft: held, isLeftOut: isEmpty, edited, request, waiting: later.length }}
                  onSkip={() => goOn([...later, held])}
                  onEmpty={() => goOn([held, ...later], true)}
                  onBack={() => goOn([held, ...later])}
                />
              ))
            }
            onEdited={setEdited}
          />
        )}
      </QueryGate>
    </Page>
  );
}
