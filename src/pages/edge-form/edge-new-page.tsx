import { writesOf } from "#resources/writes.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useNavigate, useSearchParams } from "react-router-dom";
import { EDGE_NAMES, EDGE_PROTOCOLS, edgeName } from "#resources/edge-names.ts";
import { type AnyEdge, edges } from "#resources/edges.ts";
import { type EdgeProtocol, href } from "#resources/paths.ts";
import { ApiError, describeError, isAbsent } from "#api/errors.ts";
import { CopyAs } from "#components/copy-as.tsx";
import { ErrorNote } from "#components/error-note.tsx";
import { Page } from "#components/page.tsx";
import { ChoiceField } from "#forms/choice-fields.tsx";
import { fieldsToFix, FormShell, SaveBar } from "#forms/form-shell.tsx";
import { issueResolver } from "#forms/issue-resolver.ts";
import { sameJson } from "#forms/json.ts";
import { showIssues } from "#forms/server-errors.ts";
import { UnsavedGuard } from "#forms/unsaved-guard.tsx";
import { Note } from "#ui/note.tsx";
import { Panel } from "#ui/panel.tsx";
import { useToast } from "#ui/toast.tsx";
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
  const { busy, done, problem, create } = useCreate(form);
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
        problem={problem === null ? null : <CreateProblem error={problem} kind={kind} />}
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

function CreateProblem({ error, kind }: { error: unknown; kind: EdgeProtocol }) {
  return (
    <div className="grid gap-2">
      {isAbsent(error) ? (
        <Note tone="warn">
          <strong>This service has no {EDGE_NAMES[kind]} to create.</strong>
          <p>It does not know the address that makes one. What you typed stays here, and can be copied.</p>
        </Note>
      ) : null}
      <ErrorNote error={error} tried={`create the ${EDGE_NAMES[kind]}`} />
      {error instanceof ApiError && error.retry === "unsure" ? (
        <Note tone="warn">The edge may exist. Look for it in the list of edges before you try again.</Note>
      ) : null}
    </div>
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

function useCreate(form: Parameters<typeof showIssues<Values>>[0]) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const done = useRef(false);
  const undo = async (protocol: EdgeProtocol, edge: AnyEdge) => {
    try {
      await writesOf(client, edges[protocol]).remove(edge.id);
      toast({ tone: "ok", text: `Undone: ${edgeName(edge)} is deleted again.` });
    } catch (error) {
      toast({ tone: "bad", text: `Not undone. ${describeError(error, "").detail}` });
    }
  };
  const create = async ({ kind, ...values }: Values) => {
    setBusy(true);
    setProblem(null);
    try {
      const made = await writesOf(client, edges[kind]).create(createOf(values));
      done.current = true;
      toast({
        tone: "ok",
        text: `Created ${edgeName(made)}.`,
        action: { label: "Undo", onSelect: () => void undo(kind, made) },
      });
      void navigate(href.edge(kind, made.id), { replace: true });
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : [];
      const rest = showIssues(form, issues, NAMES);
      if (issues.length === 0 || rest.length > 0) setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, done, problem, create };
}
