import { factsOf } from "#contract/modules/kinds.ts";
import { isJsonObject, own, type JsonObject } from "#forms/json.ts";
import { opensIn, type Everyone } from "#policy-lab/everyone.ts";
import { everyoneText } from "#policy-lab/lab-text.ts";
import { verdictOf, type RuleLike } from "#policy-lab/verdict.ts";
import { listed, unlessOff, type Facts, type Finding, type KnownIpRules, type LintTarget } from "./facts.ts";

export const RESTRICTION = "ip_restriction";

/** The rules of the IP restriction of an owner, where it is on and they are known. */
function rulesOf(owner: JsonObject | undefined, known: KnownIpRules | undefined): RuleLike[] | null {
  const value = owner ? own(owner, RESTRICTION) : null;
  const on = isJsonObject(value) ? unlessOff(value) : null;
  const names = factsOf(RESTRICTION)?.names;
  if (!on || !known || !names) return null;
  // Ids as they are asked for, or Refs as they are answered.
  const refs = listed(on, names.field, names.answer);
  const ids = new Set(refs.map((one) => (isJsonObject(one) ? own(one, "id") : one)));
  return known.rules.filter(({ ip_policy }) => ids.has(ip_policy.id));
}

/** What lets everyone past the IP restriction of an owner, where it is on and its rules are known. */
export const opensPast = (owner: JsonObject | undefined, known: KnownIpRules | undefined): Everyone[] =>
  opensIn(rulesOf(owner, known) ?? []);

/** Whether the IP restriction of an owner is known to block the operator's own address. */
export function blocks({ modules, ipRules }: Pick<LintTarget, "modules" | "ipRules">): boolean {
  const rules = rulesOf(modules, ipRules);
  return rules !== null && ipRules?.own != null && !verdictOf(rules, ipRules.own).allowed;
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
      opens: true,
      of: "owner",
    },
  ];
}
