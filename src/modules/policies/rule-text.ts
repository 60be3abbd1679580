import { isJsonObject, own, valueAt } from "#forms/json.ts";
import { counted } from "#ui/format.ts";

/** One rule or a list of them as a list (decisions/contract/one-or-list.md). What is no rule is left out. */
export function rulesOf(value: unknown) {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isJsonObject);
}

/** A direction in words: "2 rules: Only GET (deny); Log all (log)". */
export function describeRules(value: unknown): string {
  const rules = rulesOf(value);
  const named = rules.map((rule, index) => {
    const name = own(rule, "name");
    const types = actionTypes(rule).join(", ");
    const title = typeof name === "string" && name !== "" ? name : `rule ${index + 1}`;
    return types ? `${title} (${types})` : title;
  });
  return named.length === 0 ? "none" : `${counted(rules.length, "rule")}: ${named.join("; ")}`;
}

function actionTypes(rule: { [member: string]: unknown }): string[] {
  const actions = own(rule, "actions");
  return (Array.isArray(actions) ? (actions as unknown[]) : []).flatMap((action) => {
    const type = valueAt(action, ["type"]);
    return typeof type === "string" && type !== "" ? [type] : [];
  });
}
