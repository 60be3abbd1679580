import { useNavigate } from "react-router-dom";
import { useCloseToList } from "#components/use-close-to-list.ts";
import { NewPolicyWithRule } from "#policy-lab/new-policy-dialog.tsx";
import { href } from "#resources/paths.ts";

/** Makes an IP policy in a dialog over the list, then goes to it, where its rules are added. */
export function Component() {
  const navigate = useNavigate();
  const close = useCloseToList();
  return (
    <NewPolicyWithRule
      onMade={({ id }) => void navigate(href.ipPolicy(id), { replace: true })}
      onClose={close}
    />
  );
}
