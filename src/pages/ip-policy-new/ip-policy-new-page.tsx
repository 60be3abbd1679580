import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { ApiError } from "#api/errors.ts";
import { createIpPolicy, refreshIpPolicies } from "#api/ip-policies.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { href } from "#components/paths.ts";
import { DESCRIPTION_MAX_BYTES, METADATA_MAX_BYTES } from "#contract/common.ts";
import { IpPolicyCreate } from "#contract/ip-policy.ts";
import { parse } from "#contract/issues.ts";
import { BytesField } from "#forms/fields.tsx";
import { issueResolver } from "#forms/issue-resolver.ts";
import { showIssues } from "#forms/server-errors.ts";
import { UnsavedGuard } from "#forms/unsaved-guard.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Note } from "#ui/note.tsx";
import { useToast } from "#ui/toast.tsx";

type Values = { description: string; metadata: string };
const NAMES = ["description", "metadata"];

/** The request for what was typed: an empty field is left out. */
function bodyOf({ description, metadata }: Values): IpPolicyCreate {
  return { ...(description ? { description } : {}), ...(metadata ? { metadata } : {}) };
}

const check = (values: Values) => parse(IpPolicyCreate, bodyOf(values)).issues ?? [];

/** Makes an IP policy in a dialog over the list, then goes to it, where its rules are added. */
export function Component() {
  const id = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const done = useRef(false);
  const form = useForm<Values>({
    defaultValues: { description: "", metadata: "" },
    resolver: issueResolver(check, NAMES),
  });
  const close = () => void navigate(href.ipPolicies());
  const create = async (values: Values) => {
    setBusy(true);
    setProblem(null);
    try {
      const policy = await createIpPolicy(bodyOf(values));
      done.current = true;
      toast({ tone: "ok", text: "Created. It blocks everybody until it has an allow rule." });
      void navigate(href.ipPolicy(policy.id), { replace: true });
    } catch (error) {
      setBusy(false);
      const issues = error instanceof ApiError ? error.issues : [];
      const rest = showIssues(form, issues, NAMES);
      if (issues.length === 0 || rest.length > 0) setProblem(error);
    } finally {
      void refreshIpPolicies(client);
    }
  };
  const isDirty = () => !done.current && Object.values(form.getValues()).some((text) => text !== "");
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) close();
      }}
      title="New IP policy"
      description="A policy starts without rules, and blocks everybody until it has an allow rule."
      footer={
        <>
          <Button disabledReason={busy ? "Wait for the answer." : undefined} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            Create policy
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form
          id={id}
          aria-label="New IP policy"
          noValidate
          className="grid gap-4"
          onSubmit={(event) => void form.handleSubmit((values) => (busy ? undefined : create(values)))(event)}
        >
          <BytesField
            name="description"
            label="Name"
            wire="description"
            maxBytes={DESCRIPTION_MAX_BYTES}
            placeholder="Office and VPN"
            hint="Its description is its name in every list."
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
      {problem === null ? null : <ErrorNote error={problem} tried="create the policy" />}
      {problem instanceof ApiError && problem.retry === "unsure" ? (
        <Note tone="warn">The policy may exist. Look for it in the list behind this dialog first.</Note>
      ) : null}
      <UnsavedGuard isDirty={isDirty} what="the new policy" />
    </Dialog>
  );
}
