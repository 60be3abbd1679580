import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { tryInToast } from "#components/failure-toast.ts";
import { useLeaveFirst } from "#components/use-leave-gone.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { sameJson } from "#forms/json.ts";
import { replacedText } from "#policy-lab/lab-text.ts";
import { isPolicyUnknown } from "#policy-lab/policy-names.ts";
import {
  planReplacement,
  replaceRule,
  type ReplacementOutcome,
  type ReplacementPlan,
  type ReplacementStep,
  type ReplacementTarget,
} from "#policy-lab/replacement.ts";
import { aboutRule, useRuleWrites } from "#policy-lab/rule-writes.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { href } from "#resources/paths.ts";
import { replacedHere } from "#resources/replaced-here.ts";
import { writesOf } from "#resources/writes.ts";
import { useToast } from "#ui/toast.tsx";

/** Runs a replacement; one that is done closes the dialog, which leads on to the new rule, and offers the way back. */
export function useReplacement(nameOf: (policyId: string) => string, close: () => void) {
  const writes = useRuleWrites();
  const toast = useToast();
  const leaveFirst = useLeaveFirst();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [stale, setStale] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
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
      if (!leadOn) return offerUndo([rule, made], done, again);
      const restored = await (rest ?? goBack)().catch((error: unknown) => {
        leadOn(href.ipRule(made.id));
        throw error;
      });
      if (!restored) {
        leadOn(href.ipRule(first.id));
        return toast({ tone: "bad", text: `Not undone: ${made.action} ${made.cidr} was changed since.` });
      }
      replacedHere.set(made.id, restored.id);
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

  /** In place of what was said of the rule that is gone, until the new one is another. */
  const offerUndo = (rules: IpPolicyRule[], text: string, onSelect: () => void) =>
    toast({ tone: "ok", text, about: rules.map(aboutRule), action: { label: "Undo", onSelect } });

  const replace = async (plan: ReplacementPlan) => {
    setBusy(true);
    const result = await start(plan);
    setBusy(false);
    setStep(null);
    setStale(result === null);
    if (!result) return;
    // Told at its field, where another one is chosen.
    if (result.state === "unchanged" && isPolicyUnknown(result.error)) {
      setRefused(plan.body.ip_policy_id);
      return;
    }
    if (result.state !== "done") {
      setOutcome(result);
      return;
    }
    const { created } = result;
    replacedHere.set(plan.rule.id, created.id);
    close();
    const done = replacedText(plan, nameOf);
    offerUndo([plan.rule, created], done, undoOf(created, plan, done));
  };
  return { busy, stale, refused, step, outcome, replace, back: () => setOutcome(null), setOutcome };
}
