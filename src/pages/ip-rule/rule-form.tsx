import { useEffect, type ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { ipRules } from "#resources/ip-rules.ts";
import { MetadataField } from "#components/metadata-field.tsx";
import { DESCRIPTION_MAX_BYTES } from "#contract/common.ts";
import { IpPolicyRuleUpdate, type IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { parse } from "#contract/issues.ts";
import { BytesField } from "#forms/fields.tsx";
import type { JsonObject } from "#forms/json.ts";
import { ResourceForm } from "#editing/resource-form.tsx";
import { changesOf, PendingChange, plainDefinition, usePlainWrites } from "#editing/plain-form.tsx";
import { CidrField } from "#policy-lab/cidr-field.tsx";
import { EveryoneNote } from "#policy-lab/everyone-note.tsx";
import { LockoutNote } from "#policy-lab/lockout-note.tsx";

/** What stands as it came from the service is the service's business, even where the contract would refuse it. */
function check(request: JsonObject, base: JsonObject | null) {
  const changes = changesOf(base ?? {}, request);
  if (Object.keys(changes).length === 0) return [];
  return parse(IpPolicyRuleUpdate, changes).issues ?? [];
}

/** Action and policy are no fields: no update can change them. */
const ruleDefinition = plainDefinition({
  title: "Rule",
  labels: { cidr: "Range", description: "What it is", metadata: "Metadata" },
  check,
  requestOf: ({ cidr, ...rest }) => ({ cidr: typeof cidr === "string" ? cidr.trim() : cidr, ...rest }),
});

const editableOf = ({ cidr, description, metadata }: IpPolicyRule) => ({
  cidr,
  description: description ?? "",
  metadata: metadata ?? "",
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
  const latest = editableOf(rule);
  return (
    <ResourceForm
      definition={ruleDefinition}
      writes={usePlainWrites(ipRules, rule.id, editableOf)}
      latest={latest}
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
          <PendingChange definition={ruleDefinition} path={ipRules.pathOf(rule.id)} latest={latest} />
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
