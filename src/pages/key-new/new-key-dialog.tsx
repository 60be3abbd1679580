import { useId, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { createApiKey, useRefreshApiKeys, type CreatedApiKey } from "#api/api-keys.ts";
import { ApiError } from "#api/errors.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { ApiKeyCreate } from "#contract/api-key.ts";
import { DESCRIPTION_MAX_BYTES, METADATA_MAX_BYTES } from "#contract/common.ts";
import { parse } from "#contract/issues.ts";
import { BytesField } from "#forms/fields.tsx";
import { issueResolver } from "#forms/issue-resolver.ts";
import { showIssues } from "#forms/server-errors.ts";
import { UnsavedGuard } from "#forms/unsaved-guard.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Note } from "#ui/note.tsx";
import { useHeld } from "./use-held.ts";

type Values = { description: string; metadata: string };

const WAIT = "Wait for the answer: leaving now could leave a key whose token nobody has seen.";

const NAMES = ["description", "metadata"];

/** The request for what was typed: an empty field is left out. */
function bodyOf({ description, metadata }: Values): ApiKeyCreate {
  return { ...(description ? { description } : {}), ...(metadata ? { metadata } : {}) };
}

function check(values: Values) {
  return parse(ApiKeyCreate, bodyOf(values)).issues ?? [];
}

/** Asks what the key is for and makes it. What was typed stays through every failure. */
export function NewKeyDialog(props: { onCreated: (key: CreatedApiKey) => void; onClose: () => void }) {
  const id = useId();
  const refresh = useRefreshApiKeys();
  const [busy, setBusy] = useState(false);
  const [closing, setClosing] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const form = useForm<Values>({
    defaultValues: { description: "", metadata: "" },
    resolver: issueResolver(check, NAMES),
  });
  const create = async (values: Values) => {
    setBusy(true);
    setClosing(false);
    setProblem(null);
    try {
      const created = await createApiKey(bodyOf(values));
      void refresh();
      props.onCreated(created);
    } catch (error) {
      setBusy(false);
      const issues = error instanceof ApiError ? error.issues : [];
      const rest = showIssues(form, issues, NAMES);
      if (issues.length === 0 || rest.length > 0) setProblem(error);
      if (maybeMade(error)) void refresh();
    }
  };
  const isDirty = () => Object.values(form.getValues()).some((text) => text !== "");
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open) return;
        if (busy) setClosing(true);
        else props.onClose();
      }}
      title="New key"
      description="A key lets a script or a service call this API. Its token is shown once, right after."
      footer={
        <>
          <Button disabledReason={busy ? WAIT : undefined} onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            Create key
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form
          id={id}
          aria-label="New key"
          noValidate
          className="grid gap-4"
          onSubmit={(event) => void form.handleSubmit((values) => (busy ? undefined : create(values)))(event)}
        >
          <BytesField
            name="description"
            label="Used by"
            wire="description"
            maxBytes={DESCRIPTION_MAX_BYTES}
            placeholder="CI deploys, main branch"
            hint="What uses the key. It is its name in every list."
          />
          <BytesField
            name="metadata"
            label="Metadata"
            wire="metadata"
            maxBytes={METADATA_MAX_BYTES}
            lines={3}
            mono
            hint="Anything of yours, optional. Not a place for secrets."
          />
        </form>
      </FormProvider>
      {problem === null ? null : <ErrorNote error={problem} tried="create the key" />}
      {maybeMade(problem) ? (
        <Note tone="warn">
          The key may exist. Look for it in the list behind this dialog before you try again. If it is there,
          delete it: its token can’t be read any more.
        </Note>
      ) : null}
      {busy ? <Held asked={closing} /> : <UnsavedGuard isDirty={isDirty} what="the new key" />}
    </Dialog>
  );
}

const always = () => true;

/** No way out until the answer came: it alone holds the token. Says so once one was tried. */
function Held({ asked }: { asked: boolean }) {
  const refused = useHeld(always);
  return asked || refused ? <Note tone="warn">{WAIT}</Note> : null;
}

/** Whether a key may have been made although no answer with its token arrived. */
function maybeMade(error: unknown): boolean {
  return error instanceof ApiError && error.retry === "unsure";
}
