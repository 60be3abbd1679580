import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Route } from "#contract/route.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
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
  const [deleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <ButtonLink to={href.routeEdit(edge.id, route.id)} icon="edit">
        Edit route
      </ButtonLink>
      <Button variant="danger" icon="trash" onClick={() => setDeleting(true)}>
        Delete route…
      </Button>
      {deleting ? (
        <DeleteRouteDialog
          edge={edge}
          route={route}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate(href.httpsEdge(edge.id), { replace: true })}
        />
      ) : null}
    </>
  );
}
