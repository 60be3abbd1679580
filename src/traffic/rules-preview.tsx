import { useMemo } from "react";
import { cidrFault } from "#contract/cidr.ts";
import { lazyPart } from "#ui/lazy-export.ts";

const PreviewNote = lazyPart(() => import("./preview-note.tsx"), "PreviewNote");

type RuleLike = { action: string; cidr: string; ip_policy: { id: string } };

type Props = {
  policyId: string;
  rules: readonly RuleLike[];
  /** What the policy is called, where there is more than one. */
  name?: string | undefined;
};

/**
 * What the rules that an IP policy would have would have done to visitors. `rules` may have those of others. Nothing while
 * none is chosen or one of its ranges is none yet.
 */
export function RulesPreview({ policyId, rules, name }: Props) {
  const own = useMemo(
    () =>
      rules
        .filter(({ ip_policy }) => ip_policy.id === policyId)
        .map(({ action, cidr }) => ({ action, cidr: cidr.trim() })),
    [policyId, rules],
  );
  const isRange = useMemo(() => own.every(({ cidr }) => cidrFault(cidr) === null), [own]);
  if (!policyId || !isRange) return null;
  // What was said of another policy is not true of this one.
  return <PreviewNote key={policyId} draft={{ ip_policy: { id: policyId, rules: own } }} name={name} />;
}
