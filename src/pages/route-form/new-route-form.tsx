import type { AnyEdge } from "#resources/edges.ts";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { CreateProblem } from "#components/create-problem.tsx";
import type { RouteDraft } from "#edges/drafts.ts";
import { ROUTE_MODULES } from "#contract/modules/kinds.ts";
import { FormShell, SaveBar } from "#forms/form-shell.tsx";
import type { JsonObject } from "#forms/json.ts";
import { UnsavedGuard } from "#forms/unsaved-guard.tsx";
import { focusField } from "#modules/editor/asked-field.ts";
import { doubtWords, lint } from "#modules/lint/lint.ts";
import { openWords } from "#modules/lint/open-words.ts";
import { useIpRules } from "#modules/lint/use-ip-rules.ts";
import { moduleOf } from "#modules/registry.ts";
import { textsOf } from "#modules/texts.ts";
import { useEdgeLimits } from "#resources/closing.ts";
import { useIsNoBackend } from "#resources/other-backends.ts";
import { routePlace } from "#resources/edge-names.ts";
import { isClosed, leadOf } from "#resources/edge-way.ts";
import { counted } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { Panel } from "#ui/panel.tsx";
import { useToast } from "#ui/toast.tsx";
import { AddModule, ModuleSections, NoBackend } from "./module-sections.tsx";
import { DraftFindings, RequestPanel } from "./request-panel.tsx";
import { ROUTE_FIELDS } from "./route-definition.ts";
import { startFrom } from "./route-draft.ts";
import { RouteFields } from "./route-fields.tsx";
import { TemplatePicker } from "./template-picker.tsx";
import { toFix } from "./to-fix.ts";
import { useCreateRoute } from "./use-create-route.ts";
import { useLockoutAsked } from "./use-lockout-asked.ts";
import { useNewRoute } from "./use-new-route.ts";

const LockoutQuestion = lazyPart(() => import("#modules/editor/lockout-question.tsx"), "LockoutQuestion");

type Props = {
  edge: AnyEdge;
  /** A route that waits to be made again; the form starts as it was. */
  draft: RouteDraft | undefined;
  /** How many more wait after it. */
  waiting: number;
  onNext: () => void;
  /** What is said of a route that waits, in place of the templates. */
  renderHeld: ((request: JsonObject) => ReactNode) | undefined;
  onEdited: (edited: boolean) => void;
};

/** The form of a new route. Mount it anew for the next one. */
export function NewRouteForm({ edge, draft, waiting, onNext, renderHeld, onEdited }: Props) {
  const [start] = useState(() => (draft ? startFrom(draft) : undefined));
  const route = useNewRoute(start);
  const { form, kinds, request } = route;
  const edited = route.isDirty();
  useEffect(() => onEdited(edited), [edited, onEdited]);
  const limits = useEdgeLimits();
  const ipRules = useIpRules(request);
  const isNoBackend = useIsNoBackend(kinds.includes("backend"));
  const target = { owner: "route", id: "", modules: request, edge, ipRules, isNoBackend } as const;
  const findings = lint(target, limits);
  const closedBy = (one: JsonObject) => {
    const lead = leadOf(one, limits, edge);
    // A path that no request has is refused, not closed.
    return isClosed(lead) && lead !== "never asked";
  };
  const [added, setAdded] = useState<string | null>(null);
  const toast = useToast();
  const open = useRef<AbortController>(null);
  useEffect(() => {
    const until = new AbortController();
    open.current = until;
    return () => until.abort();
  }, []);
  const { busy, done, problem, create } = useCreateRoute({
    edge,
    route,
    waiting,
    isHeld: draft !== undefined,
    onNext,
  });
  const {
    waiting: unread,
    createAsked,
    question,
  } = useLockoutAsked({
    target,
    requestOf: route.requestOf,
    isClosed: closedBy,
    create,
  });
  const add = (kind: string) => {
    route.add(kind);
    setAdded(kind);
  };
  const takeOut = (kind: string) => {
    route.takeOut(kind);
    setAdded(null);
    toast({
      text: `${textsOf(kind).title} removed`,
      ...(open.current ? { until: open.current.signal } : {}),
      action: { label: "Undo", onSelect: () => route.add(kind) },
    });
  };
  // What every request needs stands first, whenever it was added.
  const inOrder = kinds.toSorted((a, b) => Number(b === "backend") - Number(a === "backend"));
  const modules = kinds.filter((kind) => kind !== "backend").length;
  const fields = [
    ...ROUTE_FIELDS,
    ...inOrder.map((kind) => ({
      name: kind,
      label: textsOf(kind).title,
      fields: kind === "backend" ? [] : (moduleOf(kind)?.fields ?? []),
    })),
  ];
  return (
    <>
      <FormShell
        form={form}
        label="New route"
        wide
        onSave={(values) => {
          if (!busy) createAsked(values);
        }}
        problem={
          problem === null ? null : (
            <CreateProblem
              error={problem}
              one="route"
              unsure="The route may have been created. Check its edge before you try again."
            />
          )
        }
        bar={
          <SaveBar
            state={busy || unread ? "saving" : "ready"}
            title={modules === 0 ? "New route" : `New route with ${counted(modules, "module")}`}
            // What has no backend lets nobody in yet.
            detail={doubtWords(findings) ?? (kinds.includes("backend") ? openWords(target) : undefined)}
            problem={toFix(form.formState.errors, fields)}
            saveLabel={closedBy(request) ? "Create closed route" : "Create route"}
          />
        }
      >
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid min-w-0 gap-5">
            {renderHeld?.(request)}
            {draft ? null : <TemplatePicker route={route} />}
            <Panel title="Requests">
              <div className="grid gap-4 p-4">
                <RouteFields edgeId={edge.id} others={edge.routes ?? []} />
              </div>
            </Panel>
            {kinds.includes("backend") ? null : <NoBackend onAdd={() => add("backend")} />}
            <ModuleSections kinds={inOrder} edgeId={edge.id} added={added} onTakeOut={takeOut} />
            <AddModule
              kinds={ROUTE_MODULES.filter((kind) => kind !== "backend" && !kinds.includes(kind))}
              onAdd={add}
            />
          </div>
          <div className="grid min-w-0 content-start gap-5 lg:sticky lg:top-5">
            <DraftFindings
              findings={findings}
              edgeId={edge.id}
              request={request}
              onGoTo={(name) => focusField(form.setFocus, name)}
              onAdd={add}
            />
            <RequestPanel edgeId={edge.id} request={request} />
          </div>
        </div>
      </FormShell>
      {question ? <LockoutQuestion place={routePlace(edge, question.match)} {...question} /> : null}
      <UnsavedGuard
        isDirty={() => !done.current && route.isDirty()}
        isLostByReload={() => !done.current && route.isFilled()}
        what="the new route"
      />
    </>
  );
}
