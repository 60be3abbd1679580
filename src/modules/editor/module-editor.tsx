import { Suspense, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { modulePath, type ModuleAddress, type ModuleValue } from "#resources/modules.ts";
import { useKnownLimits } from "#resources/unreachable.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { fieldsToFix, FormShell, SaveBar } from "#forms/form-shell.tsx";
import { FormFacts } from "#forms/form-facts.ts";
import type { JsonObject } from "#forms/json.ts";
import { UnsavedGuard } from "#forms/unsaved-guard.tsx";
import { breakable } from "#ui/breakable.tsx";
import { Button } from "#ui/button.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { ChangesPanel } from "#editing/changes-panel.tsx";
import { ChangedElsewhere, notSaved, SaveProblemNote } from "#editing/checked-notes.tsx";
import { ConflictQuestion } from "#editing/conflict.tsx";
import type { FormValues } from "#editing/form-definition.ts";
import type { ModuleDefinition } from "../define-module.ts";
import { lostSecrets } from "#editing/lost-secrets.ts";
import { ModuleFields } from "../module-fields.tsx";
import { ModuleActions, RestoreMenu } from "./module-actions.tsx";
import { OpeningQuestion } from "./opening-question.tsx";
import { ModulePreview } from "./module-preview.tsx";
import { ModuleContext } from "../kit/module-context.ts";
import { AskedField } from "./asked-field.ts";
import { ChangeCount, titleOf } from "./change-count.tsx";
import { draftFindings, HeldText, LintNotes, NotReadAgain, ReplacesNote } from "./module-notes.tsx";
import { asStored, ModuleStatus } from "./module-status.tsx";
import { unlessOff, type LintTarget } from "../lint/facts.ts";
import { doubtWords } from "../lint/lint.ts";
import { INSTEAD_OF, loginBeside, withModule } from "../lint/guards.ts";
import { moduleOf } from "../registry.ts";
import { sentWith } from "./sent-with.ts";
import { useStart } from "./shared-with.ts";
import { useFollow } from "./use-follow.ts";
import { useOpening } from "./use-opening.ts";
import { requestOf, useRequestWrites } from "./use-request-writes.ts";
import { useCheckedForm } from "#editing/use-checked-form.ts";
import { useEditorTab } from "#editing/use-editor-tab.ts";
import { withThe } from "#editing/value-text.ts";
import { lazyExport, lazyPart } from "#ui/lazy-export.ts";

const JsonTab = lazyExport(() => import("#editing/json-tab.tsx"), "JsonTab");
const DiffTab = lazyExport(() => import("#editing/diff-tab.tsx"), "DiffTab");
const LostSecretsQuestion = lazyPart(
  () => import("#editing/lost-secrets-question.tsx"),
  "LostSecretsQuestion",
);

type Props = {
  definition: ModuleDefinition;
  address: ModuleAddress;
  /** What the service answered; later answers are compared, never put into the form. */
  answer: ModuleValue;
  freshness: Parameters<typeof Freshness>[0]["query"];
  /** Where the module applies: "app.example.com/dispatch". */
  place: string;
  /** "route", "TLS edge". */
  ownerName: string;
  crumbs: Parameters<typeof Page>[0]["crumbs"];
  /** The owner with its other modules, once it is closing. */
  target: LintTarget | undefined;
  onRemoved: () => void;
  onEdited: (edited: boolean) => void;
};

/** The page of one module of any kind: one draft as form, JSON and diff; save with conflict check, turn off, remove, undo. */
export function ModuleEditor(props: Props) {
  const { definition, address, answer, place, onEdited } = props;
  const owners = props.target?.modules;
  const insteadOf = useSearchParams()[0].get(INSTEAD_OF);
  const beside = loginBeside(owners, definition.kind, insteadOf);
  const replaces = moduleOf(beside ?? "", address.owner);
  const { writes, secretsKept, ...closing } = useRequestWrites(definition, address, replaces, owners);
  const latest = requestOf(definition, answer);
  const start = useStart(definition, latest, replaces, owners);
  const editor = useCheckedForm({
    definition: start.started,
    writes,
    initial: latest,
    subject: { place, key: modulePath(address) },
  });
  const { form, base, changes, state } = editor;
  useEffect(() => onEdited(editor.edited), [editor.edited, onEdited]);
  useFollow(editor, latest, beside !== undefined && beside === insteadOf, start);
  const replacing = unlessOff(editor.request) ? replaces : undefined;
  // The route as a save would leave it.
  const target = replacing && props.target ? withModule(props.target, replacing.kind, null) : props.target;
  const {
    opening,
    waiting: unread,
    loss,
    saveAsked,
    close,
  } = useOpening(props.target, definition.kind, base);
  // What is asked about may be more than the draft: merged with changes from elsewhere.
  const judged = opening ? { ...editor, request: opening.is, edited: true } : editor;
  const limits = useKnownLimits();
  const found = draftFindings({ definition, editor: judged, target, limits });
  const goesOffline = closing.takesOffline(editor.request) && !closing.takesOffline(base);
  const unchanged = base !== null && changes.length === 0;
  const both = sentWith(address, replacing, owners);
  const also = both?.also ?? [];
  const count = changes.length + also.length;
  // What a new module starts from is nobody's change.
  const told = editor.text !== null || (base === null && !editor.edited) ? 0 : count;
  const lostBy = (request: JsonObject) => (secretsKept ? [] : lostSecrets(definition.kind, base, request));
  const [asked, setAsked] = useState<FormValues | null>(null);
  /** Saves, once whatever is lost by it was said. */
  const saveChecked = (sent: FormValues) =>
    lostBy(editor.requestOf(sent)).length > 0 ? setAsked(sent) : editor.save(sent);
  const { tab, pick } = useEditorTab(editor);
  const waiting = <SkeletonRows rows={6} label={`Loading the ${tab === "form" ? "form" : tab}`} />;
  return (
    <Page
      title={definition.title}
      titleExtra={
        <>
          <ModuleStatus
            {...{ kind: definition.kind, ownerId: props.target?.id }}
            findings={draftFindings({ definition, editor: asStored(editor), target: props.target, limits })}
            value={editor.on === null ? null : { ...answer, enabled: editor.on }}
          />
          <span className="text-content-muted wrap-anywhere">{breakable(place)}</span>
        </>
      }
      subtitle={definition.purpose}
      crumbs={props.crumbs}
      freshness={<Freshness query={props.freshness} held={editor.edited} />}
      actions={<ModuleActions {...props} {...{ editor, loss, secretsKept, off: replacing?.kind }} />}
    >
      <FormShell
        form={form}
        label={definition.title}
        wide
        onSave={(sent) => saveAsked(editor.requestOf(sent), () => saveChecked(sent))}
        problem={<SaveProblemNote editor={editor} name={withThe(definition.title)} />}
        bar={
          <SaveBar
            state={unread ? "saving" : state}
            title={titleOf(editor, unchanged ? 0 : count)}
            detail={
              doubtWords(found, editor.edited) ??
              (unchanged
                ? undefined
                : (editor.lossBy(editor.request)?.says ?? "Checks for conflicts on save"))
            }
            saveLabel={
              goesOffline ? "Save and take offline" : replacing ? `Replace ${replacing.title}` : "Save"
            }
            problem={
              editor.text === null
                ? (fieldsToFix(editor.errors, definition.fields) ?? notSaved(editor))
                : "Fix the JSON to save"
            }
            onDiscard={editor.edited ? editor.discard : undefined}
            review={
              changes.length === 0 || tab === "diff" ? null : (
                <Button
                  onClick={({ currentTarget: { form: element } }) => {
                    // This button goes: the focus and the window follow to the top of what it leads to.
                    element?.querySelector<HTMLElement>('[role="tab"][id$="-diff"]')?.focus();
                    pick("diff");
                  }}
                >
                  Review diff
                  <ChangeCount count={told} />
                </Button>
              )
            }
          />
        }
      >
        <NotReadAgain query={props.freshness} name={withThe(definition.title)} ownerName={props.ownerName} />
        <ChangedElsewhere latest={latest} editor={editor} />
        <Tabs
          label={definition.title}
          tabs={[
            { id: "form", label: "Form" },
            { id: "json", label: "JSON" },
            { id: "diff", label: "Diff", badge: <ChangeCount count={told} /> },
          ]}
          value={tab}
          onChange={pick}
          beside={<RestoreMenu {...props} editor={editor} secretsKept={secretsKept} />}
        >
          {tab === "form" ? (
            <>
              {replaces ? (
                <ReplacesNote
                  {...{ replaces, definition }}
                  modules={owners}
                  isOff={!replacing}
                  copied={base === null ? start.shared : {}}
                />
              ) : null}
              <LintNotes definition={definition} editor={editor} target={target} found={found} />
            </>
          ) : null}
          {tab === "json" ? null : <HeldText editor={editor} onShow={() => pick("json")} />}
          {/* Stays mounted: fields keep what only they hold, and are there when an error wants the focus. */}
          <div hidden={tab !== "form"} className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_17rem]">
            <div className="grid max-w-182 gap-4">
              <Suspense fallback={waiting}>
                <fieldset disabled={editor.text !== null} className="grid min-w-0 gap-4">
                  <ModuleContext value={{ address, answer }}>
                    <FormFacts value={{ loaded: base, secretsKept }}>
                      <ModuleFields {...definition} />
                    </FormFacts>
                  </ModuleContext>
                </fieldset>
                <AskedField />
              </Suspense>
              {tab === "form" ? <ModulePreview {...{ address, editor }} off={replacing?.kind} /> : null}
            </div>
            <ChangesPanel
              definition={definition}
              changes={changes}
              also={also}
              isNew={base === null}
              edited={editor.edited}
            />
          </div>
          <Suspense fallback={waiting}>
            {tab === "json" ? (
              <JsonTab key={editor.revision} definition={definition} editor={editor} />
            ) : null}
            {tab === "diff" ? (
              <DiffTab definition={definition} editor={editor} path={modulePath(address)} sentWith={both} />
            ) : null}
            {tab === "diff" ? <ModulePreview {...{ address, editor }} off={replacing?.kind} /> : null}
          </Suspense>
        </Tabs>
      </FormShell>
      <UnsavedGuard isDirty={editor.isDirty} what={`your changes to ${withThe(definition.title)}`} />
      <ConflictQuestion definition={definition} editor={editor} onSave={saveAsked} />
      {opening ? (
        <OpeningQuestion {...{ opening, loss, found, place }} title={definition.title} onClose={close} />
      ) : null}
      {asked ? (
        <LostSecretsQuestion
          paths={lostBy(editor.requestOf(asked))}
          onStay={() => setAsked(null)}
          onSave={() => editor.save(asked)}
        />
      ) : null}
    </Page>
  );
}
