import { KINDS } from "#resources/kinds.ts";
import { useWrites } from "#resources/writes.ts";
import { EDGE_NAMES, edgeTitle, hostOf, isUnnamed } from "#resources/edge-names.ts";
import { useServing } from "#resources/edge-way.ts";
import { type AnyEdge, edges } from "#resources/edges.ts";
import type { EdgeProtocol } from "#resources/paths.ts";
import { CopyId } from "#ui/copy-id.tsx";
import { Note } from "#ui/note.tsx";
import { useToast } from "#ui/toast.tsx";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { factsOf } from "#contract/modules/kinds.ts";
import type { Route } from "#contract/route.ts";
import { remadeEdge, remadeRoute } from "./remake.ts";
import { goesWith } from "./goes-with.ts";
import { useRestore } from "./restore.ts";
import { servesNothingAt } from "./serves-nothing-at.ts";
import { counted, plural } from "#ui/format.ts";

type Props = {
  protocol: EdgeProtocol;
  edge: AnyEdge;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Asks before an edge is deleted, and says in numbers what goes offline. Import lazily. */
export function DeleteEdgeDialog({ protocol, edge, onClose, onDeleted }: Props) {
  const { remove } = useWrites(edges[protocol]);
  const restore = useRestore();
  const toast = useToast();
  const serving = useServing();
  const isIdle = servesNothingAt(edge, serving);
  const hasAddress = (edge.hostports ?? []).length > 0;
  const hostports = (edge.hostports ?? []).filter((one) => !isIdle(one));
  const routes = edge.routes ?? [];
  const { modules } = goesWith(edge);
  const { unknown: edgeUnknown } = remadeEdge(protocol, edge);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${edgeTitle(edge)}?`}
      confirmLabel={`Delete ${EDGE_NAMES[protocol]}`}
      tried={`delete this ${EDGE_NAMES[protocol]}`}
      danger
      onConfirm={async () => {
        await remove(edge.id);
        toast({
          tone: "ok",
          text: `${edgeTitle(edge)} deleted`,
          about: edges[protocol].pathOf(edge.id),
          action: { label: "Undo", onSelect: () => void restore.edge(protocol, edge) },
        });
        onDeleted?.();
      }}
    >
      {hostports.length === 0 ? (
        <p>
          {isUnnamed(edge) ? <CopyId id={edge.id} /> : "It"}{" "}
          {hasAddress ? "serves nothing now" : "has no address"}, so nothing goes offline.
        </p>
      ) : (
        <div>
          <p>
            <strong>{counted(hostports.length, "address", "addresses")}</strong>{" "}
            {plural(hostports.length, "goes", "go")} offline:
          </p>
          <ul className="mt-1 max-h-40 overflow-auto pl-5 font-mono text-xs leading-5">
            {hostports.map((hostport) => (
              <li key={hostport} className="list-disc wrap-anywhere">
                {hostOf(hostport)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {routes.length > 0 ? (
        <p>
          <strong>{counted(routes.length, KINDS.route.noun)}</strong>
          {modules > 0 ? ` with ${counted(modules, "module")}` : ""} {plural(routes.length, "is", "are")}{" "}
          deleted too.
        </p>
      ) : null}
      <p>Undo restores it with {routes.length > 0 ? "new IDs" : "a new ID"}.</p>
      <UnknownKept names={[edgeUnknown, ...routes.map((route) => remadeRoute(route).unknown)].flat()} />
      <LostSecrets routes={routes} />
    </ConfirmDialog>
  );
}

/** What Undo sends back without knowing it: the service may refuse it. */
export function UnknownKept({ names }: { names: readonly string[] }) {
  const unknown = [...new Set(names)];
  if (unknown.length === 0) return null;
  const it = plural(unknown.length, "it", "them");
  return (
    <Note tone="warn">
      This console doesn’t know <span className="font-mono text-xs">{unknown.join(", ")}</span>. Undo sends{" "}
      {it} back unchanged. If the service drops {it}, nothing is restored without {it}.
    </Note>
  );
}

/** What Undo can't bring back. */
export function LostSecrets({ routes }: { routes: readonly Route[] }) {
  const lost = routes.flatMap((route) => {
    const { missing } = remadeRoute(route);
    const titles = missing.map((kind) => factsOf(kind)?.title ?? kind);
    return titles.length > 0 ? [{ match: route.match, titles }] : [];
  });
  if (lost.length === 0) return null;
  const count = lost.reduce((sum, { titles }) => sum + titles.length, 0);
  return (
    <Note tone="warn">
      Undo can’t restore the {plural(count, "secret")} of{" "}
      {lost.map(({ match, titles }, index) => (
        <span key={match}>
          {index > 0 ? ", " : null}
          {titles.join(" and ")} on <span className="font-mono text-xs">{match}</span>
        </span>
      ))}
      . It opens the form for you to enter {plural(count, "it", "them")} again.
    </Note>
  );
}
