import { useCloseToList } from "#components/use-close-to-list.ts";
import { writtenTexts } from "#resources/texts.ts";
import { writesOf } from "#resources/writes.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useMemo, useRef, useState } from "react";
import { FormProvider, useWatch, type UseFormReturn } from "react-hook-form";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { ApiError, isUnsure } from "#api/errors.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { CopyAs } from "#components/copy-as.tsx";
import { ErrorNote } from "#components/error-note.tsx";
import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { tryInToast } from "#components/failure-toast.ts";
import { useLeaveFirst } from "#components/use-leave-gone.ts";
import { href } from "#resources/paths.ts";
import { IpPolicyRuleCreate, type IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { parse } from "#contract/issues.ts";
import { ChoiceField } from "#forms/choice-fields.tsx";
import { showIssues, useProblem } from "#forms/server-errors.ts";
import { UnsavedGuard } from "#forms/unsaved-guard.tsx";
import { useIssueForm } from "#forms/use-issue-form.ts";
import { useSubmit } from "#forms/use-submit.ts";
import { CidrField } from "#policy-lab/cidr-field.tsx";
import { FindingText } from "#policy-lab/finding-text.tsx";
import { decidedAlready } from "#policy-lab/findings.ts";
import { useRiskCheck } from "#policy-lab/risk-check.tsx";
import { RulesPreview } from "#traffic/rules-preview.tsx";
import { draftRule } from "#policy-lab/paste.ts";
import { PolicyField } from "#policy-lab/policy-field.tsx";
import { readRange } from "#policy-lab/range.ts";
import { usePolicyNames } from "#policy-lab/policy-names.ts";
import { aboutRule, ChangedSince, takeBack, useRuleWrites } from "#policy-lab/rule-writes.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogAside } from "#ui/dialog.tsx";
import { useToast } from "#ui/toast.tsx";

type Values = {
  ip_policy_id: string;
  action: IpPolicyRuleCreate["action"];
  cidr: string;
  description: string;
  metadata: string;
};

const ACTIONS = [
  { value: "allow", label: "Allow", detail: "unless a deny rule matches" },
  { value: "deny", label: "Deny", detail: "wins over every allow rule" },
];
const NAMES = ["ip_policy_id", "action", "cidr", "description", "metadata"];
const NO_RULES: readonly IpPolicyRule[] = [];

/** The request for what was typed: an empty text is left out. */
function bodyOf({ ip_policy_id, action, cidr, description, metadata }: Values): IpPolicyRuleCreate {
  return {
    ip_policy_id,
    action,
    cidr: readRange(cidr)?.text ?? cidr.trim(),
    ...writtenTexts({ description, metadata }),
  };
}

const check = (values: Values) =>
  (parse(IpPolicyRuleCreate, bodyOf(values)).issues ?? []).map((issue) =>
    issue.path[0] === "ip_policy_id" && values.ip_policy_id === ""
      ? { ...issue, message: "choose a policy" }
      : issue,
  );

/** Creates a rule in a dialog over the list of rules, and ends there or at the page that its link names as `back`. What was typed stays through every failure. */
export function Component() {
  const id = useId();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const back = (state as { back?: string } | null)?.back;
  const toList = useCloseToList("to", "cidr");
  const close = () => (back ? void navigate(back) : toList());
  const { nameOf } = usePolicyNames();
  const start: Values = {
    ip_policy_id: params.get("to") ?? "",
    action: "allow",
    cidr: params.get("cidr") ?? "",
    description: "",
    metadata: "",
  };
  const form = useIssueForm<Values>(start, check, NAMES);
  const { busy, done, problem, create } = useCreate(form, close);
  const body = bodyOf(useWatch({ control: form.control }) as Values);
  const { data: rules = NO_RULES } = useQuery(ipRules.query);
  const wire = JSON.stringify(body);
  const draft = useMemo(() => draftRule(JSON.parse(wire) as IpPolicyRuleCreate), [wire]);
  const after = useMemo(() => [...rules, draft], [rules, draft]);
  const decided = useMemo(() => decidedAlready([draft], rules).get(draft.id), [draft, rules]);
  const { question, blocked } = useRiskCheck({ before: rules, after, nameOf });
  const isDirty = () =>
    !done.current && JSON.stringify(bodyOf(form.getValues())) !== JSON.stringify(bodyOf(start));
  const submit = useSubmit(form, (values) => (blocked ? undefined : create(values)));
  return (
    <Dialog
      onClose={() => (busy ? undefined : close())}
      title="New IP rule"
      description="Applies wherever its policy is used."
      footer={
        <>
          <DialogAside>
            <CopyAs
              request={{ method: "POST", path: "/ip_policy_rules", body }}
              json={body}
              terraform="ngrok_ip_policy_rule"
            />
          </DialogAside>
          <Button disabledReason={busy ? "Waiting for the service" : undefined} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy} disabledReason={blocked}>
            Create rule
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id={id} aria-label="New IP rule" noValidate className="grid gap-4" onSubmit={submit}>
          <PolicyField name="ip_policy_id" />
          <ChoiceField name="action" label="Action" choices={ACTIONS} />
          <CidrField name="cidr" />
          <DescriptionField label="Description" placeholder="Frankfurt office" />
          <MetadataField lines={2} />
          <div className="grid justify-items-start gap-3">
            {decided ? (
              <div className="flex items-start gap-2">
                <FindingText finding={decided} />
              </div>
            ) : null}
            {question}
            {body.cidr && body.ip_policy_id ? (
              <RulesPreview policyId={body.ip_policy_id} rules={after} />
            ) : null}
          </div>
        </form>
      </FormProvider>
      {problem === null ? null : <ErrorNote error={problem} tried="create the rule" />}
      <UnsavedGuard isDirty={isDirty} what="the new rule" />
    </Dialog>
  );
}

function useCreate(form: UseFormReturn<Values>, onDone: () => void) {
  const client = useQueryClient();
  const writes = useRuleWrites();
  const toast = useToast();
  const leaveFirst = useLeaveFirst();
  const [busy, setBusy] = useState(false);
  const done = useRef(false);
  const [problem, setProblem] = useProblem<unknown, Values>(form, isUnsure);
  const undo = (made: IpPolicyRule) => {
    const name = `${made.action} ${made.cidr}`;
    const act = async () => {
      if (!(await leaveFirst(href.ipRule(made.id), href.ipRules()))) return offerUndo(made);
      try {
        const text = (await takeBack(client, made)) ? `Undone: ${name} deleted` : `Already deleted: ${name}`;
        return toast({ tone: "ok", text });
      } catch (error) {
        if (!(error instanceof ChangedSince)) throw error;
        return toast({ tone: "bad", text: `Not undone: ${name} is still there. ${error.message}` });
      } finally {
        void writesOf(client, ipRules).refresh();
      }
    };
    return tryInToast(toast, () => `delete ${name}`, act);
  };
  const offerUndo = (made: IpPolicyRule) =>
    toast({
      tone: "ok",
      text: `Rule ${made.action} ${made.cidr} created`,
      about: aboutRule(made),
      action: { label: "Undo", onSelect: () => void undo(made) },
    });
  const create = async (values: Values) => {
    setBusy(true);
    setProblem(null);
    try {
      const made = await writes.create(bodyOf(values));
      offerUndo(made);
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
