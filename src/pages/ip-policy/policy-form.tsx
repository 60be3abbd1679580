import type { ReactNode } from "react";
import { ipPolicies, type PolicyRow } from "#resources/ip-policies.ts";
import { MetadataField } from "#components/metadata-field.tsx";
import { DESCRIPTION_MAX_BYTES } from "#contract/common.ts";
import { IpPolicyUpdate } from "#contract/ip-policy.ts";
import { parse } from "#contract/issues.ts";
import { PendingChange, plainDefinition, usePlainWrites } from "#editing/plain-form.tsx";
import { ResourceForm } from "#editing/resource-form.tsx";
import { BytesField } from "#forms/fields.tsx";

const policyDefinition = plainDefinition({
  title: "IP policy",
  labels: { description: "Name", metadata: "Metadata" },
  check: (request) => parse(IpPolicyUpdate, request).issues ?? [],
});

const editableOf = ({ description, metadata }: PolicyRow) => ({
  description: description ?? "",
  metadata: metadata ?? "",
});

type Props = { policy: PolicyRow; rules: ReactNode; side: ReactNode; onEdited: (edited: boolean) => void };

/** Name and metadata of a policy, with its rules below. Mount it with the policy's id as `key`. */
export function PolicyForm({ policy, rules, side, onEdited }: Props) {
  const latest = editableOf(policy);
  return (
    <ResourceForm
      definition={policyDefinition}
      writes={usePlainWrites(ipPolicies, policy.id, editableOf)}
      latest={latest}
      name="policy"
      side={side}
      onEdited={onEdited}
    >
      {() => (
        <>
          <BytesField
            name="description"
            label="Name"
            maxBytes={DESCRIPTION_MAX_BYTES}
            hint="Its description is its name in every list."
          />
          <MetadataField what="Anything of yours." />
          <PendingChange definition={policyDefinition} path={ipPolicies.pathOf(policy.id)} latest={latest} />
          {rules}
        </>
      )}
    </ResourceForm>
  );
}
