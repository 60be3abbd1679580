import { writesOf } from "#resources/writes.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useNavigate, useSearchParams } from "react-router-dom";
import { EDGE_NAMES, EDGE_PROTOCOLS, edgeTitle } from "#resources/edge-names.ts";
import { edges } from "#resources/edges.ts";
import { unlessGone } from "#resources/settle.ts";
import { type EdgeProtocol, href } from "#resources/paths.ts";
import { CopyAs } from "#components/copy-as.tsx";
import { CreateProblem } from "#components/create-problem.tsx";
import { goesWithText } from "#edges/goes-with.ts";
import { removeMade } from "#resources/remove-made.ts";
import { useCreateForm } from "#edges/use-create-form.ts";
import { Page } from "#components/page.tsx";
import { ChoiceField } from "#forms/choice-fields.tsx";
import { fieldsToFix, FormShell, SaveBar } from "#forms/form-shell.tsx";
import { useIssueForm } from "#forms/use-issue-form.ts";
import { sameJson } from "#forms/json.ts";
import { UnsavedGuard } from "#forms/unsaved-guard.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { Panel } from "#ui/panel.tsx";
import { atRows, createOf, EDGE_FORMS, issuesOfEdge, NO_EDGE, type EdgeValues } from "./edge-definition.ts";
import { EdgeFields } from "./edge-fields.tsx";

const ConfirmDialog = lazyPart(() => import("#components/confirm-dialog.tsx"), "ConfirmDialog");

type Values = EdgeValues & { kind: EdgeProtocol };

const KINDS = [
  { value: "https", label: "HTTPS", detail: "Requests, routed by path" },
  { value: "tls", label: "TLS", detail: "Encrypted connections" },
  { value: "tcp", label: "TCP", detail: "Any connection" },
];
const NAMES = ["kind", ...Object.keys(NO_EDGE)];
const isKind = (kind: string | null): kind is EdgeProtocol => EDGE_PROTOCOLS.some((one) => one === kind);

/** Makes an edge: its kind, where it listens, description and metadata. What was typed stays through every failure. */
export function Component() {
  const [params] = useSearchParams();
  const wanted = params.get("kind");
  const start: Values = { ...NO_EDGE, hostports: [""], kind: isKind(wanted) ? wanted : "https" };
  const form = useIssueForm<Values>(
    start,
    ({ kind, ...values }) => atRows(issuesOfEdge(kind, createOf(kind, values)), values.hostports),
    NAMES,
  );
  const client = useQueryClient();
  const navigate = useNavigate();
  const { busy, done, problem, create } = useCreateForm({
    form,
    names: NAMES,
    create: ({ kind, ...values }: Values) => writesOf(client, edges[kind]).create(createOf(kind, values)),
    nameOf: edgeTitle,
    remove: ({ id }, made) => removeMade(writesOf(client, edges[made.kind]), id),
    alongOf: async ({ id }, made) =>
      goesWithText(await unlessGone(writesOf(client, edges[made.kind]).read(id))),
    aboutOf: ({ id }, made) => edges[made.kind].pathOf(id),
    placesOf: ({ id }, made) => ({ page: href.edge(made.kind, id), around: href.edges() }),
    onMade: ({ id }, made) => void navigate(href.edge(made.kind, id), { replace: true }),
  });
  const [asked, setAsked] = useState<Values | null>(null);
  const save = (values: Values) =>
    createOf(values.kind, values).hostports ? void create(values) : setAsked(values);
  const { kind = start.kind } = useWatch({ control: form.control });
  const isDirty = () => !done.current && !sameJson(createOf("https", form.getValues()), {});
  return (
    <Page
      title="New edge"
      subtitle="Edges give your services stable addresses"
      crumbs={[{ label: "Edges", to: href.edges() }, { label: "New edge" }]}
    >
      <FormShell
        form={form}
        label="New edge"
        onSave={(values) => (busy ? undefined : save(values))}
        problem={
          problem === null ? null : (
            <div className="grid gap-2">
              <CreateProblem
                error={problem}
                one={EDGE_NAMES[kind]}
                extension
                unsure="The edge may have been created. Check the list of edges before you try again."
              />
            </div>
          )
        }
        side={<Request />}
        bar={
          <SaveBar
            state={busy ? "saving" : "ready"}
            title={`New ${EDGE_NAMES[kind]}`}
            detail={kind === "https" ? "Next: add its routes" : "Next: add its backend"}
            problem={fieldsToFix(form.formState.errors, EDGE_FORMS[kind].definition.fields)}
            saveLabel={`Create ${EDGE_NAMES[kind]}`}
          />
        }
      >
        <ChoiceField name="kind" label="Kind" wire={null} choices={KINDS} />
        <EdgeFields protocol={kind} />
      </FormShell>
      {asked ? (
        <ConfirmDialog
          onClose={() => setAsked(null)}
          title={`Create ${EDGE_NAMES[asked.kind]} without an address?`}
          confirmLabel="Create without address"
          tried="create this edge"
          onConfirm={async () => void create(asked)}
        >
          <p>An edge without an address gets no traffic. You can add one later.</p>
        </ConfirmDialog>
      ) : null}
      <UnsavedGuard isDirty={isDirty} what="the new edge" />
    </Page>
  );
}

/** The request to take along. */
function Request() {
  const { kind, ...values } = useWatch<Values>() as Values;
  const body = createOf(kind, values);
  return (
    <Panel
      title="Request"
      actions={<CopyAs request={{ method: "POST", path: edges[kind].path, body }} json={body} />}
    >
      <pre className="m-0 p-4 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
        POST {edges[kind].path}
        {"\n"}
        {JSON.stringify(body, null, 2)}
      </pre>
    </Panel>
  );
}
