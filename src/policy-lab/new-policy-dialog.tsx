import { KINDS } from "#resources/kinds.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { useCreated } from "#components/use-created.ts";
import { CreateDialog } from "#components/create-dialog.tsx";
import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { RootScope } from "#forms/field-scope.tsx";
import { useUnread } from "#forms/unread.ts";
import { closedPoliciesQuery } from "#resources/closing.ts";
import { deleteIpPolicy, ipPolicies, type PolicyRow } from "#resources/ip-policies.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { href } from "#resources/paths.ts";
import { removeUnused } from "#resources/remove-made.ts";
import { cidrFault } from "#contract/cidr.ts";
import { tryInToast } from "#components/failure-toast.ts";
import { writtenTexts } from "#resources/texts.ts";
import { useWrites } from "#resources/writes.ts";
import { counted } from "#ui/format.ts";
import { useToast } from "#ui/toast.tsx";
import { CidrField } from "./cidr-field.tsx";
import { draftRule } from "./paste.ts";
import { policyName } from "./policy-names.ts";
import { readRange } from "./range.ts";
import { CONFIRMATION, useRiskCheck } from "./risk-check.tsx";
import { useRuleWrites } from "./rule-writes.ts";

const DEFAULTS = { description: "", cidr: "", metadata: "" };

type Props = {
  onMade: (policy: PolicyRow) => void;
  /** Undo deleted it again. */
  onUndone?: (policy: PolicyRow) => void;
  onClose: () => void;
};

/** {@link NewPolicyDialog} where no rule is being written: it asks for the first one. Import lazily. */
export const NewPolicyWithRule = (props: Props) => <NewPolicyDialog {...props} asksRange />;

/** Creates an IP policy, which has no rules yet. Import lazily. */
export function NewPolicyDialog({
  onMade,
  onUndone,
  onClose,
  asksRange = false,
}: Props & { asksRange?: boolean }) {
  const { create, read } = useWrites(ipPolicies);
  const rules = useRuleWrites();
  const toast = useToast();
  const client = useQueryClient();
  const sayCreated = useCreated();
  return (
    <RootScope>
      <CreateDialog
        of={ipPolicies}
        description="It blocks everyone where it is used, until it has an allow rule."
        defaults={DEFAULTS}
        bodyOf={({ description, metadata }) => writtenTexts({ description, metadata })}
        faultsIn={({ cidr }) => {
          const message = cidr.trim() === "" || readRange(cidr) ? null : cidrFault(cidr.trim());
          return message === null ? [] : [{ path: ["cidr"], message }];
        }}
        create={async (body, { cidr: typed }) => {
          const policy = await create(body);
          const cidr = readRange(typed)?.text;
          const add = cidr && rules.creation({ ip_policy_id: policy.id, action: "allow", cidr });
          // The policy is there: what fails can be tried again in the corner.
          if (add) await tryInToast(toast, () => `add the rule allow ${cidr}`, add);
          return { ...policy, cidr };
        }}
        onMade={({ cidr, ...policy }) => {
          const { id } = policy;
          sayCreated({
            name: `IP policy “${policyName(policy)}”`,
            ...(!cidr && { next: "Add an allow rule next." }),
            remove: async () => {
              const writes = { remove: () => deleteIpPolicy(client, id), read };
              const user = await removeUnused(client, writes, { kind: "ip_restriction", id });
              if (user === null) onUndone?.(policy);
              return user;
            },
            alongOf: async () => {
              const rules = (await client.fetchQuery({ ...ipRules.query, staleTime: 0 })).filter(
                ({ ip_policy }) => ip_policy.id === id,
              );
              return rules.length > (cidr ? 1 : 0) ? counted(rules.length, KINDS.ipPolicyRule.short) : "";
            },
            places: { page: href.ipPolicy(id), around: href.ipPolicies() },
            about: ipPolicies.pathOf(id),
          });
          void client.invalidateQueries(closedPoliciesQuery);
          onMade(policy);
        }}
        onClose={onClose}
      >
        <DescriptionField placeholder="Office and VPN" />
        {asksRange ? (
          <>
            <CidrField name="cidr" label="Allowed range" wire={null} />
            <Risk />
          </>
        ) : null}
        <MetadataField />
      </CreateDialog>
    </RootScope>
  );
}

const NO_RULES: readonly never[] = [];

/** Asks before the first rule opens the policy to everyone. A policy that is not there yet has no ID, and nobody uses it. */
function Risk(): ReactNode {
  const cidr = readRange(String(useWatch({ name: "cidr" }) ?? ""))?.text;
  const after = useMemo(
    () => (cidr === undefined ? NO_RULES : [draftRule({ ip_policy_id: "", action: "allow", cidr })]),
    [cidr],
  );
  const fault = useFormState().errors[CONFIRMATION]?.message;
  const change = { before: NO_RULES, after, nameOf: String };
  const { question, blocked } = useRiskCheck(change, fault as string | undefined);
  useUnread(CONFIRMATION, blocked ?? null);
  return question;
}
