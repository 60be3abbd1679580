import { lazyPart } from "#ui/lazy-export.ts";

const PreviewNote = lazyPart(() => import("./preview-note.tsx"), "PreviewNote");

type RuleLike = { action: string; cidr: string; ip_policy: { id: string } };

/** What the rules that an IP policy would have would have done to visitors. `rules` may have those of others. */
export function RulesPreview({ policyId, rules }: { policyId: string; rules: readonly RuleLike[] }) {
  const own = rules
    .filter(({ ip_policy }) => ip_policy.id === policyId)
    .map(({ action, cidr }) => ({ action, cidr: cidr.trim() }));
  return <PreviewNote draft={{ ip_policy: { id: policyId, rules: own } }} />;
}
