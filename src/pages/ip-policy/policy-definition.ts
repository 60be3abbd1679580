import type { PolicyRow } from "#resources/ip-policies.ts";
import { IpPolicyUpdate } from "#contract/ip-policy.ts";
import { parse } from "#contract/issues.ts";
import { jsonText, sameJson, type JsonObject } from "#forms/json.ts";
import type { FormDefinition } from "#editing/form-definition.ts";

const show = (value: unknown) =>
  value === "" ? "empty" : typeof value === "string" ? value : jsonText(value);
const check = (request: JsonObject) => parse(IpPolicyUpdate, request).issues ?? [];

/** The form of an IP policy, for the save that checks for conflicts. */
export const policyDefinition: FormDefinition = {
  title: "IP policy",
  fields: [
    { name: "description", label: "Name", show },
    { name: "metadata", label: "Metadata", show },
  ],
  defaults: { description: "", metadata: "" },
  toForm: (value) => ({ ...value }),
  toDraft: (form) => ({ request: { ...form }, issues: check(form) }),
  check,
  secrets: [],
};

/** What of a policy its form edits; nothing written is an empty text. */
export function editableOf({ description, metadata }: PolicyRow) {
  return { description: description ?? "", metadata: metadata ?? "" };
}

/** The request that makes `to` out of `from`: only what differs. */
export function changesOf(from: JsonObject, to: JsonObject): IpPolicyUpdate {
  return Object.fromEntries(Object.entries(to).filter(([name, value]) => !sameJson(from[name], value)));
}
