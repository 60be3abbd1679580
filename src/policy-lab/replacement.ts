import type { IpPolicyRule, IpPolicyRuleCreate } from "#contract/ip-policy-rule.ts";
import { sameRange } from "./range.ts";
import { rangeOf } from "./verdict.ts";

type Action = IpPolicyRuleCreate["action"];
export type ReplacementTarget = { action: Action; ip_policy_id: string };

/**
 * How a rule gets another action or policy, which no update can give it (api.md#ip-policy-rules): by a new rule in its
 * place.
 *
 * - create-first, to another policy: until the old rule is gone both policies have it. Deleting first would let in for a
 *   moment what a deny keeps out, on a route that joins both policies, or cut off whom an allow lets in.
 * - delete-first, within the policy: a policy holds a range once (protocol-facts.md#ip-policies, 1408), so there is no other way. It opens
 *   nothing: without the rule, every address has its old or its new verdict.
 */
export type ReplacementPlan = {
  order: "create-first" | "delete-first";
  rule: IpPolicyRule;
  body: IpPolicyRuleCreate;
};

/** What stands in the way, in words; null when nothing does. */
export type Obstacle = { reason: string; rule?: IpPolicyRule };

/** The plan, or why there is none. `rules` are all that are known. */
export function planReplacement(
  rule: IpPolicyRule,
  to: ReplacementTarget,
  rules: readonly IpPolicyRule[],
): { plan: ReplacementPlan; obstacle: null } | { plan: null; obstacle: Obstacle } {
  const moves = to.ip_policy_id !== rule.ip_policy.id;
  if (!moves && to.action === rule.action) return none("Choose another action or policy");
  const range = rangeOf(rule);
  if (!range) return none("The range can’t be read. Correct it first.");
  const holder = rules.find((one) => {
    const other = one.id !== rule.id && one.ip_policy.id === to.ip_policy_id ? rangeOf(one) : null;
    return other !== null && sameRange(other, range);
  });
  if (holder) {
    return none(
      `That policy already has ${range.text} as ${holder.action}. Edit or delete that rule.`,
      holder,
    );
  }
  const body: IpPolicyRuleCreate = {
    cidr: range.text,
    ...to,
    ...(rule.description ? { description: rule.description } : {}),
    ...(rule.metadata ? { metadata: rule.metadata } : {}),
  };
  return { plan: { order: moves ? "create-first" : "delete-first", rule, body }, obstacle: null };
}

function none(reason: string, rule?: IpPolicyRule): { plan: null; obstacle: Obstacle } {
  return { plan: null, obstacle: rule ? { reason, rule } : { reason } };
}

/** The request that makes the old rule again. */
export function restoring(rule: IpPolicyRule): IpPolicyRuleCreate {
  return {
    cidr: rangeOf(rule)?.text ?? rule.cidr,
    action: rule.action as Action,
    ip_policy_id: rule.ip_policy.id,
    ...(rule.description ? { description: rule.description } : {}),
    ...(rule.metadata ? { metadata: rule.metadata } : {}),
  };
}

/** The two requests a replacement is made of. Each rejects only when what it was asked for did not happen. */
export type RuleWrites = {
  create: (body: IpPolicyRuleCreate) => Promise<IpPolicyRule>;
  remove: (id: string) => Promise<unknown>;
};

export type ReplacementStep = "create" | "delete" | "compensate";

/**
 * - done: the new rule stands in the old one's place
 * - unchanged: the first step failed
 * - compensated: the second step failed and the first was taken back; `rule` is the old rule, of another id if it was made anew
 * - stuck: taking back failed too; `created` and `rule` are what is there now, `missing` the request that would bring back
 *   the old rule
 */
export type ReplacementOutcome =
  | { state: "done"; created: IpPolicyRule }
  | { state: "unchanged"; error: unknown }
  | { state: "compensated"; error: unknown; rule: IpPolicyRule }
  | {
      state: "stuck";
      error: unknown;
      compensation: unknown;
      created: IpPolicyRule | null;
      rule: IpPolicyRule | null;
      missing: IpPolicyRuleCreate | null;
    };

/** Does it step by step; a failed second step takes the first one back. Never rejects. */
export async function replaceRule(
  { order, rule, body }: ReplacementPlan,
  writes: RuleWrites,
  onStep: (step: ReplacementStep) => void = () => undefined,
): Promise<ReplacementOutcome> {
  const create = () => {
    onStep("create");
    return writes.create(body);
  };
  const remove = () => {
    onStep("delete");
    return writes.remove(rule.id);
  };
  if (order === "create-first") {
    const made = await settle(create());
    if ("error" in made) return { state: "unchanged", error: made.error };
    const removed = await settle(remove());
    if (!("error" in removed)) return { state: "done", created: made.value };
    onStep("compensate");
    const back = await settle(writes.remove(made.value.id));
    if (!("error" in back)) return { state: "compensated", error: removed.error, rule };
    return {
      state: "stuck",
      error: removed.error,
      compensation: back.error,
      created: made.value,
      rule,
      missing: null,
    };
  }
  const removed = await settle(remove());
  if ("error" in removed) return { state: "unchanged", error: removed.error };
  const made = await settle(create());
  if (!("error" in made)) return { state: "done", created: made.value };
  onStep("compensate");
  const missing = restoring(rule);
  const back = await settle(writes.create(missing));
  if (!("error" in back)) return { state: "compensated", error: made.error, rule: back.value };
  return { state: "stuck", error: made.error, compensation: back.error, created: null, rule: null, missing };
}

async function settle<T>(work: Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await work };
  } catch (error) {
    return { error };
  }
}
