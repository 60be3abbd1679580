import { IpPolicyRuleUpdate, type IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { parse } from "#contract/issues.ts";
import { jsonText, sameJson, type JsonObject } from "#forms/json.ts";
import type { FormDefinition } from "#editing/form-definition.ts";

const show = (value: unknown) =>
  value === "" ? "empty" : typeof value === "string" ? value : jsonText(value);

/** What stands as it came from the service is the service's business, even where the contract would refuse it. */
function check(request: JsonObject, base: JsonObject | null) {
  const changes = changesOf(base ?? {}, request);
  if (Object.keys(changes).length === 0) return [];
  return parse(IpPolicyRuleUpdate, changes).issues ?? [];
}

/** The form of a rule, for the save that checks for conflicts. Action and policy are no fields: no update can change them. */
export const ruleDefinition: FormDefinition = {
  title: "Rule",
  fields: [
    { name: "cidr", label: "Range", show },
    { name: "description", label: "What it is", show },
    { name: "metadata", label: "Metadata", show },
  ],
  defaults: { cidr: "", description: "", metadata: "" },
  toForm: (value) => ({ ...value }),
  toDraft: (form, base) => {
    const request = { ...form, cidr: typeof form["cidr"] === "string" ? form["cidr"].trim() : form["cidr"] };
    return { request, issues: check(request, base) };
  },
  check,
  secrets: [],
};

/** What of a rule its form edits; nothing written is an empty text. */
export function editableOf({ cidr, description, metadata }: IpPolicyRule) {
  return { cidr, description: description ?? "", metadata: metadata ?? "" };
}

/** The request that makes `to` out of `from`: only what differs. */
export function changesOf(from: JsonObject, to: JsonObject): IpPolicyRuleUpdate {
  return Object.fromEntries(Object.entries(to).filter(([name, value]) => !sameJson(from[name], value)));
}
