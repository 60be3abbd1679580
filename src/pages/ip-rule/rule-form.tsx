import { useWrites } from "#resources/writes.ts";
import { useEffect, type ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { ipRules } from "#resources/ip-rules.ts";
import { CopyAs } from "#components/copy-as.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { DESCRIPTION_MAX_BYTES } from "#contract/common.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { BytesField } from "#forms/fields.tsx";
import type { JsonObject } from "#forms/json.ts";
import { ResourceForm } from "#editing/resource-form.tsx";
import type { CheckedWrites } from "#editing/checked-writes.ts";
import { CidrField } from "#policy-lab/cidr-field.tsx";
import { EveryoneNote } from "#policy-lab/everyone-note.tsx";
import { LockoutNote } from "#policy-lab/lockout-note.tsx";
import { changesOf, editableOf, ruleDefinition } from "./rule-definition.ts";

/** Reads a rule past the cache; writes only what differs from what was read. */
function useEditWrites(id: string): CheckedWrites {
  const { read, update } = useWrites(ipRules);
  return {
    read: async () => editableOf(await read(id)),
    write: async (value, over) => editableOf(await update(id, changesOf(over ?? {}, value ?? {}))),
  };
}

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
  const writes = useEditWrites(rule.id);
  return (
    <ResourceForm
      definition={ruleDefinition}
      writes={writes}
      latest={editableOf(rule)}
      name="rule"
      side={side}
      onEdited={onEdited}
    >
      {() => (
        <>
          <Suggestion cidr={suggested} />
          <CidrField name="cidr" />
          <BytesField
            name="description"
            label="What it is"
            maxBytes={DESCRIPTION_MAX_BYTES}
            hint="Whose range it is. It stands beside it in every list."
          />
          <MetadataField lines={4} what="Anything of yours." />
          <Effect rule={rule} siblings={siblings} nameOf={nameOf} />
          <PendingChange rule={rule} />
        </>
      )}
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
  const cidr = String(useWatch({ name: "cidr" }) ?? "");
  if (cidr === rule.cidr) return null;
  const edited = { ...rule, cidr };
  const after = siblings.map((one) => (one.id === rule.id ? edited : one));
  return (
    <>
      <EveryoneNote rules={[edited]} />
      <LockoutNote before={siblings} after={after} nameOf={nameOf} />
    </>
  );
}

/** The request of what was edited, to take along. */
function PendingChange({ rule }: { rule: IpPolicyRule }) {
  const { request } = ruleDefinition.toDraft(useWatch<JsonObject>(), null);
  const body = changesOf(editableOf(rule), request ?? {});
  if (Object.keys(body).length === 0) return null;
  return (
    <div>
      <CopyAs
        label="Copy this change as"
        request={{ method: "PATCH", path: ipRules.pathOf(rule.id), body }}
        json={body}
      />
    </div>
  );
}
