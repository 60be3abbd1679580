import * as fc from "fast-check";
import * as z from "zod/mini";
import { contractOf, type RouteModule } from "#contract/modules/contracts.ts";
import { ROUTE_MODULES } from "#contract/modules/kinds.ts";
import type { ModuleContract } from "#contract/modules/module-contract.ts";
import { JWT_ALGORITHMS, JWT_TOKEN_TYPES } from "#contract/modules/jwt-validation.ts";
import { INACTIVITY_TIMEOUT_MAX } from "#contract/modules/login.ts";
import { OAUTH_OWN_APP_ONLY } from "#contract/modules/oauth-provider-names.ts";
import { OAUTH_PROVIDERS } from "#contract/modules/oauth-providers.ts";
import { NAMEID_FORMATS } from "#contract/modules/saml.ts";
import { TLS_VERSIONS } from "#contract/modules/tls-termination.ts";
import {
  WEBHOOK_PROVIDERS,
  WEBHOOK_PROVIDER_WITHOUT_SCHEME,
} from "#contract/modules/webhook-verification.ts";

type Fields = { [field: string]: unknown };

const UINT32_MAX = 4_294_967_295;
const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".split("");
const lower = "abcdefghijklmnopqrstuvwxyz0123456789".split("");

const textOf = (chars: readonly string[], maxLength: number, minLength = 1) =>
  fc.string({ unit: fc.constantFrom(...chars), minLength, maxLength });
/** Any Unicode without NUL; at most 4 bytes a unit. */
const unicode = (maxLength: number, minLength = 1) =>
  fc.string({ unit: "binary", minLength, maxLength }).map((text) => text.replaceAll("\0", "x"));
const idOf = (prefix: string) => textOf(letters, 27).map((tail) => `${prefix}_${tail}`);
const list = <T>(entry: fc.Arbitrary<T>, bounds: fc.UniqueArraySharedConstraints = {}) =>
  fc.uniqueArray(entry, { maxLength: 5, selector: (value) => JSON.stringify(value), ...bounds });
const optionalList = <T>(entry: fc.Arbitrary<T>) => fc.option(list(entry));
const uint32 = fc.nat(UINT32_MAX);

/** Some of the optional fields and all of the required ones. */
function fields(
  optional: Record<string, fc.Arbitrary<unknown>>,
  required: Record<string, fc.Arbitrary<unknown>> = {},
) {
  return fc.record<Fields>({ ...optional, ...required }, { requiredKeys: Object.keys(required) });
}

const enabled = { enabled: fc.boolean() };
const label = textOf(lower, 8);
const domain = label.map((name) => `${name}.example`);
const scope = textOf([...letters, ..."!#:/._-".split("")], 20);

const url = (schemes: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...schemes),
      domain,
      fc.constantFrom("", ":8443"),
      fc.constantFrom("", "/", "/a/b%20c"),
    )
    .map(([scheme, host, port, path]) => `${scheme}://${host}${port}${path}`);

const TOKEN_CHARS = [...letters, ..."!#$%&'*+-.^_`|~".split("")];
const headerName = textOf(TOKEN_CHARS, 20).filter(
  (name) => !["host", "__proto__"].includes(name.toLowerCase()),
);
const headerValue = unicode(20, 0).map((text) => text.replaceAll(/\p{Cc}/gu, "x").trim());
const headerNames = fc.uniqueArray(headerName, { maxLength: 5, selector: (name) => name.toLowerCase() });
const headers = fields({
  ...enabled,
  add: fc.option(
    headerNames.chain((names) =>
      fc
        .array(headerValue, { minLength: names.length, maxLength: names.length })
        .map((values) => Object.fromEntries(names.map((name, i) => [name, values[i]]))),
    ),
  ),
  remove: fc.option(headerNames),
});

const webhook = fc
  .tuple(
    fc.constantFrom(...WEBHOOK_PROVIDERS.filter((name) => name !== WEBHOOK_PROVIDER_WITHOUT_SCHEME)),
    fc.boolean(),
    unicode(20),
    fc.base64String({ minLength: 4, maxLength: 40 }).map((rest) => `MFkwEwYHKoZIzj0CAQYI${rest}`),
    fc.boolean(),
  )
  .map(([name, upper, secret, key, withEnabled]) => ({
    ...(withEnabled ? { enabled: upper } : {}),
    provider: upper ? name.toUpperCase() : name,
    ...(name === "sns" ? {} : { secret: name === "sendgrid" ? key : secret }),
  }));

const login = {
  ...enabled,
  options_passthrough: fc.boolean(),
  cookie_prefix: fc.option(textOf([...letters, "."], 20, 0)),
  inactivity_timeout: fc.nat(INACTIVITY_TIMEOUT_MAX),
  maximum_duration: uint32,
};

const memberOf = (name: string) =>
  fc.boolean().chain((chosen) => {
    const own = chosen || OAUTH_OWN_APP_ONLY.includes(name);
    const lists = {
      email_addresses: optionalList(fc.tuple(label, domain).map((parts) => parts.join("@"))),
      email_domains: optionalList(domain),
      ...(own ? { scopes: optionalList(scope) } : { scopes: fc.constant([]) }),
      ...(name === "github"
        ? {
            teams: optionalList(
              fc.oneof(
                fc.nat().map(String),
                fc.tuple(label, label).map((two) => two.join("/")),
              ),
            ),
            organizations: optionalList(label),
          }
        : {}),
    };
    const app = { client_id: unicode(20), client_secret: unicode(20) };
    const none = { client_id: fc.constantFrom(null, ""), client_secret: fc.constantFrom(null, "") };
    return own ? fields(lists, app) : fields({ ...lists, ...none });
  });

const provider = fc.constantFrom(...OAUTH_PROVIDERS).chain((name) =>
  fc
    .tuple(memberOf(name), fc.subarray(OAUTH_PROVIDERS.filter((other) => other !== name)))
    .map(([member, unused]) => ({
      [name]: member,
      ...Object.fromEntries(unused.map((other) => [other, null])),
    })),
);

const oneOrMany = <T>(entry: fc.Arbitrary<T>) => fc.oneof(entry, list(entry, { minLength: 1 }));
const wrapped = (value: fc.Arbitrary<unknown>) => fields({}, { value });
const token = fc.oneof(
  ...(["header", "body"] as const).map((method) =>
    fields(
      { prefix: fc.option(unicode(10, 0)) },
      {
        type: fc.constantFrom(...JWT_TOKEN_TYPES),
        method: fc.constant(method),
        name: method === "header" ? headerName : unicode(10),
      },
    ),
  ),
);

/** JSON without the name that no request may hold. */
const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes("__proto__"));
const config = fc.dictionary(label, json, { maxKeys: 4 });
const action = fields(
  { config: fc.option(config) },
  { type: fc.constantFrom("deny", "log", "add-headers", "x1") },
);
const rule = fields({
  expressions: fc.option(fc.array(unicode(20), { maxLength: 3 })),
  actions: fc.option(fc.array(action, { maxLength: 3 })),
  name: fc.option(unicode(20, 0)),
});
const direction = fc.option(fc.oneof(rule, fc.array(rule, { maxLength: 3 })));

const ipRestriction = fields(enabled, { ip_policy_ids: list(idOf("ipp"), { minLength: 1 }) });
const backend = fields(enabled, { backend_id: idOf("bkdtg") });
const pattern = fc.constantFrom("^curl/", "(?i)bot", "\\d+\\.\\d+", "^$", "[[:alpha:]]{2,3}", "é+");
const minVersion = fc.option(fc.constantFrom(...TLS_VERSIONS));

/** Valid requests by the name of the contract, of kinds whose schema and example tell too little to make them from. */
const WRITTEN: { readonly [name: string]: fc.Arbitrary<Fields> } = {
  backend,
  ip_restriction: ipRestriction,
  circuit_breaker: fields({
    ...enabled,
    tripped_duration: fc.integer({ min: 1, max: UINT32_MAX }),
    rolling_window: fc.integer({ min: 1, max: UINT32_MAX }),
    num_buckets: fc.integer({ min: 1, max: 128 }),
    volume_threshold: uint32,
    error_threshold_percentage: fc.double({ min: 0, max: 1, noNaN: true }).map((share) => share + 0),
  }),
  request_headers: headers,
  response_headers: headers,
  webhook_verification: webhook,
  oauth: fields({ ...login, auth_check_interval: uint32 }, { provider }),
  saml: fields(
    {
      ...login,
      force_authn: fc.boolean(),
      allow_idp_initiated: fc.boolean(),
      authorized_groups: optionalList(unicode(20)),
      nameid_format: fc.option(fc.constantFrom(...NAMEID_FORMATS)),
    },
    { idp_metadata: unicode(20).map((text) => `<EntityDescriptor>${text}</EntityDescriptor>`) },
  ),
  oidc: fields(
    { ...login, scopes: optionalList(scope) },
    { issuer: url(["https"]), client_id: unicode(20), client_secret: unicode(20) },
  ),
  user_agent_filter: fields({ ...enabled, allow: optionalList(pattern), deny: optionalList(pattern) }),
  jwt_validation: fields(enabled, {
    issuer: fields({}, { allow_list: oneOrMany(wrapped(url(["http", "https"]))) }),
    audience: fields({}, { allow_list: oneOrMany(wrapped(unicode(20))) }),
    http: fields({}, { tokens: oneOrMany(token) }),
    jws: fields(
      {},
      {
        allowed_algorithms: list(fc.constantFrom(...JWT_ALGORITHMS), { minLength: 1 }),
        keys: fields(
          {},
          { sources: fields({}, { additional_jkus: list(url(["http", "https"]), { minLength: 1 }) }) },
        ),
      },
    ),
  }),
  policies: fields({ ...enabled, inbound: direction, outbound: direction }),
  mutual_tls: fields(enabled, { certificate_authority_ids: list(idOf("ca"), { minLength: 1 }) }),
  https_tls_termination: fields({ ...enabled, min_version: minVersion }),
  tls_termination: fc.oneof(
    fields({ ...enabled, min_version: minVersion, terminate_at: fc.constantFrom("edge", null) }),
    fields({ ...enabled, min_version: fc.constant(null) }, { terminate_at: fc.constant("upstream") }),
  ),
};

type Schema = {
  type?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  pattern?: string;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
};

/** As many as a list may have, but for those that may have very many. */
const ENTRIES_MAX = 64;

/** Values of a field by its schema; where that tells too little, the example's. */
function valueOf(schema: Schema, example: unknown): fc.Arbitrary<unknown> {
  const { type, enum: choices, minimum, maximum, pattern } = schema;
  if (choices) return fc.constantFrom(...choices);
  if (type === "boolean") return fc.boolean();
  if (type === "string" && pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  if (type === "array") {
    const { items = {}, minItems: minLength = 0, maxItems: maxLength = ENTRIES_MAX } = schema;
    if (items.pattern === undefined && items.enum === undefined) return fc.constant(example);
    const most = Math.max(minLength, Math.min(maxLength, ENTRIES_MAX));
    return list(valueOf(items, undefined), { minLength, maxLength: most, size: "max" });
  }
  if (type !== "integer" && type !== "number") return fc.constant(example);
  const [min, max] = [minimum ?? 0, maximum ?? UINT32_MAX];
  return type === "integer"
    ? fc.integer({ min, max })
    : fc.double({ min, max, noNaN: true }).map((n) => n + 0);
}

/** Requests made from a contract's schema and example, or the example where they break a rule across fields. */
function made({ request, example }: ModuleContract): fc.Arbitrary<Fields> {
  const { properties = {}, required = [] } = z.toJSONSchema(request, { io: "input", unrepresentable: "any" });
  const given = example as Fields;
  const known = Object.entries(properties).filter(([name]) => name in given || name === "enabled");
  const values = known.map(([name, schema]) => [name, valueOf(schema as Schema, given[name])]);
  const all = fc.record<Fields>(Object.fromEntries(values), { requiredKeys: required });
  return all.map((one) => (request.safeParse(one).success ? one : given));
}

/** Valid requests of a module kind. */
export function requestsOf(contract: ModuleContract): fc.Arbitrary<Fields> {
  return WRITTEN[contract.name] ?? made(contract);
}

/** Valid requests of each module of a route. */
export const MODULE_REQUESTS = Object.fromEntries(
  ROUTE_MODULES.map((kind) => [kind, requestsOf(contractOf("route", kind))]),
) as { readonly [K in RouteModule]: fc.Arbitrary<Fields> };
