import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { appConfigQuery } from "#api/app-config.ts";
import { useModuleWrites, type ModuleAddress, type ModuleValue } from "#api/modules.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { fieldsToFix, FormShell, SaveBar } from "#forms/form-shell.tsx";
import { FormFacts } from "#forms/form-facts.ts";
import { UnsavedGuard } from "#forms/unsaved-guard.tsx";
import { Button } from "#ui/button.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { ChangesPanel } from "./changes-panel.tsx";
import type { ModuleDefinition } from "./define-module.ts";
import { ModuleContext } from "./module-context.ts";
import { ModuleStatus } from "./module-status.tsx";
import { requestOf, requestWrites } from "./request-form.ts";
import { ChangedElsewhere, SaveProblemNote } from "./checked-notes.tsx";
import { useCheckedForm, type CheckedForm } from "./use-checked-form.ts";
import { countWords } from "./words.ts";

const ConflictDialog = lazy(async () => {
  const { ConflictDialog } = await import("./conflict-dialog.tsx");
  return { default: ConflictDialog };
});
const ConfirmDialog = lazy(async () => {
  const { ConfirmDialog } = await import("#components/confirm-dialog.tsx");
  return { default: ConfirmDialog };
});

type Props = {
  definition: ModuleDefinition;
  address: ModuleAddress;
  /** What the service answered; later answers are compared, never put into the form. */
  answer: ModuleValue;
  freshness: Parameters<typeof Freshness>[0]["query"];
  /** Where the module applies: "app.example.com/dispatch". */
  place: string;
  crumbs: Parameters<typeof Page>[0]["crumbs"];
  onRemoved: () => void;
};

/** The page of one module of any kind: its form, what would change, save with conflict check, remove, undo. */
export function ModuleEditor(props: Props) {
  const { definition, address, answer, place } = props;
  const writes = requestWrites(useModuleWrites()(address, definition.contract), definition);
  const latest = requestOf(definition, answer);
  const editor = useCheckedForm({ definition, writes, initial: latest });
  const { data: config } = useQuery(appConfigQuery);
  const { form, base, changes, state, conflict } = editor;
  const name = definition.title.toLowerCase();
  return (
    <Page
      title={definition.title}
      titleExtra={
        <>
          <ModuleStatus value={base} />
          <span className="text-content-muted wrap-anywhere">{place}</span>
        </>
      }
      subtitle={definition.purpose}
      crumbs={props.crumbs}
      freshness={<Freshness query={props.freshness} held={editor.edited} />}
      actions={
        base === null ? null : (
          <RemoveButton name={name} place={place} editor={editor} onRemoved={props.onRemoved} />
        )
      }
    >
      <FormShell
        form={form}
        label={definition.title}
        onSave={editor.save}
        problem={<SaveProblemNote editor={editor} name={name} />}
        side={<ChangesPanel definition={definition} changes={changes} isNew={base === null} />}
        bar={
          <SaveBar
            state={state}
            title={base === null ? "New module" : countWords(changes.length, "change")}
            detail={
              base !== null && changes.length === 0
                ? "Nothing changed"
                : "The service is read again just before saving"
            }
            problem={fieldsToFix(editor.errors, definition.fields)}
            onDiscard={editor.edited ? editor.discard : undefined}
          />
        }
      >
        <ChangedElsewhere latest={latest} editor={editor} />
        <Suspense fallback={<SkeletonRows rows={6} label="Loading the form" />}>
          <ModuleContext value={{ address, answer }}>
            <FormFacts value={{ loaded: base, secretsKept: config?.secrets === "kept" }}>
              <definition.Fields />
            </FormFacts>
          </ModuleContext>
        </Suspense>
      </FormShell>
      <UnsavedGuard isDirty={editor.isDirty} what={`the ${name}`} />
      {conflict ? (
        <Suspense>
          <ConflictDialog
            definition={definition}
            conflict={conflict}
            saving={state === "saving"}
            onSave={editor.saveMerged}
            onTakeTheirs={() => editor.takeTheirs(conflict.theirs)}
            onKeepEditing={editor.keepEditing}
          />
        </Suspense>
      ) : null}
    </Page>
  );
}

function RemoveButton(props: { name: string; place: string; editor: CheckedForm; onRemoved: () => void }) {
  const { name, place, editor } = props;
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button variant="danger" icon="trash" onClick={() => setAsked(true)}>
        Remove module…
      </Button>
      {asked ? (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={setAsked}
            title={`Remove the ${name}?`}
            confirmLabel="Remove module"
            tried={`remove the ${name}`}
            danger
            onConfirm={async () => {
              await editor.remove();
              props.onRemoved();
            }}
          >
            <p>
              It stops applying to {place} at once, and its settings are deleted. You can undo this right
              after.
              {editor.edited ? " Your unsaved changes are dropped." : ""}
            </p>
          </ConfirmDialog>
        </Suspense>
      ) : null}
    </>
  );
}
