import { useWrites } from "#resources/writes.ts";
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { ipPolicies, type PolicyRow } from "#resources/ip-policies.ts";
import { CopyAs } from "#components/copy-as.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { DESCRIPTION_MAX_BYTES } from "#contract/common.ts";
import { BytesField } from "#forms/fields.tsx";
import type { JsonObject } from "#forms/json.ts";
import { ResourceForm } from "#editing/resource-form.tsx";
import type { CheckedWrites } from "#editing/checked-writes.ts";
import { changesOf, editableOf, policyDefinition } from "./policy-definition.ts";

/** Reads a policy past the cache; writes only what differs from what was read. */
function usePolicyWrites(id: string): CheckedWrites {
  const { read, update } = useWrites(ipPolicies);
  return {
    read: async () => editableOf(await read(id)),
    write: async (value, over) => editableOf(await update(id, changesOf(over ?? {}, value ?? {}))),
  };
}

type Props = { policy: PolicyRow; rules: ReactNode; side: ReactNode; onEdited: (edited: boolean) => void };

/** Name and metadata of a policy, with its rules below. Mount it with the policy's id as `key`. */
export function PolicyForm({ policy, rules, side, onEdited }: Props) {
  return (
    <ResourceForm
      definition={policyDefinition}
      writes={usePolicyWrites(policy.id)}
      latest={editableOf(policy)}
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
          <PendingChange policy={policy} />
          {rules}
        </>
      )}
    </ResourceForm>
  );
}

/** The request of what was edited, to take along. */
function PendingChange({ policy }: { policy: PolicyRow }) {
  const body = changesOf(editableOf(policy), useWatch<JsonObject>());
  if (Object.keys(body).length === 0) return null;
  return (
    <div>
      <CopyAs
        label="Copy this change as"
        request={{ method: "PATCH", path: ipPolicies.pathOf(policy.id), body }}
        json={body}
      />
    </div>
  );
}
