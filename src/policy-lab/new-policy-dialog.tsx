import { useQueryClient } from "@tanstack/react-query";
import { CreateDialog } from "#components/create-dialog.tsx";
import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { RootScope } from "#forms/field-scope.tsx";
import { closedPoliciesQuery } from "#resources/closing.ts";
import { ipPolicies, type PolicyRow } from "#resources/ip-policies.ts";
import { writtenTexts } from "#resources/texts.ts";
import { useWrites } from "#resources/writes.ts";
import { useToast } from "#ui/toast.tsx";
import { policyName } from "./policy-names.ts";

const DEFAULTS = { description: "", metadata: "" };

type Props = { onMade: (policy: PolicyRow) => void; onClose: () => void };

/** Creates an IP policy, which has no rules yet. Import lazily. */
export function NewPolicyDialog({ onMade, onClose }: Props) {
  const { create } = useWrites(ipPolicies);
  const toast = useToast();
  const client = useQueryClient();
  return (
    <RootScope>
      <CreateDialog
        of={ipPolicies}
        one="policy"
        description="A new policy blocks everyone until you add an allow rule."
        defaults={DEFAULTS}
        bodyOf={writtenTexts}
        create={create}
        onMade={(policy) => {
          toast({
            tone: "ok",
            text: `Policy “${policyName(policy)}” created. Add an allow rule next.`,
            about: ipPolicies.pathOf(policy.id),
          });
          void client.invalidateQueries(closedPoliciesQuery);
          onMade(policy);
        }}
        onClose={onClose}
      >
        <DescriptionField placeholder="Office and VPN" />
        <MetadataField />
      </CreateDialog>
    </RootScope>
  );
}
