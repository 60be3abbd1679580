import { writtenTexts } from "#resources/texts.ts";
import { writesOf } from "#resources/writes.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { useNavigate, useSearchParams } from "react-router-dom";
import { ApiError, describeError } from "#api/errors.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { CopyAs } from "#components/copy-as.tsx";
import { ErrorNote } from "#components/error-note.tsx";
import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { href } from "#resources/paths.ts";
import { IpPolicyRuleCreate, type IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { parse } from "#contract/issues.ts";
import { ChoiceField } from "#forms/choice-fields.tsx";
import { issueResolver } from "#forms/issue-resolver.ts";
import { showIssues } from "#forms/server-errors.ts";
import { UnsavedGuard } from "#forms/unsaved-guard.tsx";
import { CidrField } from "#policy-lab/cidr-field.tsx";
import { EveryoneNote } from "#policy-lab/everyone-note.tsx";
import { LockoutNote } from "#policy-lab/lockout-note.tsx";
import { draftRule } from "#policy-lab/paste.ts";
import { PolicyField } from "#policy-lab/policy-field.tsx";
import { usePolicyNames } from "#policy-lab/policy-names.ts";
import { ChangedSince, takeBack, useRuleWrites } from "#policy-lab/rule-writes.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useToast } from "#ui/toast.tsx";

type Values = {
  ip_policy_id: string;
  action: IpPolicyRuleCreate["action"];
  cidr: string;
  description: string;
  metadata: string;
};

const ACTIONS = [
  { value: "allow", label: "allow", detail: "lets in what no deny keeps out" },
  { value: "deny", label: "deny", detail: "wins over every allow" },
];
const NAMES = ["ip_policy_id", "action", "cidr", "description", "metadata"];
const NO_RULES: readonly IpPolicyRule[] = [];

/** The request for what was typed: an empty text is left out. */
function bodyOf({ ip_policy_id, action, cidr, description, metadata }: Values): IpPolicyRuleCreate {
  return {
    ip_policy_id,
    action,
    cidr: cidr.trim(),
    ...writtenTexts({ description, metadata }),
  };
}

/** Search and filters of the list behind, without what is this dialog's. */
function searchBehind(params: URLSearchParams): string {
  const rest = new URLSearchParams(params);
  for (const own of ["to", "cidr"]) rest.delete(own);
  return rest.size > 0 ? `?${rest}` : "";
}

const check = (values: Values) => parse(IpPolicyRuleCreate, bodyOf(values)).issues ?? [];

/** Makes a rule in a dialog over the list of rules. What was typed stays through every failure. */
export function Component() {
  const id = useId();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const close = () => void navigate(href.ipRules(searchBehind(params)));
  const { policies, nameOf } = usePolicyNames();
  const start: Values = {
    ip_policy_id: params.get("to") ?? "",
    action: "allow",
    cidr: params.get("cidr") ?? "",
    description: "",
    metadata: "",
  };
  const form = useForm<Values>({ defaultValues: start, resolver: issueResolver(check, NAMES) });
  const { busy, done, problem, create } = useCreate(form, close);
  const isDirty = () =>
    !done.current && JSON.stringify(bodyOf(form.getValues())) !== JSON.stringify(bodyOf(start));
  return (
    <Dialog
      onClose={() => (busy ? undefined : close())}
      title="New rule"
      description="A rule allows or denies a range of source addresses wherever its policy is used."
      footer={
        <>
          <Button disabledReason={busy ? "Wait for the answer." : undefined} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            Create rule
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form
          id={id}
          aria-label="New rule"
          noValidate
          className="grid gap-4"
          onSubmit={(event) => void form.handleSubmit((values) => (busy ? undefined : create(values)))(event)}
        >
          <PolicyField name="ip_policy_id" policies={policies} />
          <ChoiceField name="action" label="Action" choices={ACTIONS} />
          <CidrField name="cidr" />
          <DescriptionField
            label="What it is"
            placeholder="Frankfurt office"
            hint="Whose range it is. It stands beside it in every list."
          />
          <MetadataField lines={2} />
          <Effect nameOf={nameOf} />
        </form>
      </FormProvider>
      {problem === null ? null : <ErrorNote error={problem} tried="create the rule" />}
      <UnsavedGuard isDirty={isDirty} what="the new rule" />
    </Dialog>
  );
}

/** What the rule would do to the operator's own address, and the request to take along. */
function Effect({ nameOf }: { nameOf: (id: string) => string }) {
  const values = useWatch<Values>() as Values;
  const { data: rules = NO_RULES } = useQuery(ipRules.query);
  const body = bodyOf(values);
  const draft = draftRule(body);
  return (
    <div className="grid justify-items-start gap-3">
      <EveryoneNote rules={[draft]} />
      {values.cidr.trim() && values.action === "deny" ? (
        <LockoutNote before={rules} after={[...rules, draft]} nameOf={nameOf} />
      ) : null}
      <CopyAs
        request={{ method: "POST", path: "/ip_policy_rules", body }}
        json={body}
        terraform="ngrok_ip_policy_rule"
      />
    </div>
  );
}

function useCreate(form: Parameters<typeof showIssues<Values>>[0], onDone: () => void) {
  const client = useQueryClient();
  const writes = useRuleWrites();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const done = useRef(false);
  const [problem, setProblem] = useState<unknown>(null);
  const undo = async (made: IpPolicyRule) => {
    try {
      await takeBack(client, made);
      toast({ tone: "ok", text: `Undone: ${made.cidr} is deleted again.` });
    } catch (error) {
      const why = error instanceof ChangedSince ? error.message : describeError(error, "delete it").detail;
      toast({ tone: "bad", text: `Not undone: ${made.cidr} is still there. ${why}` });
    } finally {
      void writesOf(client, ipRules).refresh();
    }
  };
  const create = async (values: Values) => {
    setBusy(true);
    setProblem(null);
    try {
      const made = await writes.create(bodyOf(values));
      toast({
        tone: "ok",
        text: `Created ${made.action} ${made.cidr}.`,
        action: { label: "Undo", onSelect: () => void undo(made) },
      });
      done.current = true;
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : [];
      const rest = showIssues(form, issues, NAMES);
      if (issues.length === 0 || rest.length > 0) setProblem(error);
      setBusy(false);
      return;
    }
    setBusy(false);
    onDone();
  };
  return { busy, done, problem, create };
}
