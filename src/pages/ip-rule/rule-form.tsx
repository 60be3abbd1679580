import { FIELD_LABELS } from "#resources/field-labels.ts";
import { useEffect, useMemo, type ReactNode } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { ipRules } from "#resources/ip-rules.ts";
import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { IpPolicyRuleUpdate, type IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { parse } from "#contract/issues.ts";
import { useUnread } from "#forms/unread.ts";
import { PendingChange } from "#editing/pending-change.tsx";
import { asText, plainForm } from "#editing/plain-form.ts";
import { ResourceForm } from "#editing/resource-form.tsx";
import { CidrField } from "#policy-lab/cidr-field.tsx";
import { readRange } from "#policy-lab/range.ts";
import { CONFIRMATION, useRiskCheck } from "#policy-lab/risk-check.tsx";
import { aboutRule } from "#policy-lab/rule-writes.ts";
import { RulesPreview } from "#traffic/rules-preview.tsx";

/** Action and policy are no fields: no update can change them. */
const ruleForm = plainForm({
  title: "Rule",
  labels: FIELD_LABELS.ipPolicyRule,
  empty: { cidr: "", description: "", metadata: "" },
  show: asText,
  read: ({ cidr, ...form }, from) => ({
    ...form,
    cidr: typeof cidr === "string" && cidr !== from?.["cidr"] ? (readRange(cidr)?.text ?? cidr.trim()) : cidr,
  }),
  // What stands as it came from the service is the service's business, even where the contract would refuse it.
  check: (_, changes) =>
    Object.keys(changes).length === 0 ? [] : (parse(IpPolicyRuleUpdate, changes).issues ?? []),
});

type Props = {
  rule: IpPolicyRule;
  /** The rules of its policy, itself included, as far as they are known. */
  siblings: readonly IpPolicyRule[];
  nameOf: (id: string) => string;
  /** A range to begin with in the form: the correction that the lab offers. */
  suggested: string | null;
  side: ReactNode;
  onEdited: (edited: boolean) => void;
};

/** Range, description and metadata of a rule. Mount it with the rule's id as `key`. */
export function RuleForm({ rule, siblings, nameOf, suggested, side, onEdited }: Props) {
  return (
    <ResourceForm
      of={ipRules}
      form={ruleForm}
      object={rule}
      about={aboutRule(rule)}
      name="rule"
      side={side}
      onEdited={onEdited}
    >
      <Suggestion cidr={suggested} />
      <CidrField name="cidr" />
      <DescriptionField label="Description" />
      <MetadataField lines={4} />
      <Effect rule={rule} siblings={siblings} nameOf={nameOf} />
      <PendingChange form={ruleForm} latest={ruleForm.editableOf(rule)} path={ipRules.pathOf(rule.id)} />
    </ResourceForm>
  );
}

/** Puts the offered range into the form once; it is a change like any other until it is saved. */
function Suggestion({ cidr }: { cidr: string | null }) {
  const { setValue } = useFormContext();
  useEffect(() => {
    if (cidr !== null) setValue("cidr", cidr, { shouldDirty: true });
  }, [cidr, setValue]);
  return null;
}

function Effect({ rule, siblings, nameOf }: Pick<Props, "rule" | "siblings" | "nameOf">) {
  const typed = String(useWatch({ name: "cidr" }) ?? "");
  // What is no range is never saved, and changes nothing: the field says what is wrong.
  const cidr = typed === rule.cidr ? typed : (readRange(typed)?.text ?? rule.cidr);
  const after = useMemo(
    () =>
      cidr === rule.cidr ? siblings : siblings.map((one) => (one.id === rule.id ? { ...rule, cidr } : one)),
    [siblings, rule, cidr],
  );
  const fault = useFormState().errors[CONFIRMATION]?.message;
  const change = { before: siblings, after, nameOf };
  const { question, blocked } = useRiskCheck(change, fault as string | undefined);
  useUnread(CONFIRMATION, blocked ?? null);
  if (cidr === rule.cidr) return null;
  return (
    <>
      {question}
      <RulesPreview policyId={rule.ip_policy.id} rules={after} />
    </>
  );
}
