import { writtenTexts } from "#resources/texts.ts";
import { ipPolicies, type PolicyRow } from "#resources/ip-policies.ts";
import { useWrites } from "#resources/writes.ts";
import { useNavigate } from "react-router-dom";
import { CreateDialog } from "#components/create-dialog.tsx";
import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { policyName } from "#policy-lab/policy-names.ts";
import { href } from "#resources/paths.ts";
import { useToast } from "#ui/toast.tsx";

const DEFAULTS = { description: "", metadata: "" };

/** Makes an IP policy in a dialog over the list, then goes to it, where its rules are added. */
export function Component() {
  const { create } = useWrites(ipPolicies);
  const navigate = useNavigate();
  const toast = useToast();
  const open = (policy: PolicyRow) => {
    toast({ tone: "ok", text: `Policy “${policyName(policy)}” created. Add an allow rule next.` });
    void navigate(href.ipPolicy(policy.id), { replace: true });
  };
  return (
    <CreateDialog
      of={ipPolicies}
      one="policy"
      description="A new policy blocks everyone until you add an allow rule."
      defaults={DEFAULTS}
      bodyOf={writtenTexts}
      create={create}
      onMade={open}
      onClose={() => void navigate(href.ipPolicies())}
    >
      <DescriptionField placeholder="Office and VPN" />
      <MetadataField />
    </CreateDialog>
  );
}
