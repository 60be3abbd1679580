import { type EdgeProtocol, href } from "#resources/paths.ts";
import { useCallback, useState } from "react";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { ResourceList } from "#table/resource-list.tsx";
import { curlOf } from "#components/curl.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { formatCount } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { Note } from "#ui/note.tsx";
import { EdgeMenu, edgeTable, type EdgeItem } from "./edge-columns.tsx";
import { OpenById } from "./open-by-id.tsx";
import { useEdges } from "./use-edges.ts";

const DeleteEdgeDialog = lazyPart(() => import("#edges/delete-dialog.tsx"), "DeleteEdgeDialog");

const ALL = 3;
const LACKING = "This service can’t create edges.";

/** Every edge of any kind: its addresses, whether they serve, its routes and modules. */
export function Component() {
  const { rows, query, partial, discovered } = useEdges();
  const [deleting, setDeleting] = useState<EdgeItem | null>(null);
  const lacking = discovered.length === ALL;
  const menu = useCallback(
    (item: EdgeItem) => <EdgeMenu item={item} onDelete={() => setDeleting(item)} />,
    [],
  );
  return (
    <Page
      title="Edges"
      titleExtra={
        rows.length === 0 ? null : <span className="text-content-muted">{formatCount(rows.length)}</span>
      }
      crumbs={[{ label: "Edges" }]}
      freshness={<Freshness query={query} />}
      actions={
        lacking ? (
          <Button variant="primary" icon="plus" disabledReason={LACKING}>
            Create edge
          </Button>
        ) : (
          <ButtonLink to={href.edgeNew()} variant="primary" icon="plus">
            Create edge
          </ButtonLink>
        )
      }
    >
      {discovered.length > 0 ? <Discovered kinds={discovered} /> : null}
      <ResourceList
        table={edgeTable}
        list={{ query, partial }}
        rows={rows}
        menu={menu}
        empty={lacking ? <NoEdgesHere /> : <NoEdges />}
      />
      {deleting ? (
        <DeleteEdgeDialog
          protocol={deleting.protocol}
          edge={{ created_at: "", ...deleting.edge }}
          onClose={() => setDeleting(null)}
        />
      ) : null}
    </Page>
  );
}

/** Says where the rows come from when it is not a list of edges, and the way to those that no endpoint names. */
function Discovered({ kinds }: { kinds: readonly EdgeProtocol[] }) {
  const words =
    kinds.length === ALL ? "edges" : `${kinds.map((kind) => kind.toUpperCase()).join(" and ")} edges`;
  return (
    <>
      <Note>This service has no list of {words}. Only those with an address are shown.</Note>
      <OpenById />
    </>
  );
}

/** In place of the way to make one, where the service could not take it. */
function NoEdgesHere() {
  return (
    <EmptyState title="No edges found">
      <p>This service can neither list nor create edges.</p>
    </EmptyState>
  );
}

function NoEdges() {
  return (
    <EmptyState title="No edges yet">
      <div className="grid gap-4">
        <p>
          Edges give your services stable addresses. An HTTPS edge routes requests by path, with modules such
          as a login or a circuit breaker. TLS and TCP edges forward connections. To create one, select
          “Create edge” or run:
        </p>
        <CodeBlock
          label="the command"
          text={curlOf({
            method: "POST",
            path: "/edges/https",
            body: { hostports: ["app.example.com:443"] },
          })}
        />
      </div>
    </EmptyState>
  );
}
