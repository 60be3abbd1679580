import { writesOf } from "#resources/writes.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { useNavigate, useSearchParams } from "react-router-dom";
import { EDGE_NAMES, EDGE_PROTOCOLS, edgeName } from "#resources/edge-names.ts";
import { edges } from "#resources/edges.ts";
import { type EdgeProtocol, href } from "#resources/paths.ts";
import { CopyAs } from "#components/copy-as.tsx";
import { CreateProblem } from "#components/create-problem.tsx";
import { useCreateForm } from "#edges/use-create-form.ts";
import { Page } from "#components/page.tsx";
import { ChoiceField } from "#forms/choice-fields.tsx";
import { fieldsToFix, FormShell, SaveBar } from "#forms/form-shell.tsx";
import { issueResolver } from "#forms/issue-resolver.ts";
import { sameJson } from "#forms/json.ts";
import { UnsavedGuard } from "#forms/unsaved-guard.tsx";
import { Panel } from "#ui/panel.tsx";
import { createOf, EDGE_FORMS, issuesOfEdge, NO_EDGE, type EdgeValues } from "./edge-definition.ts";
import { EdgeFields } from "./edge-fields.tsx";

type Values = EdgeValues & { kind: EdgeProtocol };

const KINDS = [
  { value: "https", label: "HTTPS", detail: "requests, by routes with modules" },
  { value: "tls", label: "TLS", detail: "connections, TLS ends here or upstream" },
  { value: "tcp", label: "TCP", detail: "connections as they are" },
];
const NAMES = ["kind", ...Object.keys(NO_EDGE)];
const isKind = (kind: string | null): kind is EdgeProtocol => EDGE_PROTOCOLS.some((one) => one === kind);

/** Makes an edge: its kind, where it listens, description and metadata. What was typed stays through every failure. */
export function Component() {
  const [params] = useSearchParams();
  const asked = params.get("kind");
  const start: Values = { ...NO_EDGE, hostports: [""], kind: isKind(asked) ? asked : "https" };
  const form = useForm<Values>({
    defaultValues: start,
    resolver: issueResolver(({ kind, ...values }) => issuesOfEdge(kind, createOf(values)), NAMES),
  });
  const client = useQueryClient();
  const navigate = useNavigate();
  const { busy, done, problem, create } = useCreateForm({
    form,
    names: NAMES,
    create: ({ kind, ...values }: Values) => writesOf(client, edges[kind]).create(createOf(values)),
    nameOf: edgeName,
    remove: ({ id }, made) => writesOf(client, edges[made.kind]).remove(id),
    onMade: ({ id }, made) => void navigate(href.edge(made.kind, id), { replace: true }),
  });
  const { kind = start.kind } = useWatch({ control: form.control });
  const isDirty = () => !done.current && !sameJson(createOf(form.getValues()), {});
  return (
    <Page
      title="New edge"
      subtitle="An edge listens at hosts of yours, whichever agents come and go."
      crumbs={[{ label: "Edges", to: href.edges() }, { label: "New edge" }]}
    >
      <FormShell
        form={form}
        label="New edge"
        onSave={(values) => (busy ? undefined : void create(values))}
        problem={
          problem === null ? null : (
            <div className="grid gap-2">
              <CreateProblem
                error={problem}
                one={EDGE_NAMES[kind]}
                extension
                unsure="The edge may exist. Look for it in the list of edges before you try again."
              />
            </div>
          )
        }
        side={<Request />}
        bar={
          <SaveBar
            state={busy ? "saving" : "ready"}
            title={`New ${EDGE_NAMES[kind]}`}
            detail={kind === "https" ? "Its routes are made on its page" : "Its modules are set on its page"}
            problem={fieldsToFix(form.formState.errors, EDGE_FORMS[kind].definition.fields)}
            saveLabel={`Create ${EDGE_NAMES[kind]}`}
          />
        }
      >
        <ChoiceField name="kind" label="Kind" wire={null} choices={KINDS} />
        <EdgeFields protocol={kind} />
      </FormShell>
      <UnsavedGuard isDirty={isDirty} what="the new edge" />
    </Page>
  );
}

/** The request to take along. */
function Request() {
  const { kind, ...values } = useWatch<Values>() as Values;
  const body = createOf(values);
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
