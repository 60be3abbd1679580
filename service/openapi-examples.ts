import { ID_PREFIXES, type IdKind } from "#contract/common.ts";
import { type ErrorBody, type ErrorName, ERRORS } from "#contract/error.ts";
import { ALL_CONTRACTS } from "#contract/modules/contracts.ts";
import { refPath } from "#contract/modules/module-contract.ts";
import { pascal } from "#contract/operations/pascal.ts";

type Json = Record<string, unknown>;

const TAIL = "2mRZ3QmO0mKHlnYAcdpHhyZ2bQX";
const BASE = "https://gate.example.com/api";
const TIME = "2026-11-21T05:00:00Z";

const idOf = (kind: IdKind) => `${ID_PREFIXES[kind]}_${TAIL}`;

/** Tokens as a creation answers them, by the id of its operation. */
export const TOKENS: Readonly<Record<string, string>> = {
  ApiKeysCreate: `gh2_${TAIL}_${"example".repeat(6)}1`,
  CredentialsCreate: `gha_${TAIL}_${"example".repeat(6)}1`,
};

/** Where the resources of a kind are, below the base. */
const COLLECTIONS: Readonly<Partial<Record<IdKind, string>>> = {
  apiKey: "/api_keys",
  session: "/tunnel_sessions",
  tunnel: "/tunnels",
  endpoint: "/endpoints",
  ipPolicyRule: "/ip_policy_rules",
  ipPolicy: "/ip_policies",
  tlsEdge: "/edges/tls",
  httpsEdge: "/edges/https",
  tcpEdge: "/edges/tcp",
  route: `/edges/https/${idOf("httpsEdge")}/routes`,
  tunnelGroupBackend: "/backends/tunnel_group",
  certificateAuthority: "/certificate_authorities",
  credential: "/credentials",
  event: "/events",
};

/** Values by the name of a field, whatever object it is in. */
const FIELDS: Json = {
  description: "Shop, production",
  metadata: '{"team":"web"}',
  next_page_uri: null,
  token: null,
  owner_id: idOf("user"),
  edge_id: idOf("httpsEdge"),
  acl: ["bind:*.example.com"],
  hostports: ["shop.example.com:443"],
  match_type: "path_prefix",
  match: "/",
  cidr: "203.0.113.0/24",
  action: "allow",
  ip_policy_id: idOf("ipPolicy"),
  ip_policy: { id: idOf("ipPolicy"), uri: `${BASE}/ip_policies/${idOf("ipPolicy")}` },
  labels: { app: "shop" },
  tunnels: [],
  backends: [],
  ip: "203.0.113.7",
  agent_version: "3.5.0",
  os: "linux",
  region: "eu",
  transport: "service/2",
  proto: "https",
  public_url: "https://shop.example.com",
  hostport: "shop.example.com:443",
  forwards_to: "http://localhost:3000",
  credential: { id: idOf("credential"), uri: `${BASE}/credentials/${idOf("credential")}` },
  tunnel_session: { id: idOf("session"), uri: `${BASE}/tunnel_sessions/${idOf("session")}` },
  ca_pem: "-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n",
  subject_common_name: "Shop CA",
  key_usages: ["cert_sign"],
  extended_key_usages: [],
  event_type: "api_key_created.v0",
  event_id: idOf("event"),
  account_id: idOf("account"),
  subject: "admin",
  source: "API",
  object: {
    id: idOf("apiKey"),
    uri: `${BASE}/api_keys/${idOf("apiKey")}`,
    description: "Shop, production",
    metadata: '{"team":"web"}',
    created_at: TIME,
    token: null,
  },
};

const MODULES = new Map<string, unknown>(
  ALL_CONTRACTS.flatMap(({ name, example, toAnswer }) => [
    [`${pascal(name)}Request`, example],
    [pascal(name), toAnswer(example, { uriOf: (kind, id) => `${BASE}${refPath(kind, id)}` })],
  ]),
);

/** An example of a schema of the OpenAPI document: the module's own, else made from the fields' names and types. */
export function exampleOf(name: string, schemas: Record<string, Json>): unknown {
  if (MODULES.has(name)) return MODULES.get(name);
  const make = (schema: Json, field: string, within: string): unknown => {
    if (typeof schema["$ref"] === "string") {
      const target = schema["$ref"].split("/").at(-1) ?? "";
      return MODULES.get(target) ?? make(schemas[target] ?? {}, field, target);
    }
    const variants = (schema["anyOf"] ?? schema["oneOf"]) as Json[] | undefined;
    if (variants?.some(({ type }) => type === "null")) return null;
    if (variants) return make(variants[0] ?? {}, field, within);
    if (schema["type"] === "array") return [make(schema["items"] as Json, field, within)];
    if (schema["type"] === "object") return objectOf(schema, within, make);
    return leaf(schema, field, within);
  };
  return make(schemas[name] ?? {}, "", name);
}

function objectOf(
  schema: Json,
  within: string,
  make: (schema: Json, field: string, within: string) => unknown,
): Json {
  const properties = (schema["properties"] ?? {}) as Record<string, Json>;
  const required = (schema["required"] ?? []) as string[];
  const strict = schema["additionalProperties"] === false;
  // A request repeats no id of its path, and leaves out what may be left out and has no telling value.
  const told = Object.entries(properties).filter(([field]) =>
    strict ? required.includes(field) || (Object.hasOwn(FIELDS, field) && field !== "edge_id") : true,
  );
  const fields = within.startsWith("TcpEdge") ? { ...FIELDS, hostports: ["tcp.example.com:20001"] } : FIELDS;
  return Object.fromEntries(
    told.map(([field, value]) => [
      field,
      Object.hasOwn(fields, field) && !isCollection(value) ? fields[field] : make(value, field, within),
    ]),
  );
}

/** A list of whole resources, unlike a list of Refs or texts. */
function isCollection(schema: Json): boolean {
  const ref = (schema["items"] as Json | undefined)?.["$ref"];
  return schema["type"] === "array" && typeof ref === "string" && !ref.endsWith("/Ref");
}

function leaf(schema: Json, field: string, within: string): unknown {
  const choices = schema["enum"] as unknown[] | undefined;
  if (choices) return choices[0];
  if (field === "id" || field === "uri") return identity(within)[field];
  if (/(_at|_ts|_timestamp|^not_before|^not_after|^since|^until)$/.test(field)) return TIME;
  if (schema["type"] === "boolean") return true;
  if (schema["type"] === "integer" || schema["type"] === "number") return schema["minimum"] ?? 0;
  return schema["type"] === "string" ? "text" : null;
}

/** Schemas that are not called as their kind is. */
const KINDS: Record<string, IdKind> = { TunnelSession: "session", Principal: "user" };

function identity(schema: string): { id: string; uri: string } {
  const name = schema.replace(/List$/, "");
  const camel = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const kind = KINDS[name] ?? (Object.keys(ID_PREFIXES).find((one) => one === camel) as IdKind | undefined);
  const id = idOf(kind ?? "operation");
  const collection = `${BASE}${(kind && COLLECTIONS[kind]) ?? ""}`;
  return { id, uri: name === schema ? `${collection}/${id}` : collection };
}

/** An error body as a named example: `ERR_GATEHOUSE_227: { summary, value }`. */
export function errorExample(problem: ErrorName): [string, { summary: string; value: ErrorBody }] {
  const { code, status } = ERRORS[problem];
  const summary = problem.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const details = { operation_id: `${ID_PREFIXES.operation}_${TAIL}` };
  return [code, { summary, value: { error_code: code, status_code: status, msg: `${summary}.`, details } }];
}
