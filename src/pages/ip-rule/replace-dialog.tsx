import { writesOf } from "#resources/writes.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { tryInToast } from "#components/failure-toast.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { useLeaveFirst } from "#components/use-leave-gone.ts";
import { href } from "#resources/paths.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { sameJson } from "#forms/json.ts";
import { replacedText } from "#policy-lab/lab-text.ts";
import { useEveryoneCheck } from "#policy-lab/everyone-check.tsx";
import { LockoutNote } from "#policy-lab/lockout-note.tsx";
import { policyFault, usePolicyNames } from "#policy-lab/policy-names.ts";
import { PolicySelect } from "#policy-lab/policy-select.tsx";
import {
  planReplacement,
  replaceRule,
  type ReplacementOutcome,
  type ReplacementPlan,
  type ReplacementStep,
  type ReplacementTarget,
} from "#policy-lab/replacement.ts";
import { useRuleWrites } from "#policy-lab/rule-writes.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Note } from "#ui/note.tsx";
import { Segmented } from "#ui/segmented.tsx";
import { useToast } from "#ui/toast.tsx";
import { ReplaceOutcome } from "./replace-outcome.tsx";
import { ReplacePlan } from "./replace-plan.tsx";

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
  const { busy, stale, step, outcome, replace, back } = useReplacement(nameOf);
  const fault = policyFault(to.ip_policy_id);
  const { plan, obstacle } = useMemo(() => planReplacement(rule, to, rules), [rule, to, rules]);
  const then = useMemo(() => (plan ? after(rules, plan) : rules), [rules, plan]);
  const { question, blocked } = useEveryoneCheck(rules, then);
  const navigate = useNavigate();
  const leave = () => {
    if (outcome?.state === "compensated" && outcome.rule.id !== rule.id)
      void navigate(href.ipRule(outcome.rule.id), { replace: true });
    else onClose();
  };
  return (
    <Dialog
      onClose={() => (busy ? undefined : leave())}
      dismissible={!busy}
      width="lg"
      title={`Change action or policy of ${rule.cidr}`}
      description="A new rule with a new ID replaces this one."
      footer={
        outcome ? (
          <>
            {outcome.state === "unchanged" ? <Button onClick={back}>Back</Button> : null}
            <Button onClick={leave}>Close</Button>
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
        <ReplaceOutcome rule={rule} outcome={outcome} nameOf={nameOf} />
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
                onChange={(ip_policy_id) => setTo({ ...to, ip_policy_id })}
              />
              {fault === null ? null : (
                <p id={`${id}-fault`} className="text-xs text-danger">
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
              {question}
              <LockoutNote before={rules} after={then} nameOf={nameOf} />
            </>
          ) : (
            <p className="text-content-muted">{obstacle.reason}</p>
          )}
        </>
      )}
    </Dialog>
  );
}

/** Runs a replacement; one that is done closes the dialog and offers the way back. */
function useReplacement(nameOf: (policyId: string) => string) {
  const writes = useRuleWrites();
  const toast = useToast();
  const navigate = useNavigate();
  const leaveFirst = useLeaveFirst();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [stale, setStale] = useState(false);
  const [step, setStep] = useState<ReplacementStep | null>(null);
  const [outcome, setOutcome] = useState<ReplacementOutcome | null>(null);

  /** Sends nothing when the rule is not what the plan was made of any more: the new one would lose what was changed. */
  const start = async (plan: ReplacementPlan): Promise<ReplacementOutcome | null> => {
    try {
      if (!sameJson(await writesOf(client, ipRules).read(plan.rule.id), plan.rule)) return null;
    } catch (error) {
      return { state: "unchanged", error };
    }
    return replaceRule(plan, writes, setStep);
  };

  /** The way back, for a message; asked before it leaves what was typed, and offered again where one stays. */
  const undoOf = (first: IpPolicyRule, { rule }: ReplacementPlan, done: string) => {
    const to = { action: rule.action as ReplacementTarget["action"], ip_policy_id: rule.ip_policy.id };
    let made = first;
    let tried = "undo the replacement";
    /** The one request that is left to do where half of it was done and could not be taken back. */
    let rest: (() => Promise<IpPolicyRule>) | null = null;
    const act = async () => {
      const leadOn = await leaveFirst(href.ipRule(first.id), href.ipRules());
      if (!leadOn) return offerUndo(done, again);
      const restored = await (rest ?? goBack)().catch((error: unknown) => {
        leadOn(href.ipRule(made.id));
        throw error;
      });
      if (!restored) {
        leadOn(href.ipRule(first.id));
        return toast({ tone: "bad", text: `Not undone: ${made.action} ${made.cidr} was changed since.` });
      }
      toast({ tone: "ok", text: `Undone: ${rule.action} ${restored.cidr} restored with a new ID` });
      return leadOn(href.ipRule(restored.id));
    };
    const goBack = async () => {
      const { plan } = planReplacement(made, to, []);
      const back = plan ? await start(plan) : null;
      if (!plan || !back) return null;
      if (back.state === "done") return back.created;
      if (back.state === "compensated") made = back.rule;
      if (back.state === "stuck") {
        const { created } = back;
        tried = created ? `delete ${made.action} ${made.cidr}` : `restore ${rule.action} ${rule.cidr}`;
        rest = created ? () => writes.remove(made.id).then(() => created) : writes.creation(plan.body);
      }
      throw back.error;
    };
    const again = () => void tryInToast(toast, () => tried, act);
    return again;
  };

  const offerUndo = (text: string, onSelect: () => void) =>
    toast({ tone: "ok", text, action: { label: "Undo", onSelect } });

  const replace = async (plan: ReplacementPlan) => {
    setBusy(true);
    const result = await start(plan);
    setBusy(false);
    setStep(null);
    setStale(result === null);
    if (!result) return;
    if (result.state !== "done") {
      setOutcome(result);
      return;
    }
    const { created } = result;
    void navigate(href.ipRule(created.id), { replace: true });
    const done = replacedText(plan, nameOf);
    offerUndo(done, undoOf(created, plan, done));
  };
  return { busy, stale, step, outcome, replace, back: () => setOutcome(null) };
}
