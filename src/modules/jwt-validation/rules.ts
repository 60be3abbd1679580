import { valueAt, type JsonObject } from "#forms/json.ts";

/** Where a token is looked for (api.md#jwt_validation, `http.tokens`). */
export type TokenPlace = { type: string; method: string; name: string; prefix: string };

/** What a module asks of a token, in one shape. */
export type JwtRules = {
  issuers: string[];
  audiences: string[];
  places: TokenPlace[];
  algorithms: string[];
  keyUrls: string[];
};

/** One object or a list of them as a list: some services flatten a list (decisions/contract/one-or-list.md). */
function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

const at = (value: unknown, ...path: string[]): unknown => valueAt(value, path);
const texts = (values: unknown[]) => values.filter((value) => typeof value === "string");
const text = (value: unknown) => (typeof value === "string" ? value : "");

/** Reads the rules of a module or draft of any shape; what can't be read is left out. */
export function rulesOf(module: JsonObject): JwtRules {
  const values = (name: string) =>
    texts(listOf(at(module, name, "allow_list")).map((one) => at(one, "value")));
  return {
    issuers: values("issuer"),
    audiences: values("audience"),
    places: listOf(at(module, "http", "tokens")).map((one) => ({
      type: text(at(one, "type")),
      method: text(at(one, "method")),
      name: text(at(one, "name")),
      prefix: text(at(one, "prefix")),
    })),
    algorithms: texts(listOf(at(module, "jws", "allowed_algorithms"))),
    keyUrls: texts(listOf(at(module, "jws", "keys", "sources", "additional_jkus"))),
  };
}

/** "header Authorization after “Bearer ”". */
export function describePlace({ method, name, prefix }: TokenPlace): string {
  const where = method === "body" ? "body field" : method || "field";
  return `${where} ${name || "(no name)"}${prefix ? ` after “${prefix}”` : ""}`;
}
