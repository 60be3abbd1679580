import { LOGIN_MODULES } from "#contract/modules/kinds.ts";
import { contractOf } from "#contract/modules/contracts.ts";
import { OAUTH_OWN_APP_ONLY } from "#contract/modules/oauth-provider-names.ts";
import { OAUTH_PROVIDERS } from "#contract/modules/oauth-providers.ts";
import { samlContract } from "#contract/modules/saml.ts";
import { type AtBound, type Beyond, type Bounds, HALF, tooLong } from "./bound.ts";
import { fill, ROUTES } from "./world.ts";

const DAY_365 = 31_536_000;
const UINT32 = 4_294_967_295;

/** Beside a login module that is off, on the same route or another one. */
const besideOff = (kind: string): AtBound[] => {
  const other = LOGIN_MODULES.find((one) => one !== kind) ?? "saml";
  const off = { [other]: { ...(contractOf("route", other).example as object), enabled: false } };
  return [
    [
      `${kind} while ${other} of the same route is off`,
      async ({ app }, ids) => {
        const { status } = await app.call(`PATCH ${fill(`${ROUTES}/{id}`, ids)}`, { body: off });
        if (status !== 200) throw new Error(`PATCH of a route answered ${status}.`);
        return {};
      },
    ],
    [
      `${kind} while ${other} of another route is off`,
      async (world, { edge_id = "" }) => {
        await world.make(ROUTES, { edge_id }, off);
        return {};
      },
    ],
  ];
};

const session = (kind: string): Required<Bounds> => ({
  accepts: [
    ["no bound of a session", { inactivity_timeout: 0, maximum_duration: 0 }],
    ["a year of inactivity", { inactivity_timeout: DAY_365, maximum_duration: UINT32 }],
    ["the service’s cookie prefix", { cookie_prefix: null }],
    ...besideOff(kind),
  ],
  refuses: [
    ["a cookie prefix with a dash", { cookie_prefix: "a-b" }, "cookie_prefix"],
    ["a cookie prefix of 256 bytes", { cookie_prefix: tooLong(255, { ascii: true }) }, "cookie_prefix"],
    ["text for a flag", { options_passthrough: "yes" }, "options_passthrough"],
    ["more than a year of inactivity", { inactivity_timeout: DAY_365 + 1 }, "inactivity_timeout"],
    ["negative inactivity", { inactivity_timeout: -1 }, "inactivity_timeout"],
    ["half a second of inactivity", { inactivity_timeout: 0.5 }, "inactivity_timeout"],
    ["a duration of more than uint32", { maximum_duration: UINT32 + 1 }, "maximum_duration"],
    ["a negative duration", { maximum_duration: -1 }, "maximum_duration"],
    ["half a second of duration", { maximum_duration: 0.5 }, "maximum_duration"],
  ],
});

/** Entries that a list refuses, each where it stands, and any entry twice. */
const list = (
  field: string,
  good: string,
  bad: Readonly<Record<string, string>>,
  change: (fields: object) => object = (fields) => fields,
  at = "",
): Beyond[] => [
  ...Object.entries(bad).map(([what, entry]): Beyond => [
    `${field}: ${what}`,
    change({ [field]: [entry] }),
    `${at}${field}.0`,
  ]),
  [`${field}: one twice`, change({ [field]: [good, good] }), `${at}${field}.1`],
  [`${field}: text for a list`, change({ [field]: good }), `${at}${field}`],
];

const SCOPES = {
  "a space": "a b",
  nothing: "",
  "256 bytes": tooLong(255, { ascii: true }),
  "a quote": '"',
};
const ADDRESSES = {
  "no @": "ana",
  "no name before the @": "@acme.example",
  "a domain of one part": "ana@acme",
  capitals: "Ana@acme.example",
  "two periods": "a..b@acme.example",
  nothing: "",
  "255 bytes": `${"x".repeat(64)}@${`${"y".repeat(62)}.`.repeat(3)}z`,
};
const DOMAINS = { "an @": "@acme.example", capitals: "Acme.example", "one part": "acme", nothing: "" };
const TEAMS = { "no organization": "operators", nothing: "", "256 bytes": `a/${"x".repeat(254)}` };
const ORGANIZATIONS = { "a space": "a b", nothing: "", "256 bytes": "x".repeat(256) };

const APP = { client_id: "a", client_secret: "b" };
const google = (change: object) => ({ provider: { google: { ...APP, ...change } } });
const github = (change: object) => ({ provider: { github: { ...APP, ...change } } });
const inGoogle = "provider.google.";
const inGithub = "provider.github.";

/** The app of a provider: an id and its secret, or neither and then no scopes. */
const ownApp = (name: string): Beyond[] => {
  const member = (fields: object) => ({ provider: { [name]: fields } });
  const at = `provider.${name}`;
  const { client_id, client_secret } = APP;
  return [
    [`${name}: an id without its secret`, member({ client_id }), `${at}.client_secret`],
    [`${name}: an id with an empty secret`, member({ ...APP, client_secret: "" }), `${at}.client_secret`],
    [`${name}: a secret without its id`, member({ client_secret }), `${at}.client_id`],
    [`${name}: a secret with an empty id`, member({ ...APP, client_id: "" }), `${at}.client_id`],
    ...(OAUTH_OWN_APP_ONLY.includes(name)
      ? ([[`${name}: no app of one’s own`, member({}), `${at}.client_id`]] as Beyond[])
      : ([[`${name}: scopes of a managed app`, member({ scopes: ["a"] }), `${at}.scopes`]] as Beyond[])),
  ];
};

const OAUTH: Required<Bounds> = {
  accepts: [
    ["no re-check", { auth_check_interval: 0 }],
    ["the longest re-check", { auth_check_interval: UINT32 }],
    ["a provider’s managed app", { provider: { google: { email_domains: ["acme.example"] } } }],
    ["a client of one’s own at amazon", { provider: { amazon: APP } }],
    ["one provider beside those that are null", { provider: { github: null, gitlab: {} } }],
  ],
  refuses: [
    ["the provider left out", { provider: undefined }, "provider"],
    ["no provider", { provider: {} }, "provider"],
    ["a provider of null", { provider: { google: null } }, "provider"],
    ["two providers", { provider: { github: {}, google: {} } }, "provider.google"],
    ["an unknown provider", { provider: { google: {}, acme: {} } }, "provider.acme", "fieldUnknown"],
    ...OAUTH_PROVIDERS.flatMap(ownApp),
    ["an id of 1025 bytes", google({ client_id: tooLong(1024) }), `${inGoogle}client_id`],
    ["a secret of 4097 bytes", google({ client_secret: tooLong(4096) }), `${inGoogle}client_secret`],
    ["teams of google", google({ teams: ["a/b"] }), `${inGoogle}teams`, "fieldUnknown"],
    ["organizations of google", google({ organizations: ["a"] }), `${inGoogle}organizations`, "fieldUnknown"],
    ...list("scopes", "email", SCOPES, google, inGoogle),
    ...list("email_addresses", "ana@acme.example", ADDRESSES, google, inGoogle),
    ...list("email_domains", "acme.example", DOMAINS, google, inGoogle),
    ...list("teams", "acme/operators", TEAMS, github, inGithub),
    ...list("organizations", "acme", ORGANIZATIONS, github, inGithub),
    ["a negative interval", { auth_check_interval: -1 }, "auth_check_interval"],
    ["half a second of interval", { auth_check_interval: 0.5 }, "auth_check_interval"],
    ["an interval of more than uint32", { auth_check_interval: UINT32 + 1 }, "auth_check_interval"],
  ],
};

const OIDC: readonly Beyond[] = [
  ["no issuer", { issuer: undefined }, "issuer"],
  ["an empty issuer", { issuer: "" }, "issuer"],
  ["an issuer that is no URL", { issuer: "nowhere" }, "issuer"],
  ["an issuer without TLS", { issuer: "http://a.example" }, "issuer"],
  ["an issuer with a user", { issuer: "https://ana@a.example" }, "issuer"],
  ["an issuer with a fragment", { issuer: "https://a.example/#b" }, "issuer"],
  ["an issuer with a query", { issuer: "https://a.example/?b" }, "issuer"],
  ["an issuer of 2049 bytes", { issuer: `https://a.example/${"x".repeat(2031)}` }, "issuer"],
  ...(["client_id", "client_secret"] as const).flatMap((field): Beyond[] => {
    const max = field === "client_id" ? 1024 : 4096;
    return [
      [`no ${field}`, { [field]: undefined }, field],
      [`${field} of null`, { [field]: null }, field],
      [`an empty ${field}`, { [field]: "" }, field],
      [`a ${field} of ${max + 1} bytes`, { [field]: tooLong(max) }, field],
    ];
  }),
  ...list("scopes", "openid", SCOPES),
];

const { idp_metadata: METADATA } = samlContract.example;
const saml = (what: string, idp_metadata: string): Beyond => [
  `metadata ${what}`,
  { idp_metadata },
  "idp_metadata",
  "samlMetadataInvalid",
];

const SAML_TAKEN: readonly AtBound[] = [
  ["metadata with entities of XML’s own", { idp_metadata: METADATA.replace("/sso", "/?a&amp;b&#33;&#x21;") }],
  ["metadata with a comment that refers to nothing", { idp_metadata: `${METADATA}<!-- & &#0; -->` }],
];
const SAML: readonly Beyond[] = [
  ["no metadata", { idp_metadata: undefined }, "idp_metadata"],
  ["empty metadata", { idp_metadata: "" }, "idp_metadata"],
  ["metadata of half a character", { idp_metadata: `${METADATA}<!--${HALF}-->` }, "idp_metadata"],
  ["metadata of 131073 bytes", { idp_metadata: METADATA.padEnd(131_073) }, "idp_metadata"],
  saml("that is no XML", "not XML"),
  saml("that ends early", METADATA.slice(0, -20)),
  saml("with a DOCTYPE", `<!DOCTYPE EntityDescriptor>${METADATA}`),
  saml("with a character that XML lacks", METADATA.replace("/sso", "/&#1;")),
  saml("with such a character in hexadecimal", METADATA.replace("/sso", "/&#x1;")),
  saml("with an entity that is not XML’s own", METADATA.replace("/sso", "/&euro;")),
  saml("of several providers", METADATA.replaceAll("EntityDescriptor", "EntitiesDescriptor")),
  saml("with another root", METADATA.replaceAll("EntityDescriptor", "Entity")),
  saml("of another namespace", METADATA.replace("SAML:2.0:metadata", "SAML:1.0:metadata")),
  saml("without an entityID", METADATA.replace(/ entityID="[^"]*"/, "")),
  saml("with an empty entityID", METADATA.replace(/entityID="[^"]*"/, 'entityID=" "')),
  saml("of a service provider", METADATA.replaceAll("IDPSSODescriptor", "SPSSODescriptor")),
  saml("without a place to sign on", METADATA.replace(/<SingleSignOnService[^>]*>/, "")),
  saml("without the URL to sign on at", METADATA.replace(/ Location="[^"]*"/, "")),
  ["text for force_authn", { force_authn: "yes" }, "force_authn"],
  ["text for allow_idp_initiated", { allow_idp_initiated: "yes" }, "allow_idp_initiated"],
  ...list("authorized_groups", "a", { nothing: "", "1025 bytes": tooLong(1024) }),
  ["an unknown name id format", { nameid_format: "urn:x" }, "nameid_format"],
  ["a field that the service makes", { entity_id: "https://a.example" }, "entity_id", "fieldUnknown"],
];

const WEBHOOK: Bounds = {
  accepts: [
    ["sns without a secret", { provider: "sns", secret: null }],
    ["a provider in capitals", { provider: "GitHub" }],
    ["sendgrid with its key", { provider: "sendgrid", secret: "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE" }],
  ],
  refuses: [
    ["no provider", { provider: undefined }, "provider"],
    ["an empty provider", { provider: "" }, "provider"],
    ["a provider nobody knows", { provider: "nobody" }, "provider"],
    ["a provider that can’t be verified", { provider: "Orbit" }, "provider"],
    ["no secret", { secret: undefined }, "secret"],
    ["a secret of null", { secret: null }, "secret"],
    ["an empty secret", { secret: "" }, "secret"],
    ["a secret of 4097 bytes", { secret: tooLong(4096) }, "secret"],
    ["sns with a secret", { provider: "SNS", secret: "s" }, "secret"],
    ["sendgrid with another secret", { provider: "sendgrid", secret: "s" }, "secret"],
    ["sendgrid with a key of another sort", { provider: "sendgrid", secret: "MFkwEwYHKoZIzj0=" }, "secret"],
  ],
};

const login = (kind: string, { accepts = [], refuses = [] }: Bounds): Bounds => ({
  accepts: [...session(kind).accepts, ...accepts],
  refuses: [...session(kind).refuses, ...refuses],
});

/** The modules that let people and webhooks in. */
export const LOGIN_BOUNDS: Readonly<Record<string, Bounds>> = {
  oauth: login("oauth", OAUTH),
  oidc: login("oidc", { refuses: OIDC }),
  saml: login("saml", { accepts: SAML_TAKEN, refuses: SAML }),
  webhook_verification: WEBHOOK,
};
