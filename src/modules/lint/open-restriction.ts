import { factsOf } from "#contract/modules/kinds.ts";
import { isJsonObject, own, type JsonObject } from "#forms/json.ts";
import { opensIn, type Everyone } from "#policy-lab/everyone.ts";
import { everyoneText } from "#policy-lab/lab-text.ts";
import { verdictOf, type RuleLike } from "#policy-lab/verdict.ts";
import { listed, unlessOff, type Facts, type Finding, type KnownIpRules, type LintTarget } from "./facts.ts";

export const RESTRICTION = "ip_restriction";

/** The policies of the IP restriction of an owner, where it is on and the rules are known. */
function policiesOf(owner: JsonObject | undefined, known: KnownIpRules | undefined): unknown[] | null {
  const value = owner ? own(owner, RESTRICTION) : null;
  const on = isJsonObject(value) ? unlessOff(value) : null;
  const names = factsOf(RESTRICTION)?.names;
  if (!on || !known || !names) return null;
  // Ids as they are asked for, or Refs as they are answered.
  const refs = listed(on, names.field, names.answer);
  return refs.map((one) => (isJsonObject(one) ? own(one, "id") : one));
}

function rulesOf(ids: readonly unknown[], { rules }: KnownIpRules): RuleLike[] {
  const all = new Set(ids);
  return rules.filter(({ ip_policy }) => all.has(ip_policy.id));
}

/** Many routes have the same policies. */
const opened = new WeakMap<KnownIpRules, Map<string, Everyone[]>>();

/** What lets everyone past the IP restriction of an owner, where it is on and its rules are known. */
export function opensPast(owner: JsonObject | undefined, known: KnownIpRules | undefined): Everyone[] {
  const ids = policiesOf(owner, known);
  if (!ids || !known) return [];
  const kept = opened.get(known) ?? new Map<string, Everyone[]>();
  opened.set(known, kept);
  const key = ids.join(" ");
  const open = kept.get(key) ?? opensIn(rulesOf(ids, known));
  kept.set(key, open);
  return open;
}

/** Whether the IP restriction of an owner is known to block the operator's own address. */
export function blocks({ modules, ipRules }: Pick<LintTarget, "modules" | "ipRules">): boolean {
  const ids = policiesOf(modules, ipRules);
  return ids !== null && ipRules?.own != null && !verdictOf(rulesOf(ids, ipRules), ipRules.own).allowed;
}

/** An IP restriction whose policies let everyone in: it looks like a guard and is none. */
export function letsEveryoneIn({ modules, ipRules }: Facts): Finding[] {
  const open = opensPast(modules, ipRules);
  if (open.length === 0) return [];
  return [
    {
      severity: "warning",
      title: "IP restriction is open to everyone",
      reason: open.map((one) => everyoneText(one, ipRules?.nameOf)).join(" "),
      module: RESTRICTION,
      field: "ip_policy_ids",
      opens: open.flatMap(({ rules }) => rules),
      of: "owner",
    },
  ];
}
