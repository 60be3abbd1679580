import * as z from "zod/mini";
import { byteText } from "../common.ts";
import { Enabled, EnabledAnswer, filledText } from "./fields.ts";
import { contract, withoutNull } from "./module-contract.ts";

/** At most this many rules a direction; the family has a bound it does not publish (protocol-facts.md#policies, 7195). */
const POLICY_RULES_MAX = 100;

/** The longest name of a rule. */
export const RULE_NAME_MAX_BYTES = 255;

/** The longest expression. */
export const EXPRESSION_MAX_BYTES = 8_192;

const Action = z.strictObject({
  type: filledText(255).check(
    z.regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, "must be the name of an action. Example: custom-response"),
  ),
  config: z.nullish(z.record(z.string(), z.unknown())),
});

const Rule = z.strictObject({
  /** CEL texts that must all be true. */
  expressions: z.nullish(z.array(filledText(EXPRESSION_MAX_BYTES))),
  actions: z.nullish(z.array(Action)),
  name: z.nullish(byteText(RULE_NAME_MAX_BYTES)),
});
type Rule = z.infer<typeof Rule>;

const rules = z.nullish(
  z.union([
    Rule,
    z.array(Rule).check(z.maxLength(POLICY_RULES_MAX, `must have at most ${POLICY_RULES_MAX} rules`)),
  ]),
);

/**
 * PUT …/policies, also at …/policy (api.md#policies). Each direction may be one object or a list of them, and is
 * answered in the shape it came in (decisions/contract/one-or-list.md).
 */
const PoliciesRequest = z.strictObject({ enabled: Enabled, inbound: rules, outbound: rules });

const RuleAnswer = z.looseObject({
  expressions: z.nullish(z.array(z.string())),
  actions: z.nullish(
    z.array(
      z.looseObject({
        type: z.nullish(z.string()),
        config: z.nullish(z.record(z.string(), z.unknown())),
      }),
    ),
  ),
  name: z.nullish(z.string()),
});
type RuleAnswer = z.infer<typeof RuleAnswer>;

const rulesAnswer = z.nullish(z.union([RuleAnswer, z.array(RuleAnswer)]));

const Policies = z.looseObject({
  enabled: EnabledAnswer,
  inbound: rulesAnswer,
  outbound: rulesAnswer,
});

/** Maps one object or a list of them, keeping the shape. Unset is null. */
function inShape<T extends object, R>(
  value: T | T[] | null | undefined,
  map: (entry: T) => R,
): R | R[] | null {
  if (value === null || value === undefined) return null;
  return Array.isArray(value) ? value.map(map) : map(value);
}

function ruleAnswer({ expressions, actions, name }: Rule): RuleAnswer {
  return {
    expressions: expressions ?? [],
    actions: (actions ?? []).map(({ type, config }) => ({ type, config: config ?? null })),
    ...withoutNull({ name }, ["name"]),
  };
}

export const policiesContract = contract({
  kind: "policies",
  alias: "policy",
  owners: ["route", "tlsEdge", "tcpEdge"],
  title: "Policies",
  purpose: "Rules for traffic in and out",
  group: "Traffic",
  role: "shape",
  readsTraffic: true,
  contents: ["inbound", "outbound"],
  request: PoliciesRequest,
  answer: Policies,
  toAnswer: ({ inbound, outbound }) => ({
    inbound: inShape(inbound, ruleAnswer),
    outbound: inShape(outbound, ruleAnswer),
  }),
  example: {
    enabled: true,
    inbound: {
      name: "Only GET",
      expressions: ["req.Method != 'GET'"],
      actions: [{ type: "deny", config: { status_code: 405 } }],
    },
    outbound: { expressions: [], actions: [{ type: "log" }], name: "Log all" },
  },
});
