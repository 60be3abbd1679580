import type { ReactNode } from "react";
import { MetadataField } from "#components/metadata-field.tsx";
import { DESCRIPTION_MAX_BYTES } from "#contract/common.ts";
import { IpPolicyUpdate } from "#contract/ip-policy.ts";
import { parse } from "#contract/issues.ts";
import { PendingChange } from "#editing/pending-change.tsx";
import { asText, plainForm } from "#editing/plain-form.ts";
import { ResourceForm } from "#editing/resource-form.tsx";
import { BytesField } from "#forms/fields.tsx";
import { ipPolicies, type PolicyRow } from "#resources/ip-policies.ts";

const policyForm = plainForm({
  title: "IP policy",
  labels: { description: "Name", metadata: "Metadata" },
  empty: { description: "", metadata: "" },
  show: asText,
  check: (request) => parse(IpPolicyUpdate, request).issues ?? [],
});

type Props = { policy: PolicyRow; rules: ReactNode; side: ReactNode; onEdited: (edited: boolean) => void };

/** Name and metadata of a policy, with its rules below. Mount it with the policy's id as `key`. */
export function PolicyForm({ policy, rules, ...rest }: Props) {
  const latest = policyForm.editableOf(policy);
  return (
    <ResourceForm of={ipPolicies} form={policyForm} object={policy} name="policy" {...rest}>
      <BytesField
        name="description"
        label="Name"
        maxBytes={DESCRIPTION_MAX_BYTES}
        hint="Its description is its name in every list."
      />
      <MetadataField what="Anything of yours." />
      <PendingChange form={policyForm} latest={latest} path={ipPolicies.pathOf(policy.id)} />
      {rules}
    </ResourceForm>
  );
}
