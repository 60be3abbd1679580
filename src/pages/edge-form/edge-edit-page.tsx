import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useEdgeAddress } from "#edges/use-edge-address.ts";
import { EDGE_NAMES, edgeName } from "#resources/edge-names.ts";
import { type AnyEdge, edges } from "#resources/edges.ts";
import { type EdgeAddress } from "#resources/module-owner.ts";
import { type EdgeProtocol, href } from "#resources/paths.ts";
import { CopyAs } from "#components/copy-as.tsx";
import { freshOf } from "#components/fresh-query.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { AbsentEdge } from "#edges/restored.tsx";
import { QueryGate } from "#components/query-gate.tsx";
import { ResourceForm } from "#editing/resource-form.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { counted } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { EDGE_FORMS, hostportChanges, sentOf, type EdgeValues } from "./edge-definition.ts";
import { EdgeFields } from "./edge-fields.tsx";

/** The addresses of an edge, its description and notes. Its modules have pages of their own. */
export function Component() {
  const address = useEdgeAddress();
  const { protocol, id } = address;
  const query = freshOf(useQuery({ ...edges[protocol].detail(id), refetchOnMount: "always" }));
  const [edited, setEdited] = useState(false);
  const edge = query.data;
  const name = edgeName(edge ?? { id });
  const back = href.edge(protocol, id);
  return (
    <Page
      title={`Edit ${name}`}
      subtitle={EDGE_NAMES[protocol]}
      crumbs={[{ label: "Edges", to: href.edges() }, { label: name, to: back }, { label: "Edit" }]}
      freshness={<Freshness query={query} held={edited} />}
      actions={<ButtonLink to={back}>Back to the edge</ButtonLink>}
    >
      <QueryGate
        query={query}
        tried="load this edge"
        loading={<SkeletonRows label="Loading this edge" />}
        absent={<AbsentEdge protocol={protocol} id={id} />}
      >
        {(loaded) => (
          <EdgeForm key={edges[protocol].pathOf(id)} address={address} edge={loaded} onEdited={setEdited} />
        )}
      </QueryGate>
    </Page>
  );
}

type Props = { address: EdgeAddress; edge: AnyEdge; onEdited: (edited: boolean) => void };

function EdgeForm({ address: { protocol, id }, edge, onEdited }: Props) {
  const form = EDGE_FORMS[protocol];
  const of = edges[protocol];
  const before = form.editableOf(edge);
  return (
    <ResourceForm
      of={of}
      form={form}
      object={edge}
      name="edge"
      side={<Effect protocol={protocol} path={of.pathOf(id)} before={before} />}
      ask={({ hostports }) => questionOf(edge, before.hostports, hostports)}
      onEdited={onEdited}
    >
      <EdgeFields protocol={protocol} />
    </ResourceForm>
  );
}

function questionOf(edge: AnyEdge, before: readonly string[], after: readonly string[]) {
  const { dark } = hostportChanges(before, after);
  if (dark.length === 0) return null;
  const what = counted(dark.length, "address goes", "addresses go");
  return {
    title: `Save edge ${edgeName(edge)}?`,
    label: "Save and take offline",
    words: <p className="wrap-anywhere">{`${what} offline: ${dark.join(", ")}`}</p>,
  };
}

/** What the save would do to who can reach the edge, and the request to take along. */
type EffectProps = { protocol: EdgeProtocol; path: string; before: EdgeValues };

function Effect({ protocol, path, before }: EffectProps) {
  const values = sentOf(protocol, useWatch<EdgeValues>() as EdgeValues, before);
  const { dark, fresh } = hostportChanges(before.hostports, values.hostports);
  const body = EDGE_FORMS[protocol].changesOf(before, values);
  return (
    <div className="grid content-start gap-4 lg:sticky lg:top-5">
      <Panel title="On save">
        <div className="grid gap-3 p-4">
          {dark.length + fresh.length === 0 ? <p className="text-content-muted">No address changes</p> : null}
          {dark.length > 0 ? (
            <Note tone="warn">
              {counted(dark.length, "address goes", "addresses go")} offline:{" "}
              <span className="font-mono text-xs">{dark.join(", ")}</span>
            </Note>
          ) : null}
          {fresh.length > 0 ? (
            <p>
              {counted(fresh.length, "address is", "addresses are")} added:{" "}
              <span className="font-mono text-xs wrap-anywhere">{fresh.join(", ")}</span>
            </p>
          ) : null}
          <span>
            <CopyAs request={{ method: "PATCH", path, body }} json={body} />
          </span>
        </div>
      </Panel>
    </div>
  );
}
