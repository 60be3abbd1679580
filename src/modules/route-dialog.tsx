import { useWrites } from "#resources/writes.ts";
import { routesOf } from "#resources/edges.ts";
import { nextRoute, routePlace } from "#resources/edge-names.ts";
import { ROUTE_MODULES } from "#contract/modules/kinds.ts";
import type { Route } from "#contract/route.ts";
import { useToast } from "#ui/toast.tsx";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { LostSecrets, UnknownKept } from "#edges/delete-dialog.tsx";
import { remadeRoute } from "#edges/remake.ts";
import { useRestore } from "#edges/restore.ts";
import { LossText, MayLoseText } from "./editor/loss-text.tsx";
import { useKnown } from "./editor/use-once-known.ts";
import { hasAddresses } from "./lint/guards.ts";
import { isRouteLossKnown, lossOfRoute } from "./lint/route-loss.ts";
import { useIpRules } from "./lint/use-ip-rules.ts";
import { counted } from "#ui/format.ts";

type Props = {
  edge: Parameters<typeof routePlace>[0] & { routes?: readonly Route[] | null | undefined };
  route: Route;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Asks before a route is deleted, and says what answers in its place. Import lazily. */
export function DeleteRouteDialog({ edge, route, onClose, onDeleted }: Props) {
  const { remove } = useWrites(routesOf(edge.id));
  const restore = useRestore();
  const toast = useToast();
  const modules = ROUTE_MODULES.filter((kind) => kind !== "backend" && route[kind]).length;
  const next = nextRoute(route, edge.routes ?? []);
  const ipRules = useIpRules(route, next);
  const loss = next ? lossOfRoute(route, next, edge, ipRules) : null;
  const isRead = hasAddresses({ owner: "route", id: route.id, modules: route, edge });
  const known = useKnown(isRouteLossKnown(route, next, edge, ipRules));
  const hosts = edge.hostports?.length ?? 0;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete route ${routePlace(edge, route.match)}?`}
      confirmLabel="Delete route"
      tried="delete this route"
      danger
      confirmDisabledReason={known ? undefined : "Loading what it protects"}
      onConfirm={async () => {
        await remove(route.id);
        toast({
          tone: "ok",
          text: `Route ${routePlace(edge, route.match)} deleted`,
          about: routesOf(edge.id).pathOf(route.id),
          action: { label: "Undo", onSelect: () => void restore.route(edge, route) },
        });
        onDeleted?.();
      }}
    >
      {loss ? <LossText loss={loss} /> : null}
      {known === "late" ? <MayLoseText /> : null}
      {isRead ? (
        <p>
          {next ? (
            <>
              Its requests go to <code className="font-mono text-xs wrap-anywhere">{next.match}</code>{" "}
              instead, with the modules there.
            </>
          ) : (
            "Its requests fail. No other route matches them."
          )}
          {hosts > 1 && !loss ? ` This affects ${counted(hosts, "address", "addresses")}.` : ""}
        </p>
      ) : null}
      <p>
        Undo restores the route{modules > 0 ? ` and its ${counted(modules, "module")}` : ""} with a new ID
        {(edge.routes?.length ?? 0) > 1 ? ", after the other routes" : ""}.
      </p>
      <UnknownKept names={remadeRoute(route).unknown} />
      <LostSecrets routes={[route]} />
    </ConfirmDialog>
  );
}
