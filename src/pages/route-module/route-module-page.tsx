import { edges, routesOf } from "#resources/edges.ts";
import { pollEvery } from "#api/query-client.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { edgeName, routePlace } from "#resources/edge-names.ts";
import { href } from "#resources/paths.ts";
import { AbsentRoute } from "#edges/absent-route.tsx";
import { ModulePage } from "#modules/editor/module-page.tsx";

/** As often as the module itself: what is beside it decides what can be done. */
const poll = pollEvery(15_000);

/** One module of a route, in the editor of its kind. */
export function Component() {
  const { edgeId = "", routeId = "", module = "" } = useParams();
  const { data: route, isPending } = useQuery({
    ...routesOf(edgeId).detail(routeId),
    refetchInterval: poll,
  });
  const { data: edge = { id: edgeId } } = useQuery({
    ...edges.https.detail(edgeId),
    refetchInterval: poll,
  });
  const place = route ? routePlace(edge, route.match) : routeId;
  return (
    <ModulePage
      owner={{ owner: "route", edgeId, routeId }}
      wire={module}
      place={place}
      ownerName="route"
      ownerHref={href.route(edgeId, routeId)}
      crumbs={[
        { label: "Edges", to: href.edges() },
        { label: edgeName(edge), to: href.httpsEdge(edgeId) },
        { label: route?.match ?? routeId, alone: place, to: href.route(edgeId, routeId) },
      ]}
      shown={route && { modules: route, edge }}
      awaited={isPending}
      absent={<AbsentRoute edgeId={edgeId} routeId={routeId} known={route !== undefined} />}
    />
  );
}
