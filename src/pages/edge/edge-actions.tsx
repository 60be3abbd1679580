import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { edgeName } from "#resources/edge-names.ts";
import { type AnyEdge, edges } from "#resources/edges.ts";
import { type EdgeProtocol, href } from "#resources/paths.ts";
import { CopyAs } from "#components/copy-as.tsx";
import { leaveOutOwnerSecrets } from "#editing/secret-values.ts";
import { ButtonLink } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { MenuButton } from "#ui/menu.tsx";

const DeleteEdgeDialog = lazyPart(() => import("#edges/delete-dialog.tsx"), "DeleteEdgeDialog");

/** What can be done with an edge as a whole: edit, copy, delete. */
export function EdgeActions({ protocol, edge }: { protocol: EdgeProtocol; edge: AnyEdge }) {
  const [deleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const copied = leaveOutOwnerSecrets(edge);
  return (
    <>
      <ButtonLink to={href.edgeEdit(protocol, edge.id)} icon="edit">
        Edit edge
      </ButtonLink>
      <CopyAs
        request={{ method: "GET", path: edges[protocol].pathOf(edge.id) }}
        json={copied.value}
        leftOut={copied.leftOut}
      />
      <MenuButton
        label={`More for ${edgeName(edge)}`}
        items={[
          {
            label: "Show endpoints",
            icon: "globe",
            to: href.endpoints(`?q=${encodeURIComponent(edge.id)}`),
          },
          "separator",
          { label: "Delete edge…", icon: "trash", tone: "danger", onSelect: () => setDeleting(true) },
        ]}
      />
      {deleting ? (
        <DeleteEdgeDialog
          protocol={protocol}
          edge={edge}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate(href.edges(), { replace: true })}
        />
      ) : null}
    </>
  );
}
