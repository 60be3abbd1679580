import { FIELD_LABELS } from "#resources/field-labels.ts";
import type { ReactNode } from "react";
import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { IpPolicyUpdate } from "#contract/ip-policy.ts";
import { parse } from "#contract/issues.ts";
import { PendingChange } from "#editing/pending-change.tsx";
import { asText, plainForm } from "#editing/plain-form.ts";
import { ResourceForm } from "#editing/resource-form.tsx";
import { ipPolicies, type PolicyRow } from "#resources/ip-policies.ts";

const policyForm = plainForm({
  title: "IP policy",
  labels: FIELD_LABELS.ipPolicy,
  empty: { description: "", metadata: "" },
  show: asText,
  check: (request) => parse(IpPolicyUpdate, request).issues ?? [],
});

type Props = { policy: PolicyRow; rules: ReactNode; side: ReactNode; onEdited: (edited: boolean) => void };

/** Name and metadata of a policy, with its rules between. Mount it with the policy's id as `key`. */
export function PolicyForm({ policy, rules, ...rest }: Props) {
  const latest = policyForm.editableOf(policy);
  return (
    <ResourceForm of={ipPolicies} form={policyForm} object={policy} name="IP policy" {...rest}>
      <DescriptionField />
      {rules}
      <MetadataField />
      <PendingChange form={policyForm} latest={latest} path={ipPolicies.pathOf(policy.id)} />
    </ResourceForm>
  );
}
