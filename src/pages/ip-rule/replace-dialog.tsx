import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { ipRules } from "#resources/ip-rules.ts";
import { href } from "#resources/paths.ts";
import { replacedHere } from "#resources/replaced-here.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { CidrText } from "#policy-lab/cidr-text.tsx";
import { overruledText } from "#policy-lab/lab-text.ts";
import { useRiskCheck } from "#policy-lab/risk-check.tsx";
import {
  DELETED_POLICY,
  policyFault,
  UNKNOWN_POLICY,
  useDeletedPolicy,
  usePolicyNames,
} from "#policy-lab/policy-names.ts";
import { PolicySelect } from "#policy-lab/policy-select.tsx";
import { planReplacement, type ReplacementPlan, type ReplacementTarget } from "#policy-lab/replacement.ts";
import { RulesPreview } from "#traffic/rules-preview.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Note } from "#ui/note.tsx";
import { Segmented } from "#ui/segmented.tsx";
import { ReplaceOutcome } from "./replace-outcome.tsx";
import { ReplacePlan } from "./replace-plan.tsx";
import { useReplacement } from "./use-replacement.ts";

const ACTIONS: { value: ReplacementTarget["action"]; label: string }[] = [
  { value: "allow", label: "Allow" },
  { value: "deny", label: "Deny" },
];
const NO_RULES: readonly IpPolicyRule[] = [];

/** The rules after a replacement, for the check whether it locks the operator out. */
function after(rules: readonly IpPolicyRule[], { rule, body }: ReplacementPlan): IpPolicyRule[] {
  const moved = { ...rule, action: body.action, ip_policy: { ...rule.ip_policy, id: body.ip_policy_id } };
  return rules.map((one) => (one.id === rule.id ? moved : one));
}

/** Gives a rule another action or policy by a new rule in its place, after saying in which order and why. Import lazily. */
export function ReplaceDialog({ rule, onClose }: { rule: IpPolicyRule; onClose: () => void }) {
  const id = useId();
  const { nameOf } = usePolicyNames();
  const { data: rules = NO_RULES } = useQuery(ipRules.query);
  const [to, setTo] = useState<ReplacementTarget>({
    action: rule.action as ReplacementTarget["action"],
    ip_policy_id: rule.ip_policy.id,
  });
  const { busy, stale, refused, step, outcome, replace, back, setOutcome } = useReplacement(nameOf, onClose);
  const isStuck = outcome?.state === "stuck";
  const deleted = useDeletedPolicy(to.ip_policy_id);
  const gone =
    deleted !== null
      ? DELETED_POLICY
      : refused === to.ip_policy_id
        ? `${UNKNOWN_POLICY}. Nothing was changed.`
        : null;
  const fault = gone ?? policyFault(to.ip_policy_id);
  const { plan, obstacle } = useMemo(() => planReplacement(rule, to, rules), [rule, to, rules]);
  const then = useMemo(() => (plan ? after(rules, plan) : rules), [rules, plan]);
  const made = then.find(({ id }) => id === rule.id);
  const overruled = made ? overruledText(made, then) : null;
  const { question, blocked } = useRiskCheck({ before: rules, after: then, nameOf });
  const navigate = useNavigate();
  const leave = () => {
    // The page of a rule that is gone has nothing to say.
    if (isStuck && outcome.missing) return void navigate(href.ipPolicy(rule.ip_policy.id), { replace: true });
    if (outcome?.state === "compensated" && outcome.rule.id !== rule.id)
      replacedHere.set(rule.id, outcome.rule.id);
    return onClose();
  };
  return (
    <Dialog
      onClose={() => (busy || isStuck ? undefined : leave())}
      dismissible={!busy && !isStuck}
      width="lg"
      title={`Change action or policy of ${rule.cidr}`}
      description="A new rule with a new ID replaces this one."
      footer={
        outcome ? (
          <>
            {outcome.state === "unchanged" ? <Button onClick={back}>Back</Button> : null}
            <Button onClick={leave}>{isStuck ? "Leave it as it is" : "Close"}</Button>
          </>
        ) : (
          <>
            <Button disabledReason={busy ? "Waiting for the service" : undefined} onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant="primary"
              busy={busy}
              disabledReason={fault ?? obstacle?.reason ?? blocked}
              onClick={() => {
                if (plan) void replace(plan);
              }}
            >
              Replace rule
            </Button>
          </>
        )
      }
    >
      {outcome ? (
        <ReplaceOutcome rule={rule} outcome={outcome} nameOf={nameOf} onSettled={setOutcome} />
      ) : (
        <>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <div className="grid justify-items-start gap-1">
              <span className="font-strong">Action</span>
              <Segmented
                label="Action"
                options={ACTIONS}
                value={to.action}
                onChange={(action) => setTo({ ...to, action })}
              />
            </div>
            <div className="grid gap-1">
              <label htmlFor={id} className="font-strong">
                Policy
              </label>
              <PolicySelect
                id={id}
                aria-invalid={fault !== null}
                aria-describedby={fault === null ? undefined : `${id}-fault`}
                value={to.ip_policy_id}
                deleted={deleted}
                onChange={(ip_policy_id) => setTo({ ...to, ip_policy_id })}
              />
              {fault === null ? null : (
                <p
                  id={`${id}-fault`}
                  role={gone === null ? undefined : "alert"}
                  className="text-xs text-danger"
                >
                  {fault}
                </p>
              )}
            </div>
          </div>
          {stale ? (
            <Note tone="warn">
              Someone changed this rule just now. Nothing was replaced; check it and try again.
            </Note>
          ) : null}
          {fault !== null ? null : plan ? (
            <>
              <ReplacePlan plan={plan} nameOf={nameOf} step={step} />
              {overruled === null ? null : (
                <Note tone="warn">
                  <CidrText>{overruled}</CidrText>
                </Note>
              )}
              {question}
              {[...new Set([rule.ip_policy.id, to.ip_policy_id])].map((one, _, both) => (
                <RulesPreview
                  key={one}
                  policyId={one}
                  rules={then}
                  name={both.length > 1 ? nameOf(one) : undefined}
                />
              ))}
            </>
          ) : (
            <p className="text-content-muted">{obstacle.reason}</p>
          )}
        </>
      )}
    </Dialog>
  );
}
