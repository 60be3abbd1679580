import { useEffect, useState, type ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useUpdateApiKey } from "#api/api-keys.ts";
import { ApiError, describeError } from "#api/errors.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { ApiKeyUpdate, type ApiKey } from "#contract/api-key.ts";
import { DESCRIPTION_MAX_BYTES, METADATA_MAX_BYTES } from "#contract/common.ts";
import { BytesField } from "#forms/fields.tsx";
import { fieldsToFix, FormShell, SaveBar } from "#forms/form-shell.tsx";
import { issueResolver, issuesOf } from "#forms/issue-resolver.ts";
import type { SaveState } from "#forms/save-state.ts";
import { showIssues } from "#forms/server-errors.ts";
import { UnsavedGuard } from "#forms/unsaved-guard.tsx";
import { useToast } from "#ui/toast.tsx";

type Values = { description: string; metadata: string };

const NAMES = ["description", "metadata"] as const;

function valuesOf(key: ApiKey): Values {
  return { description: key.description ?? "", metadata: key.metadata ?? "" };
}

/** Only what differs, so that a change made elsewhere to the other field stays. */
function changesOf(from: Values, to: Values): ApiKeyUpdate {
  return Object.fromEntries(NAMES.filter((name) => from[name] !== to[name]).map((name) => [name, to[name]]));
}

function check(values: Values) {
  const parsed = ApiKeyUpdate.safeParse(values);
  return parsed.success ? [] : issuesOf(parsed.error);
}

/** Description and metadata of a key. Mount it with the key's id as `key`. */
export function KeyForm(props: { apiKey: ApiKey; side: ReactNode; onEdited: (edited: boolean) => void }) {
  const { apiKey, onEdited } = props;
  const [base, setBase] = useState(() => valuesOf(apiKey));
  const [problem, setProblem] = useState<unknown>(null);
  const { mutateAsync, isPending } = useUpdateApiKey(apiKey.id);
  const toast = useToast();
  const form = useForm<Values>({ defaultValues: base, resolver: issueResolver(check, NAMES) });
  const values = useWatch({ control: form.control }) as Values;
  const count = Object.keys(changesOf(base, values)).length;

  useEffect(() => onEdited(count > 0), [count, onEdited]);

  const adopt = (key: ApiKey) => {
    setBase(valuesOf(key));
    form.reset(valuesOf(key));
  };
  const undo = async (previous: ApiKeyUpdate) => {
    try {
      adopt(await mutateAsync(previous));
      toast({ tone: "ok", text: "Undone." });
    } catch (error) {
      const { title, detail } = describeError(error, "undo the change of the key");
      toast({ tone: "bad", text: `${title}. ${detail}` });
    }
  };
  const save = async (sent: Values) => {
    setProblem(null);
    const previous = changesOf(sent, base);
    try {
      adopt(await mutateAsync(changesOf(base, sent)));
      const action = { label: "Undo", onSelect: () => void undo(previous) };
      toast({ tone: "ok", text: "Saved.", action });
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : [];
      const rest = showIssues(form, issues, NAMES);
      if (issues.length === 0 || rest.length > 0) setProblem(error);
    }
  };
  const state: SaveState = isPending
    ? "saving"
    : count === 0
      ? { disabled: true, reason: "Nothing changed" }
      : "ready";
  return (
    <>
      <FormShell
        form={form}
        label="Key"
        onSave={(sent) => {
          if (state === "ready") void save(sent);
        }}
        problem={problem === null ? null : <ErrorNote error={problem} tried="save this key" />}
        side={props.side}
        bar={
          <SaveBar
            state={state}
            title={count === 1 ? "1 change" : `${count} changes`}
            detail={count === 0 ? "Nothing changed" : "Only what you changed is sent"}
            problem={fieldsToFix(form.formState.errors)}
            onDiscard={count > 0 ? () => form.reset(base) : undefined}
          />
        }
      >
        <BytesField
          name="description"
          label="Used by"
          wire="description"
          maxBytes={DESCRIPTION_MAX_BYTES}
          hint="What uses the key. It is its name in every list."
        />
        <BytesField
          name="metadata"
          label="Metadata"
          wire="metadata"
          maxBytes={METADATA_MAX_BYTES}
          lines={6}
          mono
          hint="Anything of yours. Not a place for secrets."
        />
      </FormShell>
      <UnsavedGuard
        isDirty={() => Object.keys(changesOf(base, form.getValues())).length > 0}
        what="this key"
      />
    </>
  );
}
