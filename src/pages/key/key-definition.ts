import { ApiKeyUpdate, type ApiKey } from "#contract/api-key.ts";
import { parse } from "#contract/issues.ts";
import { jsonText, sameJson, type JsonObject } from "#forms/json.ts";
import type { FormDefinition } from "#editing/form-definition.ts";

const show = (value: unknown) => (value === "" ? "empty" : jsonText(value));

const check = (request: JsonObject) => parse(ApiKeyUpdate, request).issues ?? [];

/** The form of a key, for the save that checks for conflicts. */
export const keyDefinition: FormDefinition = {
  title: "Key",
  fields: [
    { name: "description", label: "Used by", show },
    { name: "metadata", label: "Metadata", show },
  ],
  defaults: { description: "", metadata: "" },
  toForm: (value) => ({ ...value }),
  toDraft: (form) => ({ request: { ...form }, issues: check(form) }),
  check,
  secrets: [],
};

/** What of a key its form edits; nothing written is an empty text. */
export function editableOf(key: ApiKey) {
  return { description: key.description ?? "", metadata: key.metadata ?? "" };
}

/** The request that makes `to` out of `from`: only what differs. */
export function changesOf(from: JsonObject, to: JsonObject): ApiKeyUpdate {
  return Object.fromEntries(Object.entries(to).filter(([name, value]) => !sameJson(from[name], value)));
}
