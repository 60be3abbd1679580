// Cause: `terminate_at`, `cookie_prefix` and the buckets of circuit breakers could be saved, and no test saw that the edge goes by
// them. Law: each field of each kind of module has an effect at the edge that a test sees, which is named here.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ALL_CONTRACTS } from "#contract/modules/contracts.ts";
import { OAUTH_PROVIDERS } from "#contract/modules/oauth-providers.ts";
import { samlMade } from "#contract/modules/saml.ts";
import { newId } from "#service/store/ids.ts";
import { samlCertificate } from "#service/store/signing-keys.ts";
import { setModule } from "../testing/add-edge.ts";
import { Browser } from "../testing/browser.ts";
import { EDGE, moduleEdge } from "../testing/module-edge.ts";
import { type OpenIdProvider, startOpenIdProvider } from "../testing/openid-provider.ts";
import { type SamlIdp, startSamlIdp } from "../testing/saml-idp.ts";

/** A test that sees a field’s effect: its file in this folder, and its title. */
type Seen = readonly [file: string, title: string];

const here = (title: string): Seen => ["every-field.test.ts", title];
const mtls = (title: string): Seen => ["mutual-tls.test.ts", title];
const oauth = (title: string): Seen => ["oauth.test.ts", title];
const oidc = (title: string): Seen => ["oidc.test.ts", title];
const jwt = (title: string): Seen => ["jwt-validation.test.ts", title];
const breaker = (title: string): Seen => ["circuit-breaker.test.ts", title];
const saml = (title: string): Seen => ["saml/saml.test.ts", title];
const shapes = (title: string): Seen => ["shapes.test.ts", title];
const rules = (title: string): Seen => ["policies/policies.test.ts", title];

const TOKENS = "tokens of every kind: only what the issuer signed, for this audience, in its time, gets in";
const LISTED = "signs in who is on the list, names them to the app, and lets nobody in once they are removed";
const BOUNDS = "needs to again when the login is configured otherwise, after its bounds, and once signed out";
/** They are one for all logins (edge/modules/login). */
const LOGIN = {
  options_passthrough: here("%s lets preflights pass where it may"),
  cookie_prefix: here("%s keeps its cookies under its own prefix"),
  inactivity_timeout: oidc("is out once nobody has used the session for its time"),
  maximum_duration: oidc(BOUNDS),
};
const MEMBER = {
  client_id: oauth(LISTED),
  client_secret: oauth("a secret that is wrong"),
  scopes: oauth("scopes of one's own are asked for instead"),
  email_addresses: oauth("lets nobody in by an address that it has not verified"),
  email_domains: oauth("another domain"),
};
const GROUPS = { teams: oauth("their team by number"), organizations: oauth("their organization") };
const MIN_VERSION: Seen = ["tls-termination.test.ts", "min_version %s is the oldest that is spoken"];

const under = (path: string, fields: Readonly<Record<string, Seen>>) =>
  Object.fromEntries(Object.entries(fields).map(([field, seen]) => [`${path}.${field}`, seen]));
const RULE = {
  name: rules("a rule acts where all of its expressions are true, and the trail says so"),
  expressions: rules("a rule acts where all of its expressions are true, and the trail says so"),
  "actions.type": rules("deny is 403 unless told, and one rule may stand alone"),
  "actions.config": rules("a rule acts where all of its expressions are true, and the trail says so"),
};
const OUTBOUND = "rules see the answer and change its headers, before it is compressed and given more";

const SEEN: Readonly<Record<string, Readonly<Record<string, Seen>>>> = {
  https_tls_termination: { min_version: MIN_VERSION },
  tls_termination: {
    min_version: MIN_VERSION,
    terminate_at: ["tls-termination.test.ts", "with terminate_at %s it ends there"],
  },
  mutual_tls: {
    certificate_authority_ids: mtls("lets in who shows a certificate of an authority, and nobody else"),
  },
  ip_restriction: { ip_policy_ids: ["guards.test.ts", "%s"] },
  user_agent_filter: { allow: ["guards.test.ts", "%s by %j"], deny: ["guards.test.ts", "%s by %j"] },
  oauth: {
    ...LOGIN,
    auth_check_interval: oauth("who leaves the team is out after the re-check, and told so"),
    ...Object.assign({}, ...OAUTH_PROVIDERS.map((name) => under(`provider.${name}`, MEMBER))),
    ...under("provider.github", GROUPS),
  },
  saml: {
    ...LOGIN,
    idp_metadata: saml("signed as a whole, or by the second of two certificates, it is as good"),
    force_authn: saml("fields that the provider is told, and the module turned off"),
    nameid_format: saml("fields that the provider is told, and the module turned off"),
    allow_idp_initiated: saml("is refused where that is off"),
    authorized_groups: saml("of the groups %j"),
  },
  oidc: {
    ...LOGIN,
    issuer: oidc("an issuer that is not there, or is somebody else, and then is itself"),
    client_id: oidc("is sent to the provider and back to the page, is let in, and is named to the app"),
    client_secret: here("oidc shows the provider its client secret"),
    scopes: here("oidc asks for the scopes of its form"),
  },
  webhook_verification: {
    provider: ["webhook/webhook.test.ts", "$provider: as it is, and with no header changed"],
    secret: ["webhook/webhook.test.ts", "$provider: not with another secret"],
  },
  jwt_validation: {
    "issuer.allow_list.value": jwt(TOKENS),
    "audience.allow_list.value": jwt(TOKENS),
    "http.tokens.type": jwt("for %s its typ may be %s: %i"),
    "http.tokens.method": jwt(
      "in a body: one member of a JSON object, or one field of a form, and the app gets the body whole",
    ),
    "http.tokens.name": jwt("there is one everywhere; any case of the scheme will do"),
    "http.tokens.prefix": jwt("there is one everywhere; any case of the scheme will do"),
    "jws.allowed_algorithms": jwt(TOKENS),
    "jws.keys.sources.additional_jkus": jwt("tokens that OpenSSL signed get in"),
  },
  policies: { ...under("inbound", RULE), ...under("outbound", { ...RULE, expressions: rules(OUTBOUND) }) },
  websocket_tcp_converter: {},
  circuit_breaker: {
    tripped_duration: breaker("it opens, tries, stays open, tries again and closes"),
    rolling_window: breaker("a longer window has both"),
    num_buckets: breaker("a bucket ends at once with all that is in it"),
    volume_threshold: breaker("before its volume is reached"),
    error_threshold_percentage: breaker(
      "the share of failed requests, of those that gave no answer too, is what opens it",
    ),
  },
  request_headers: {
    add: shapes("some go, others come: beside what there is, or in its place where there is one of them"),
    remove: shapes("some go, others come: beside what there is, or in its place where there is one of them"),
  },
  backend: {
    backend_id: here("a request goes to the backend that its route names"),
  },
  compression: {},
  response_headers: { add: shapes("over HTTP/1.1 and HTTP/2"), remove: shapes("over HTTP/1.1 and HTTP/2") },
};

type Def = {
  innerType?: Schema;
  element?: Schema;
  shape?: Record<string, Schema>;
  options?: readonly Schema[];
};
type Schema = { def: Def };

/** What can be sent of a contract, by dotted names; of one or a list of them, those of one. */
function fieldsOf({ def }: Schema): string[] {
  const { shape, innerType, element, options = [] } = def;
  if (shape)
    return Object.entries(shape).flatMap(([name, inside]) => {
      const below = fieldsOf(inside);
      return below.length === 0 ? [name] : below.map((field) => `${name}.${field}`);
    });
  const inside = [innerType, element, ...options].filter((one) => one !== undefined);
  return [...new Set(inside.flatMap(fieldsOf))];
}

const APPLIED = ALL_CONTRACTS.filter(({ unapplied }) => !unapplied);

test.each(APPLIED.map(({ name, request }) => [name, request] as const))(
  "each field of %s is seen by a test that there is",
  (name, request) => {
    const fields = fieldsOf(request as unknown as Schema).filter((field) => field !== "enabled");
    const seen = SEEN[name] ?? {};
    const rows = `tests named in edge/modules/every-field.test.ts of the fields of ${name}`;
    expect({ [rows]: Object.keys(seen).toSorted() }).toEqual({ [rows]: fields.toSorted() });
    for (const [field, [file, title]] of Object.entries(seen)) {
      const text = readFileSync(join(import.meta.dirname, file), "utf8");
      expect([field, text.includes(JSON.stringify(title))]).toEqual([field, true]);
    }
  },
);

const t = moduleEdge();
let openId: OpenIdProvider;
let idp: SamlIdp;
beforeAll(async () => {
  openId = await startOpenIdProvider({ callbacks: [`http://${EDGE}/oauth2/callback`] });
  idp = await startSamlIdp();
  idp.trusted = await samlCertificate(t.gateway.db);
});
afterAll(async () => {
  openId.close();
  await idp.close();
});

const LOGINS: Record<"oauth" | "oidc" | "saml", () => object> = {
  oauth: () => ({ provider: { gitlab: { client_id: "app", client_secret: "s" } } }),
  oidc: () => ({ issuer: openId.issuer, ...openId.client }),
  saml: () => ({ idp_metadata: idp.metadata() }),
};
const KINDS = Object.keys(LOGINS) as (keyof typeof LOGINS)[];

async function begun(kind: keyof typeof LOGINS, more: object, method = "GET") {
  const made = kind === "saml" ? samlMade(`http://service.example/saml/${t.ids.route}`, idp.trusted) : null;
  await setModule(t.gateway.db, t.ids.route, kind, { ...LOGINS[kind](), ...more }, made);
  const { status, headers } = await t.call("/v1/x", { method, headers: { host: EDGE, accept: "text/html" } });
  const cookies = (headers["set-cookie"] ?? []).map((line) => line.split("=", 1)[0]);
  return { status, cookies, location: headers.location ?? "" };
}

test.each(KINDS)("%s keeps its cookies under its own prefix", async (kind) => {
  const own = await begun(kind, { cookie_prefix: "acme.sso." });
  expect([own.status, own.cookies]).toEqual([302, [expect.stringMatching(/^acme\.sso\.gatehouse-login-/)]]);
  const { cookies } = await begun(kind, { cookie_prefix: null });
  expect(cookies).toEqual([expect.stringMatching(/^[a-z]*\.?gatehouse-login-/)]);
});

test.each(KINDS)("%s lets preflights pass where it may", async (kind) => {
  expect((await begun(kind, { options_passthrough: true }, "OPTIONS")).status).toBe(200);
  expect((await begun(kind, { options_passthrough: false }, "OPTIONS")).status).toBe(401);
});

test("oidc asks for the scopes of its form", async () => {
  const { location } = await begun("oidc", { scopes: ["openid", "email"] });
  expect(new URL(location).searchParams.get("scope")).toBe("openid email");
});

test("a request goes to the backend that its route names", async () => {
  const id = newId("tunnelGroupBackend");
  const made = { description: "", metadata: "", created_at: new Date().toISOString() };
  const idle = { ...made, id, labels: '{"app":"idle"}' };
  await t.gateway.db.insertInto("backends").values(idle).execute();
  const code = async (backend_id: string) => {
    await t.set("backend", { backend_id });
    return (await t.call("/v1/x", { headers: { host: EDGE } })).headers["gatehouse-error-code"];
  };
  expect([await code(id), await code(t.ids.backend)]).toEqual(["ERR_GATEHOUSE_3201", undefined]);
});

// Cause: a wrong secret was told to visitors as if they had been refused, and to operators as "answered 401". Law: it is the login that
// does not work, and the event says why.
test("oidc shows the provider its client secret", async () => {
  const browser = new Browser(t);
  await t.set("oidc", LOGINS.oidc());
  expect((await browser.signIn()).status).toBe(302);
  await t.set("oidc", { ...LOGINS.oidc(), client_secret: "wrong" });
  const { status, headers } = await browser.signIn();
  expect([status, headers["gatehouse-error-code"]]).toEqual([503, "ERR_GATEHOUSE_3244"]);
  const reason = `${new URL(openId.issuer).host} does not accept the client ID and secret`;
  const reasons = () => t.events.map(({ gatehouse }) => gatehouse?.decisions?.at(-1)?.reason);
  await vi.waitFor(() => expect(reasons()).toContain(reason));
});
