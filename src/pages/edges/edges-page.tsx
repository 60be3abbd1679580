import { useQuery } from "@tanstack/react-query";
import { edgesQuery, type EdgeRow } from "#api/edges.ts";
import { pollEvery } from "#api/query-client.ts";
import { curlOf } from "#components/curl.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { ResourceList } from "#components/resource-table/resource-list.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { formatCount } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { columns, edgeModel, edgeSchema, exportEdge } from "./edge-columns.tsx";

const poll = pollEvery(15_000);
const NOUN = { one: "edge", many: "edges" };
const NO_EDGES: EdgeRow[] = [];
const keyOf = ({ id }: EdgeRow) => id;

/** Every HTTPS edge: its hosts, its routes and what they do. */
export function Component() {
  const query = useQuery({ ...edgesQuery, refetchInterval: poll });
  const rows = query.data?.edges ?? NO_EDGES;
  return (
    <Page
      title="Edges"
      titleExtra={
        rows.length === 0 ? null : <span className="text-content-muted">{formatCount(rows.length)}</span>
      }
      crumbs={[{ label: "Edges" }]}
      freshness={<Freshness query={query} />}
    >
      {query.data?.source === "endpoints" ? (
        <Note>This service has no list of edges. These are the HTTPS edges that its endpoints name.</Note>
      ) : null}
      <ResourceList
        noun={NOUN}
        list={{ query }}
        rows={rows}
        keyOf={keyOf}
        model={edgeModel}
        schema={edgeSchema}
        columns={columns}
        empty={<NoEdges />}
        exportRow={exportEdge}
      />
    </Page>
  );
}

function NoEdges() {
  return (
    <EmptyState title="No HTTPS edges yet">
      <div className="grid gap-4">
        <p>
          An edge listens at a host of yours and passes requests on by its routes. Make one from a shell, with
          a key of yours in <code className="font-mono text-xs">GATEHOUSE_API_KEY</code>:
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
