import { CopyAs } from "#components/copy-as.tsx";
import { CidrText } from "#policy-lab/cidr-text.tsx";
import type { ReplacementPlan, ReplacementStep } from "#policy-lab/replacement.ts";
import { replacementWords } from "#policy-lab/lab-text.ts";
import { Icon } from "#ui/icon.tsx";

type Props = {
  plan: ReplacementPlan;
  nameOf: (id: string) => string;
  /** The step under way. */
  step: ReplacementStep | null;
};

/** What a replacement will do, in which order and why, and what happens when the second step fails. */
export function ReplacePlan({ plan, nameOf, step }: Props) {
  const names = { from: nameOf(plan.rule.ip_policy.id), to: nameOf(plan.body.ip_policy_id) };
  const { steps, why, failure } = replacementWords(plan, names);
  const order: ReplacementStep[] =
    plan.order === "create-first" ? ["create", "delete"] : ["delete", "create"];
  return (
    <section aria-label="What will happen" className="grid gap-2 rounded-md bg-surface-sunken p-3">
      <ol className="grid gap-1">
        {steps.map((words, index) => (
          <li key={words} className="flex items-start gap-2">
            {step === order[index] ? (
              <Icon name="run" spin className="mt-0.5 text-accent-text" />
            ) : (
              <span className="w-4 text-center font-strong">{index + 1}</span>
            )}
            <span className="min-w-0">
              <CidrText>{words}</CidrText>
            </span>
          </li>
        ))}
      </ol>
      <p className="text-xs text-content-muted">
        {why} {failure}
      </p>
      {step === "compensate" ? (
        <output className="flex items-center gap-2">
          <Icon name="run" spin className="text-accent-text" />
          Step 2 failed. Rolling back…
        </output>
      ) : null}
      <div>
        <CopyAs
          label="Copy the new rule as"
          request={{ method: "POST", path: "/ip_policy_rules", body: plan.body }}
          json={plan.body}
          terraform="ngrok_ip_policy_rule"
        />
      </div>
    </section>
  );
}
