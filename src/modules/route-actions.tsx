import { DeleteButton } from "#components/delete-button.tsx";
import type { Route } from "#contract/route.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { routePlace } from "#resources/edge-names.ts";
import { href } from "#resources/paths.ts";
import { lazyPart } from "#ui/lazy-export.ts";

const DeleteRouteDialog = lazyPart(() => import("./route-dialog.tsx"), "DeleteRouteDialog");

type Props = {
  edge: Parameters<typeof routePlace>[0] & { routes?: readonly Route[] | null | undefined };
  route: Route;
};

/** Edit and delete of a route as a whole, on its page. */
export function RouteActions({ edge, route }: Props) {
  return (
    <>
      <ButtonLink to={href.routeEdit(edge.id, route.id)} icon="edit">
        Edit route
      </ButtonLink>
      <DeleteButton
        label="Delete route…"
        to={href.httpsEdge(edge.id)}
        renderDialog={(props) => <DeleteRouteDialog edge={edge} route={route} {...props} />}
      />
    </>
  );
}
