import type { JsonObject } from "#forms/json.ts";
import { powershellOf } from "./copy-as-powershell.ts";
import type { TerraformResource } from "#resources/resource.ts";
import { terraformOf } from "./copy-as-terraform.ts";
import { curlOf, type ApiRequest } from "./curl.ts";

export type CopyForm = "curl" | "powershell" | "json" | "terraform";

/** What can be copied: a request, the object it is about, and the Terraform resource of it where there is one. */
export type CopySource = {
  request: ApiRequest;
  json: JsonObject;
  terraform?: TerraformResource | undefined;
};

/** The text that goes to the clipboard. Never holds the key. */
export function textOf(form: CopyForm, { request, json, terraform }: CopySource): string {
  if (form === "curl") return curlOf(request);
  if (form === "powershell") return powershellOf(request);
  if (form === "terraform" && terraform) return terraformOf(terraform, json);
  return `${JSON.stringify(json, null, 2)}\n`;
}
