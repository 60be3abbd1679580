import { factsOf } from "#contract/modules/kinds.ts";
import { isJsonObject, own, type JsonObject } from "#forms/json.ts";
import { opensIn, type Everyone } from "#policy-lab/everyone.ts";
import { everyoneText } from "#policy-lab/lab-text.ts";
import { listed, unlessOff, type Facts, type Finding, type KnownIpRules } from "./facts.ts";

export const RESTRICTION = "ip_restriction";

/** What lets everyone past the IP restriction of an owner, where it is on and its rules are known. */
export function opensPast(owner: JsonObject | undefined, known: KnownIpRules | undefined): Everyone[] {
  const value = owner ? own(owner, RESTRICTION) : null;
  const on = isJsonObject(value) ? unlessOff(value) : null;
  const names = factsOf(RESTRICTION)?.names;
  if (!on || !known || !names) return [];
  // Ids as they are asked for, or Refs as they are answered.
  const refs = listed(on, names.field, names.answer);
  const ids = new Set(refs.map((one) => (isJsonObject(one) ? own(one, "id") : one)));
  return opensIn(known.rules.filter(({ ip_policy }) => ids.has(ip_policy.id)));
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
