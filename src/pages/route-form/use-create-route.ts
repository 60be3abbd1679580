import { routePlace } from "#resources/edge-names.ts";
import { useWrites } from "#resources/writes.ts";
import { routesOf } from "#resources/edges.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { href } from "#resources/paths.ts";
import { useCreateForm } from "#edges/use-create-form.ts";
import { aboutDrafts, holdDrafts } from "#edges/drafts.ts";
import { removeMade } from "#resources/remove-made.ts";
import type { Route } from "#contract/route.ts";
import type { RouteCreate } from "#contract/route-request.ts";
import type { RouteValues } from "./route-draft.ts";
import type { NewRouteForm } from "./use-new-route.ts";

type Options = {
  edge: Parameters<typeof routePlace>[0];
  route: NewRouteForm;
  /** How many routes wait to be made after this one. */
  waiting: number;
  /** Whether this one waited. */
  isHeld: boolean;
  onNext: () => void;
};

/** Makes the route, then opens it or goes on with the next that waits. Offers to undo it. */
export function useCreateRoute({ edge, route, waiting, isHeld, onNext }: Options) {
  const edgeId = edge.id;
  const client = useQueryClient();
  const writes = useWrites(routesOf(edgeId));
  const navigate = useNavigate();
  return useCreateForm<RouteValues, Route>({
    form: route.form,
    names: route.names,
    create: (values) => writes.create(route.requestOf(values) as RouteCreate),
    nameOf: ({ match }) => `route ${routePlace(edge, match)}`,
    remove: ({ id }) => removeMade(writes, id),
    placesOf: ({ id }) => ({ page: href.route(edgeId, id), around: href.httpsEdge(edgeId) }),
    aboutOf: ({ id }) => (isHeld && waiting === 0 ? aboutDrafts(edgeId) : routesOf(edgeId).pathOf(id)),
    onMade: ({ id }) => {
      if (waiting > 0) return onNext();
      if (isHeld) holdDrafts(client, edgeId, []);
      return void navigate(href.route(edgeId, id), { replace: true });
    },
  });
}
