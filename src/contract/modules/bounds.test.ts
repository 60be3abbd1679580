import { describe, expect, test } from "vitest";
import { parse } from "../issues.ts";
import { modulesOf } from "./contracts.ts";

const MODULE_CONTRACTS = modulesOf("route");
const HTTPS_EDGE_MODULES = modulesOf("httpsEdge");
const TLS_EDGE_MODULES = modulesOf("tlsEdge");
import { OAUTH_PROVIDERS } from "./oauth-providers.ts";
import { WEBHOOK_PROVIDERS } from "./webhook-verification.ts";

const CONTRACTS = {
  ...MODULE_CONTRACTS,
  mutual_tls: TLS_EDGE_MODULES.mutual_tls,
  tls_termination: TLS_EDGE_MODULES.tls_termination,
  https_tls_termination: HTTPS_EDGE_MODULES.tls_termination,
};
type Kind = keyof typeof CONTRACTS;

const json = (value: unknown): string => JSON.stringify(value).slice(0, 90);
const many = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));
const map = (count: number, value = "") => Object.fromEntries(many(count, (i) => [`h${i}`, value]));
const github = (member: object) => ({ provider: { github: member } });
const own = { client_id: "id", client_secret: "secret" };
const oidc = { issuer: "https://a.example", ...own };
const saml = { idp_metadata: "<EntityDescriptor/>" };
const value = (text: string) => ({ value: text });
const header = { type: "jwt", method: "header", name: "Authorization" };
const { example: jwtExample } = MODULE_CONTRACTS.jwt_validation;
const jwt = (change: object) => ({ ...jwtExample, ...change });
const jws = (change: object) => jwt({ jws: { ...jwtExample.jws, ...change } });
const jkus = (urls: unknown) => jws({ keys: { sources: { additional_jkus: urls } } });
const url = (i: number) => `https://keys.example/${i}`;
const saml2 = "urn:oasis:names:tc:SAML:2.0:nameid-format:";

const taken: [Kind, unknown][] = [
  ["backend", { backend_id: "bkdtg_1", enabled: false }],
  ["ip_restriction", { ip_policy_ids: many(100, (i) => `ipp_${i}`) }],
  ["mutual_tls", { certificate_authority_ids: many(100, (i) => `ca_${i}`) }],
  ["circuit_breaker", {}],
  ["circuit_breaker", { tripped_duration: 1, rolling_window: 1, num_buckets: 1, volume_threshold: 0 }],
  ["circuit_breaker", { tripped_duration: 4_294_967_295, num_buckets: 128, error_threshold_percentage: 1 }],
  ["circuit_breaker", { error_threshold_percentage: 0 }],
  ["compression", {}],
  ["request_headers", {}],
  ["request_headers", { add: map(100), remove: many(100, (i) => `h${i}`) }],
  ["request_headers", { add: { ["a".repeat(256)]: "v".repeat(4096) }, remove: ["A".repeat(256)] }],
  ["request_headers", { add: { host: "a.example" }, remove: ["Host"] }],
  ["request_headers", { add: { "x-who": "${.oauth.user.name} \t ok", "x-empty": "" } }],
  ["response_headers", { remove: ["host"] }],
  ["webhook_verification", { provider: "sns" }],
  ["webhook_verification", { provider: "SNS", secret: "" }],
  ["webhook_verification", { provider: "TWILIO", secret: "s" }],
  ["webhook_verification", { provider: "sendgrid", secret: "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEAAAA" }],
  ["oauth", github({})],
  ["oauth", github({ ...own, scopes: ["read:user"], teams: ["acme/ops", "12"], organizations: ["acme"] })],
  ["oauth", { provider: { google: { client_id: "", client_secret: null }, github: null } }],
  ["oauth", { provider: { amazon: own } }],
  ["oauth", { ...github({}), inactivity_timeout: 31_536_000, maximum_duration: 4_294_967_295 }],
  ["oauth", { ...github({}), cookie_prefix: "A.9", auth_check_interval: 0 }],
  [
    "oauth",
    { provider: { gitlab: { email_addresses: ["a.b+c@x-y.example"], email_domains: ["x.y.example"] } } },
  ],
  ["saml", { idp_metadata: "x".repeat(131_072), nameid_format: `${saml2}transient` }],
  ["oidc", { ...oidc, scopes: ["openid"] }],
  ["oidc", { ...oidc, issuer: "https://a.example:8443/tenant/v2.0" }],
  ["user_agent_filter", {}],
  ["user_agent_filter", { allow: ["x".repeat(1024)], deny: many(100, (i) => `^${i}$`) }],
  ["jwt_validation", jkus(many(100, url))],
  [
    "jwt_validation",
    jwt({ issuer: { allow_list: [value("https://a.example"), value("https://b.example")] } }),
  ],
  [
    "jwt_validation",
    jwt({ http: { tokens: [header, { ...header, type: "it+jwt", method: "body", name: "a b" }] } }),
  ],
  ["policies", {}],
  ["policies", { inbound: many(100, () => ({})), outbound: { actions: [{ type: "x-new" }] } }],
  ["https_tls_termination", { min_version: null }],
  ["https_tls_termination", { min_version: "1.0" }],
  ["tls_termination", { terminate_at: "upstream", min_version: null }],
  ["tls_termination", { terminate_at: "upstream" }],
  ["tls_termination", { min_version: "1.3" }],
];

test.each(taken.map(([kind, body]) => [kind, json(body), body] as const))("%s takes %s", (kind, _, body) => {
  expect(parse<unknown>(CONTRACTS[kind].request, body).issues).toBeUndefined();
});

/** Kind, body, path of the one fault, words of the message. */
const refused: [Kind, unknown, (string | number)[], string][] = [
  ["backend", {}, ["backend_id"], "is required"],
  ["backend", { backend_id: "ipp_1" }, ["backend_id"], "bkdtg_"],
  ["backend", { backend_id: "bkdtg_1", enabled: "yes" }, ["enabled"], "true or false"],
  ["ip_restriction", { ip_policy_ids: [] }, ["ip_policy_ids"], "at least one"],
  ["ip_restriction", {}, ["ip_policy_ids"], "is required"],
  ["ip_restriction", { ip_policy_ids: ["ipp_1", "ipr_1"] }, ["ip_policy_ids", 1], "ipp_"],
  ["ip_restriction", { ip_policy_ids: ["ipp_1", "ipp_1"] }, ["ip_policy_ids", 1], "is the same as entry 1"],
  ["ip_restriction", { ip_policy_ids: many(101, (i) => `ipp_${i}`) }, ["ip_policy_ids"], "at most 100"],
  ["mutual_tls", { certificate_authority_ids: [] }, ["certificate_authority_ids"], "at least one"],
  [
    "mutual_tls",
    { certificate_authority_ids: many(101, (i) => `ca_${i}`) },
    ["certificate_authority_ids"],
    "100",
  ],
  ["circuit_breaker", { tripped_duration: 0 }, ["tripped_duration"], "at least 1"],
  ["circuit_breaker", { rolling_window: 0 }, ["rolling_window"], "at least 1"],
  ["circuit_breaker", { rolling_window: 1.5 }, ["rolling_window"], "a whole number"],
  ["circuit_breaker", { tripped_duration: 4_294_967_296 }, ["tripped_duration"], "at most 4,294,967,295"],
  ["circuit_breaker", { num_buckets: 129 }, ["num_buckets"], "at most 128"],
  ["circuit_breaker", { num_buckets: 0 }, ["num_buckets"], "at least 1"],
  ["circuit_breaker", { volume_threshold: -1 }, ["volume_threshold"], "at least 0"],
  ["circuit_breaker", { error_threshold_percentage: 1.0001 }, ["error_threshold_percentage"], "0 to 1"],
  ["circuit_breaker", { error_threshold_percentage: -0.1 }, ["error_threshold_percentage"], "0 to 1"],
  ["compression", { level: 3 }, ["level"], "The fields are enabled"],
  ["request_headers", { add: { "a b": "1" } }, ["add", "a b"], "header name"],
  ["request_headers", { add: { "": "1" } }, ["add", ""], "header name"],
  ["request_headers", { add: { a: "1\r\nb: 2" } }, ["add", "a"], "one line"],
  ["request_headers", { add: { a: " 1" } }, ["add", "a"], "space"],
  ["request_headers", { add: { a: 1 } }, ["add", "a"], "must be a text"],
  ["request_headers", { add: { "X-A": "1", "x-a": "2" } }, ["add", "x-a"], "same header as X-A"],
  ["request_headers", { remove: ["X-A", "x-a"] }, ["remove", 1], "same header as X-A"],
  ["request_headers", { remove: ["a:"] }, ["remove", 0], "header name"],
  ["request_headers", { remove: ["x", "HOST"] }, ["remove", 1], "Add host too"],
  ["request_headers", { add: { ["a".repeat(257)]: "" } }, ["add", "a".repeat(257)], "257 of 256 bytes"],
  ["request_headers", { add: { a: "v".repeat(4097) } }, ["add", "a"], "4,097 of 4,096 bytes"],
  ["request_headers", { add: map(101) }, ["add"], "at most 100"],
  ["request_headers", { add: map(5, "v".repeat(4096)) }, ["add"], "16384 bytes"],
  ["response_headers", { remove: many(101, (i) => `h${i}`) }, ["remove"], "at most 100"],
  ["response_headers", JSON.parse('{"add":{"__proto__":"1"}}'), ["add", "__proto__"], "another name"],
  ["webhook_verification", { secret: "s" }, ["provider"], "is required"],
  ["webhook_verification", { provider: "nobody", secret: "s" }, ["provider"], "github"],
  ["webhook_verification", { provider: "sns", secret: "s" }, ["secret"], "sns needs no secret"],
  ["webhook_verification", { provider: "sendgrid", secret: "no base 64" }, ["secret"], "base64"],
  // Cause: any base64 was taken. Law: sendgrid's is an ECDSA public key (protocol-facts.md#webhook-verification, 7107).
  [
    "webhook_verification",
    { provider: "sendgrid", secret: "aGVsbG8=" },
    ["secret"],
    "verification key from sendgrid",
  ],
  ["webhook_verification", { provider: "github", secret: "s".repeat(4097) }, ["secret"], "4,096"],
  ["oauth", {}, ["provider"], "is required"],
  ["oauth", { provider: {} }, ["provider"], "one provider"],
  ["oauth", { provider: { github: null } }, ["provider"], "one provider"],
  ["oauth", { provider: { google: {}, github: {} } }, ["provider", "google"], "together with github"],
  ["oauth", { provider: { myspace: {}, github: {} } }, ["provider", "myspace"], "The fields are github"],
  ["oauth", github({ client_id: "a" }), ["provider", "github", "client_secret"], "is required"],
  [
    "oauth",
    github({ client_id: "a", client_secret: "" }),
    ["provider", "github", "client_secret"],
    "is required",
  ],
  ["oauth", github({ client_secret: "a" }), ["provider", "github", "client_id"], "is required"],
  ["oauth", github({ scopes: ["a"] }), ["provider", "github", "scopes"], "managed app"],
  ["oauth", github({ ...own, scopes: ["a b"] }), ["provider", "github", "scopes", 0], "without spaces"],
  ["oauth", { provider: { facebook: {} } }, ["provider", "facebook", "client_id"], "no managed app"],
  ["oauth", { provider: { amazon: { scopes: [] } } }, ["provider", "amazon", "client_id"], "no managed app"],
  ["oauth", { provider: { google: { teams: [] } } }, ["provider", "google", "teams"], "github only"],
  [
    "oauth",
    github({ email_addresses: ["A@x.example"] }),
    ["provider", "github", "email_addresses", 0],
    "Use a@x.example",
  ],
  ["oauth", github({ email_addresses: [""] }), ["provider", "github", "email_addresses", 0], "empty"],
  [
    "oauth",
    github({ email_addresses: ["a@@x.example"] }),
    ["provider", "github", "email_addresses", 0],
    "email",
  ],
  [
    "oauth",
    github({ email_addresses: ["a@x.example", "a@x.example"] }),
    ["provider", "github", "email_addresses", 1],
    "is the same as entry",
  ],
  [
    "oauth",
    github({ email_domains: ["X.example"] }),
    ["provider", "github", "email_domains", 0],
    "Use x.example",
  ],
  [
    "oauth",
    github({ email_domains: ["@x.example"] }),
    ["provider", "github", "email_domains", 0],
    "Use x.example",
  ],
  ["oauth", github({ teams: ["acme"] }), ["provider", "github", "teams", 0], "acme/operators"],
  [
    "oauth",
    github({ organizations: ["acme/ops"] }),
    ["provider", "github", "organizations", 0],
    "short name",
  ],
  ["oauth", { ...github({}), cookie_prefix: "a_b" }, ["cookie_prefix"], "letters, digits and periods"],
  ["oauth", { ...github({}), inactivity_timeout: 31_536_001 }, ["inactivity_timeout"], "365 days"],
  ["oauth", { ...github({}), maximum_duration: 4_294_967_296 }, ["maximum_duration"], "at most"],
  ["oauth", { ...github({}), auth_check_interval: -1 }, ["auth_check_interval"], "at least 0"],
  ["saml", {}, ["idp_metadata"], "is required"],
  ["saml", { idp_metadata: "" }, ["idp_metadata"], "empty"],
  ["saml", { idp_metadata: "x".repeat(131_073) }, ["idp_metadata"], "131,072"],
  ["saml", { ...saml, nameid_format: `${saml2}kerberos` }, ["nameid_format"], "persistent"],
  ["saml", { ...saml, authorized_groups: ["a", "a"] }, ["authorized_groups", 1], "is the same as entry"],
  ["saml", { ...saml, entity_id: "x" }, ["entity_id"], "is not a known field"],
  ["oidc", { ...oidc, issuer: "http://a.example" }, ["issuer"], "https URL"],
  ["oidc", { ...oidc, issuer: "https://u:p@a.example" }, ["issuer"], "can’t contain a user name"],
  ["oidc", { ...oidc, issuer: "https://a.example?x=1" }, ["issuer"], "query"],
  ["oidc", { ...oidc, client_id: "" }, ["client_id"], "is required"],
  ["oidc", { ...oidc, client_secret: null }, ["client_secret"], "is required. Enter the client"],
  ["oidc", { issuer: oidc.issuer, client_id: "a" }, ["client_secret"], "is required. Enter the client"],
  ["user_agent_filter", { allow: ["("] }, ["allow", 0], "( has no matching )"],
  ["user_agent_filter", { deny: ["a", "(?=b)"] }, ["deny", 1], "ahead"],
  ["user_agent_filter", { deny: ["(".repeat(1025)] }, ["deny", 0], "1,024 bytes"],
  ["user_agent_filter", { deny: many(101, String) }, ["deny"], "at most 100"],
  // Cause: names of headers were compared as texts. Law: no duplicates (protocol-facts.md#jwt-validation, 7187 to 7192).
  [
    "jwt_validation",
    jwt({ http: { tokens: [header, { ...header, name: "authorization" }] } }),
    ["http", "tokens", 1],
    "is the same as entry 1",
  ],
  ["jwt_validation", jwt({ issuer: { allow_list: [] } }), ["issuer", "allow_list"], "at least one issuer"],
  ["jwt_validation", jwt({ issuer: {} }), ["issuer", "allow_list"], "an object or a list"],
  [
    "jwt_validation",
    jwt({ issuer: { allow_list: [value("x")] } }),
    ["issuer", "allow_list", 0, "value"],
    "URL",
  ],
  ["jwt_validation", jwt({ issuer: { allow_list: value("x") } }), ["issuer", "allow_list", "value"], "URL"],
  [
    "jwt_validation",
    jwt({ audience: { allow_list: [] } }),
    ["audience", "allow_list"],
    "at least one audience",
  ],
  [
    "jwt_validation",
    jwt({ audience: { allow_list: [value("a"), value("a")] } }),
    ["audience", "allow_list", 1],
    "is the same as entry",
  ],
  ["jwt_validation", jwt({ http: { tokens: [] } }), ["http", "tokens"], "at least one token"],
  [
    "jwt_validation",
    jwt({ http: { tokens: { ...header, type: "jws" } } }),
    ["http", "tokens", "type"],
    "jwt, at+jwt, it+jwt",
  ],
  [
    "jwt_validation",
    jwt({ http: { tokens: [{ ...header, method: "query" }] } }),
    ["http", "tokens", 0, "method"],
    "header, body",
  ],
  [
    "jwt_validation",
    jwt({ http: { tokens: [{ ...header, name: "a b" }] } }),
    ["http", "tokens", 0, "name"],
    "header name",
  ],
  [
    "jwt_validation",
    jws({ allowed_algorithms: [] }),
    ["jws", "allowed_algorithms"],
    "at least one algorithm",
  ],
  [
    "jwt_validation",
    jws({ allowed_algorithms: ["none"] }),
    ["jws", "allowed_algorithms", 0],
    "must be one of RS256",
  ],
  [
    "jwt_validation",
    jws({ allowed_algorithms: ["HS256"] }),
    ["jws", "allowed_algorithms", 0],
    "must be one of RS256",
  ],
  [
    "jwt_validation",
    jws({ allowed_algorithms: ["RS256", "RS256"] }),
    ["jws", "allowed_algorithms", 1],
    "is the same as entry",
  ],
  ["jwt_validation", jkus([]), ["jws", "keys", "sources", "additional_jkus"], "at least one URL"],
  ["jwt_validation", jkus(many(101, url)), ["jws", "keys", "sources", "additional_jkus"], "at most 100"],
  ["jwt_validation", jkus(["ftp://a"]), ["jws", "keys", "sources", "additional_jkus", 0], "URL"],
  ["policies", { inbound: "x" }, ["inbound"], "an object or a list"],
  ["policies", { inbound: many(101, () => ({})) }, ["inbound"], "at most 100"],
  ["policies", { inbound: { expressions: [""] } }, ["inbound", "expressions", 0], "empty"],
  [
    "policies",
    { outbound: [{ actions: [{ type: "Log" }] }] },
    ["outbound", 0, "actions", 0, "type"],
    "custom-response",
  ],
  [
    "policies",
    { outbound: [{ actions: [{ type: "log", config: [] }] }] },
    ["outbound", 0, "actions", 0, "config"],
    "an object",
  ],
  ["https_tls_termination", { terminate_at: "edge" }, ["terminate_at"], "always ends at an HTTPS edge"],
  ["https_tls_termination", { min_version: "1.4" }, ["min_version"], "1.0, 1.1, 1.2, 1.3"],
  ["tls_termination", { terminate_at: "agent" }, ["terminate_at"], "edge, upstream"],
  // Cause: a form said "Must be null while terminate_at is upstream". Law: a message has the words of forms, and what to do.
  ["tls_termination", { terminate_at: "upstream", min_version: "1.2" }, ["min_version"], "Use the default"],
];

test.each(refused.map(([kind, body, ...rest]) => [kind, json(body), body, ...rest] as const))(
  "%s refuses %s",
  (kind, _, body, path, words) => {
    const { issues } = parse<unknown>(CONTRACTS[kind].request, body);
    expect(issues?.map((issue) => issue.path)).toEqual([path]);
    expect(issues?.[0]?.message).toContain(words);
  },
);

describe("what is not given reads as documented", () => {
  test("oauth lists all eight providers and the documented cookie prefix", () => {
    const { toAnswer } = MODULE_CONTRACTS.oauth;
    const answer = toAnswer({ provider: { twitch: {} } });
    expect(Object.keys(answer.provider)).toEqual([...OAUTH_PROVIDERS]);
    expect(answer).toMatchObject({ enabled: true, cookie_prefix: "service.", auth_check_interval: 0 });
    expect(answer.provider.github).toBeNull();
    expect(answer.provider.twitch).toEqual({
      client_id: null,
      scopes: [],
      email_addresses: [],
      email_domains: [],
    });
    expect(toAnswer({ provider: { github: {} } }).provider.github).toMatchObject({
      teams: [],
      organizations: [],
    });
  });

  test("saml keeps what the service made, across a replacement", () => {
    const { toAnswer } = MODULE_CONTRACTS.saml;
    const first = toAnswer(saml, {
      made: { entity_id: "https://idp/x", request_signing_certificate_pem: "PEM" },
    });
    expect(first).toMatchObject({
      allow_idp_initiated: true,
      nameid_format: `${saml2}persistent`,
      cookie_prefix: "",
    });
    const second = toAnswer({ ...saml, force_authn: true }, { previous: first });
    expect(second).toMatchObject({ entity_id: "https://idp/x", request_signing_certificate_pem: "PEM" });
  });

  test("TLS termination reads where it ends and the safe version", () => {
    expect(CONTRACTS.https_tls_termination.toAnswer({})).toEqual({
      enabled: true,
      terminate_at: "edge",
      min_version: "1.2",
    });
    expect(CONTRACTS.tls_termination.toAnswer({ terminate_at: "upstream" }).min_version).toBeNull();
  });

  test("headers, patterns and policies", () => {
    expect(MODULE_CONTRACTS.request_headers.toAnswer({})).toEqual({ enabled: true, add: {}, remove: [] });
    expect(MODULE_CONTRACTS.user_agent_filter.toAnswer({})).toEqual({ enabled: true, allow: [], deny: [] });
    expect(MODULE_CONTRACTS.policies.toAnswer({})).toEqual({ enabled: true, inbound: null, outbound: null });
  });

  test("header names are stored in lower case", () => {
    const { data } = parse(MODULE_CONTRACTS.request_headers.request, {
      add: { "X-A": "B" },
      remove: ["X-C"],
    });
    expect(data).toEqual({ add: { "x-a": "B" }, remove: ["x-c"] });
  });

  test("refs read as full uris where the service says how", () => {
    const uriOf = (kind: string, id: string) => `https://api.example/${kind}/${id}`;
    const { toAnswer } = MODULE_CONTRACTS.backend;
    expect(toAnswer({ backend_id: "bkdtg_1" }).backend).toEqual({
      id: "bkdtg_1",
      uri: "/backends/tunnel_group/bkdtg_1",
    });
    expect(toAnswer({ backend_id: "bkdtg_1" }, { uriOf }).backend?.uri).toBe(
      "https://api.example/tunnelGroupBackend/bkdtg_1",
    );
  });

  test.each(WEBHOOK_PROVIDERS.filter((name) => !/^(?:sns|orbit)$/.test(name)))("%s: a secret", (provider) => {
    for (const secret of [undefined, null, ""]) {
      const { issues } = parse(MODULE_CONTRACTS.webhook_verification.request, { provider, secret });
      expect(issues?.map(({ path }) => path)).toEqual([["secret"]]);
    }
  });
});
