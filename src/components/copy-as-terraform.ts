import type { TerraformResource } from "#resources/resource.ts";
import { isJsonObject, own, valueAt, type JsonObject } from "#forms/json.ts";

/**
 * Resources of the public provider and the arguments they take. It has none for edges, routes and their modules: those
 * are copied as JSON.
 */
const RESOURCES = {
  ngrok_api_key: ["description", "metadata"],
  ngrok_certificate_authority: ["ca_pem", "description", "metadata"],
  ngrok_credential: ["acl", "description", "metadata"],
  ngrok_ip_policy: ["description", "metadata"],
  ngrok_ip_policy_rule: ["action", "cidr", "ip_policy_id", "description", "metadata"],
  ngrok_tunnel_group_backend: ["labels", "description", "metadata"],
} as const satisfies Record<TerraformResource, readonly string[]>;

const ESCAPES: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\" };
const codePoint = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** A text as a quoted template of HCL that stands for exactly it: `${` and `%{` are no templates. */
export function hclText(text: string): string {
  const escaped = text.replaceAll(/["\\\p{Cc}]/gu, (char) => ESCAPES[char] ?? codePoint(char));
  // "$${" is a literal "${", but "$$${" is read in more than one way: a run is written by its code points.
  const literal = escaped.replaceAll(/([$%])\1*(?=\{)/g, (run) =>
    run.length === 1 ? run + run : codePoint(run).repeat(run.length),
  );
  return `"${literal}"`;
}

/** Any JSON value as an expression of HCL. Names of fields are quoted. */
export function hclValue(value: unknown, indent = ""): string {
  const inner = `${indent}  `;
  if (typeof value === "string") return hclText(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((item) => `${inner}${hclValue(item, inner)},\n`).join("")}${indent}]`;
  }
  if (!isJsonObject(value)) return JSON.stringify(value ?? null);
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  return `{\n${entries.map(([name, item]) => `${inner}${hclText(name)} = ${hclValue(item, inner)}\n`).join("")}${indent}}`;
}

/** What the argument holds: the field of that name, or for `…_id` the id of a Ref. */
function argument(object: JsonObject, name: string): unknown {
  const value = own(object, name);
  if (value !== undefined || !name.endsWith("_id")) return value;
  return valueAt(object, [name.slice(0, -"_id".length), "id"]);
}

/**
 * An object as a resource of Terraform; one that exists comes with the block that imports it, since applying the resource
 * alone would make a second one. What is empty or not set is left out.
 */
export function terraformOf(resource: TerraformResource, object: JsonObject): string {
  const id = own(object, "id");
  const name = typeof id === "string" ? id.replaceAll(/\W/g, "_").replace(/^(?=\d)/, "_") : "new";
  const lines = RESOURCES[resource].flatMap((field) => {
    const value = argument(object, field);
    const unset = value === undefined || value === null || value === "";
    return unset ? [] : [`  ${field} = ${hclValue(value, "  ")}\n`];
  });
  const block = `resource "${resource}" "${name}" {\n${lines.join("")}}\n`;
  if (typeof id !== "string") return block;
  return `import {\n  to = ${resource}.${name}\n  id = ${hclText(id)}\n}\n\n${block}`;
}
