import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useEdgeAddress } from "#edges/use-edge-address.ts";
import { EDGE_NAMES, edgeName } from "#resources/edge-names.ts";
import { useServing } from "#resources/edge-way.ts";
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
  const serving = useServing();
  const changesTo = (hostports: readonly string[]) => hostportChanges(edge, hostports, serving);
  return (
    <ResourceForm
      of={of}
      form={form}
      object={edge}
      name="edge"
      side={<Effect protocol={protocol} path={of.pathOf(id)} before={before} changesTo={changesTo} />}
      ask={({ hostports }) => questionOf(edge, changesTo(hostports))}
      onEdited={onEdited}
    >
      <EdgeFields protocol={protocol} />
    </ResourceForm>
  );
}

type Changes = ReturnType<typeof hostportChanges>;

function questionOf(edge: AnyEdge, changes: Changes) {
  if (changes.dark.length === 0) return null;
  return {
    title: `Save edge ${edgeName(edge)}?`,
    label: "Save and take offline",
    words: <AddressChanges {...changes} />,
  };
}

function AddressChanges({ dark, idle, fresh }: Changes) {
  return (
    <>
      {dark.length > 0 ? (
        <Note tone="warn">
          {counted(dark.length, "address goes", "addresses go")} offline: <Addresses of={dark} />
        </Note>
      ) : null}
      {idle.length > 0 ? (
        <p>
          {counted(idle.length, "address is", "addresses are")} removed: <Addresses of={idle} />
        </p>
      ) : null}
      {fresh.length > 0 ? (
        <p>
          {counted(fresh.length, "address is", "addresses are")} added: <Addresses of={fresh} />
        </p>
      ) : null}
    </>
  );
}

const Addresses = ({ of }: { of: readonly string[] }) => (
  <span className="font-mono text-xs wrap-anywhere">{of.join(", ")}</span>
);

/** What the save would do to who can reach the edge, and the request to take along. */
type EffectProps = {
  protocol: EdgeProtocol;
  path: string;
  before: EdgeValues;
  changesTo: (hostports: readonly string[]) => Changes;
};

function Effect({ protocol, path, before, changesTo }: EffectProps) {
  const values = sentOf(protocol, useWatch<EdgeValues>() as EdgeValues, before);
  const changes = changesTo(values.hostports);
  const body = EDGE_FORMS[protocol].changesOf(before, values);
  return (
    <div className="grid content-start gap-4 lg:sticky lg:top-5">
      <Panel title="On save">
        <div className="grid gap-3 p-4">
          {Object.values(changes).flat().length === 0 ? (
            <p className="text-content-muted">No address changes</p>
          ) : null}
          <AddressChanges {...changes} />
          <span>
            <CopyAs request={{ method: "PATCH", path, body }} json={body} />
          </span>
        </div>
      </Panel>
    </div>
  );
}
