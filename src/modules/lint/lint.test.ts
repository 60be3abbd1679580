import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ROUTE_MODULES } from "#contract/modules/kinds.ts";
import type { JsonObject } from "#forms/json.ts";
import { leadOf, leadWords } from "#resources/edge-way.ts";
import type { LintTarget } from "./facts.ts";
import { lint } from "./lint.ts";

const on = { enabled: true };
const off = { enabled: false };
const backend = { enabled: true, backend: { id: "bkdtg_1" } };
const oauth = { enabled: true, provider: { github: { email_domains: ["a.example"] } } };
const webhook = { enabled: true, provider: "github" };
const jwt = { enabled: true, issuer: {} };

const metadata = (signOn: string) =>
  `<md:EntityDescriptor entityID="http://idp.example"><md:SingleSignOnService Binding="HTTP-Redirect"\n Location="${signOn}"/><X509Certificate/></md:EntityDescriptor>`;

const route = (modules: JsonObject, edge?: JsonObject): LintTarget => ({
  owner: "route",
  id: "r1",
  modules: { backend, ...modules },
  edge: edge ?? { hostports: ["a.example:443"], routes: [] },
});
const tlsEdge = (modules: JsonObject): LintTarget => ({ owner: "tlsEdge", id: "e1", modules });
const said = (target: LintTarget) =>
  lint(target).map(({ severity, title, module, field }) => `${severity} ${module}.${field ?? ""}: ${title}`);

describe("lint", () => {
  it("says nothing of a route that is fine", () => {
    const fine = { oauth, circuit_breaker: { volume_threshold: 20, error_threshold_percentage: 0.5 } };
    expect(said(route(fine))).toEqual([]);
    expect(said(route({ webhook_verification: webhook, compression: on }))).toEqual([]);
    expect(said(tlsEdge({ tls_termination: { terminate_at: "edge", min_version: "1.2" } }))).toEqual([]);
  });

  it.each<[string, LintTarget, string[]]>([
    [
      "a module that the service can’t read",
      route({ user_agent_filter: { enabled: true, unreadable: "The stored deny must be a list" } }),
      ["error user_agent_filter.enabled: Nobody gets past User agent filter"],
    ],
    ["two logins", route({ oauth, saml: on }), ["error saml.enabled: OAuth and SAML are both on"]],
    [
      "a login on two routes",
      route({ oauth }, { routes: [{ id: "r1" }, { id: "r2", match: "/b", oidc: on }] }),
      ["error oauth.enabled: Another route of this edge has a login too"],
    ],
    ["a login that is off elsewhere", route({ oauth }, { routes: [{ id: "r2", oidc: off }] }), []],
    [
      "a login without https",
      route({ oauth }, { hostports: ["a.example:443", "a.example:80"] }),
      ["error oauth.: OAuth without https"],
    ],
    [
      "a login and a token",
      route({ oauth, jwt_validation: jwt }),
      ["warning jwt_validation.enabled: JWT validation and OAuth are both on"],
    ],
    [
      "webhooks behind a login",
      route({ oauth, webhook_verification: webhook }),
      ["error oauth.enabled: Webhooks can’t pass OAuth"],
    ],
    [
      "webhooks behind a token",
      route({ jwt_validation: jwt, webhook_verification: webhook }),
      ["error jwt_validation.enabled: Webhooks can’t pass JWT validation"],
    ],
    [
      "webhooks behind mutual TLS",
      route({ webhook_verification: webhook }, { mutual_tls: { certificate_authorities: [{}] } }),
      ["warning mutual_tls.enabled: Webhooks need a client certificate here"],
    ],
    [
      "what needs the traffic of a route",
      route({ compression: on }, { tls_termination: { terminate_at: "upstream" } }),
      ["error compression.enabled: Compression can’t see the traffic"],
    ],
    [
      "what needs the traffic of an edge",
      tlsEdge({
        tls_termination: { terminate_at: "upstream" },
        mutual_tls: { certificate_authority_ids: ["ca_1"] },
        ip_restriction: { ip_policy_ids: ["ipp_1"] },
      }),
      ["error mutual_tls.enabled: Mutual TLS can’t see the traffic"],
    ],
    [
      "everything off",
      route({ backend: off, oauth: { ...oauth, ...off } }),
      ["error backend.enabled: Backend is off", "note oauth.enabled: OAuth is off"],
    ],
    // Cause: "Requests pass unchecked" stood where the backend was off and nothing passed, and counted the backend as a module.
    // Law: what is said of a guard is true of the requests there are.
    [
      "guards off in front of a backend",
      route({ oauth: { ...oauth, ...off }, compression: off }),
      ["warning oauth.enabled: No check is on"],
    ],
    // Cause: "Everything is off" of modules that block nobody. Law: as above.
    ["nothing that blocks, off in front of a backend", route({ compression: off, request_headers: off }), []],
    [
      "guards off on a TCP edge without a backend",
      { owner: "tcpEdge", id: "e", modules: { ip_restriction: off, policies: off } } as const,
      ["note ip_restriction.enabled: IP restriction is off"],
    ],
    // Cause: a variable that the edge leaves empty was saved without a word. Law: what has no effect is said where it is.
    [
      "variables that no request has",
      route({ response_headers: { add: { a: "${.region} ${.conn.client_ip}" } } }),
      ["warning response_headers.add.a: Unknown variable ${.region}"],
    ],
    ["no backend", route({ backend: null }), ["error backend.: No backend"]],
    // Cause: the warning went as soon as a backend could be chosen. Law: it stays until one is.
    ["no backend chosen", route({ backend: { backend_id: "" } }), ["error backend.backend_id: No backend"]],
    // Cause: whatever was typed to search for a backend counted as one. Law: as above.
    [
      "a backend that is not there",
      { ...route({ backend: { backend_id: "bkdtg_2" } }), isNoBackend: (id: string) => id === "bkdtg_2" },
      ["error backend.backend_id: No backend"],
    ],
    ["a backend as sent", route({ backend: { backend_id: "bkdtg_1" } }), []],
    [
      "a guard that is off",
      route({ jwt_validation: { ...jwt, ...off } }),
      ["note jwt_validation.enabled: JWT validation is off"],
    ],
    // Cause: a login that another one replaced stays, turned off, and nagged. Law: say what is wrong, not what is meant.
    ["a login that another one replaced", route({ oauth: { ...oauth, ...off }, oidc: on }), []],
    // Cause: right after "Replace with JWT validation" the route advised to turn the login on again. Law: as above.
    ["a login that tokens replaced", route({ oauth: { ...oauth, ...off }, jwt_validation: jwt }), []],
    ["tokens that a login replaced", route({ jwt_validation: { ...jwt, ...off }, oauth }), []],
    [
      "OPTIONS let through",
      route({ oauth: { ...oauth, options_passthrough: true } }),
      ["warning oauth.options_passthrough: CORS preflight is only half set up"],
    ],
    [
      "OPTIONS let through for CORS",
      route({
        oauth: { ...oauth, options_passthrough: true },
        response_headers: { add: { "Access-Control-Allow-Origin": "*" } },
      }),
      [],
    ],
    [
      "ip_restriction of nobody, as answered",
      route({ ip_restriction: { enabled: true, ip_policies: [] } }),
      ["error ip_restriction.ip_policy_ids: IP restriction blocks everyone"],
    ],
    ["ip_restriction of somebody, as sent", route({ ip_restriction: { ip_policy_ids: ["ipp_1"] } }), []],
    [
      "anyone with an account",
      route({ oauth: { provider: { github: { teams: [], email_domains: null }, google: null } } }),
      ["warning oauth.provider.github.teams: Anyone with a GitHub account can sign in"],
    ],
    // Cause: "a Amazon account". Law: texts are English.
    [
      "anyone with an Amazon account",
      route({ oauth: { provider: { amazon: { client_id: "a" } } } }),
      ["warning oauth.provider.amazon.email_domains: Anyone with an Amazon account can sign in"],
    ],
    // Cause: the same open door as OAuth's was not said of OIDC. Law: who can come in is said of every login.
    [
      "anyone with a Google account, by OIDC",
      route({ oidc: { issuer: "https://accounts.google.com" } }),
      ["warning oidc.issuer: Anyone with a Google account can sign in"],
    ],
    [
      "anyone with a Microsoft account, by OIDC",
      route({ oidc: { issuer: "https://login.microsoftonline.com/common/v2.0" } }),
      ["warning oidc.issuer: Anyone with a Microsoft account can sign in"],
    ],
    [
      "accounts of one tenant, by OIDC",
      route({
        oidc: { issuer: "https://login.microsoftonline.com/4f2c1d3e-0000-4000-8000-000000000000/v2.0" },
      }),
      [],
    ],
    [
      "an inactivity timeout beyond the end",
      route({ oauth: { ...oauth, maximum_duration: 60, inactivity_timeout: 90 } }),
      ["note oauth.inactivity_timeout: “Sign out when idle” has no effect"],
    ],
    // Cause: "Sessions end after -5 s" was worked out from a value that can't be. Law: nothing is said of what is refused.
    [
      "a session that can’t be",
      route({ oauth: { ...oauth, maximum_duration: -5, inactivity_timeout: 9 } }),
      [],
    ],
    [
      "a nervous breaker",
      route({ circuit_breaker: { volume_threshold: 4, error_threshold_percentage: 0.5 } }),
      ["warning circuit_breaker.volume_threshold: Breaker trips early"],
    ],
    [
      "modules that do nothing",
      route({ request_headers: { add: {}, remove: [] }, policies: { inbound: null } }),
      [
        "note policies.inbound: Policies is on but empty",
        "note request_headers.add: Request headers is on but empty",
      ],
    ],
    // Cause: an empty filter had "no effect", and refused requests without the header. Law: only what does nothing is said to.
    ["a user agent filter without patterns", route({ user_agent_filter: { allow: null, deny: [] } }), []],
    [
      "a pattern allowed and denied",
      route({ user_agent_filter: { allow: ["a", "b"], deny: ["b"] } }),
      ["warning user_agent_filter.deny: A user agent is both allowed and denied"],
    ],
    [
      "old TLS",
      tlsEdge({ tls_termination: { min_version: "1.0" } }),
      ["warning tls_termination.min_version: TLS 1.0 is accepted"],
    ],
    [
      "plain http where keys and identities come from",
      route({
        jwt_validation: {
          issuer: { allow_list: [{ value: "https://a.example" }, { value: "HTTP://b.example" }] },
          jws: { keys: { sources: { additional_jkus: ["http://b.example/jwks.json"] } } },
        },
      }),
      [
        "warning jwt_validation.jws.keys.sources.additional_jkus: JWT keys are fetched over http://",
        "warning jwt_validation.issuer.allow_list: JWT issuer uses http://",
      ],
    ],
    [
      "metadata that nobody can sign in by",
      route({ saml: { idp_metadata: "<EntityDescriptor/>" } }),
      ["error saml.idp_metadata: The SAML metadata has no signing certificate"],
    ],
    // Cause: it was said in the metadata's check alone. Law: whoever can read a sign-in is warned of wherever a plain issuer is.
    [
      "metadata that signs in over http",
      route({ saml: { idp_metadata: metadata("http://idp.example/sso") } }),
      ["warning saml.idp_metadata: SAML sign-on URL uses http://"],
    ],
    [
      "metadata that signs in over https",
      route({ saml: { idp_metadata: metadata("https://idp.example/sso") } }),
      [],
    ],
    [
      "one plain issuer, as other services may hold it",
      route({ oidc: { issuer: "http://login.example" } }),
      ["warning oidc.issuer: OIDC issuer uses http://"],
    ],
    // Cause: http://localhost, which the form takes, was said to be open to anyone on the network path for ever. Law: a finding is true of what it is about.
    ["no forgery on the machine itself", route({ oidc: { issuer: "http://localhost:5115" } }), []],
  ])("finds %s", (_, target, findings) => {
    expect(said(target)).toEqual(findings);
  });

  // Cause: "Not protecting this route until you turn it on." followed "OIDC is off." without a subject. Law: hints are sentences.
  it("says in a sentence what a guard that is off leaves open", () => {
    const [said] = lint(route({ jwt_validation: { ...jwt, ...off } }));
    expect(said?.reason).toBe("It doesn’t protect this route until you turn it on.");
  });

  // Cause: whom a login and a token shut out together was said, not what comes of it. Law: a consequence is said in plain words first.
  it("says that almost nobody passes a login and a token", () => {
    const [said] = lint(route({ oauth, jwt_validation: jwt }));
    expect(said?.reason).toMatch(
      /^Almost nobody gets in: programs can’t sign in, and browsers send no token\./,
    );
  });

  // Cause: a route whose backend was off had an amber suggestion on its page and was broken in red on the overview. Law: a path that
  // serves nothing is shown as broken everywhere, in one wording.
  it.each([
    ["turned off", { ...backend, ...off }],
    ["missing", null],
  ])("speaks of a backend that is %s as the overview does", (_, value) => {
    const target = route({ backend: value });
    const { tone, text, why } = leadWords(leadOf(target.modules, {}, target.edge));
    expect(tone).toBe("bad");
    expect(lint(target)).toMatchObject([{ severity: "error", title: text, reason: why }]);
  });

  // Cause: the draft's 400 days were told as they were typed, though no more than 365 can be saved. Law: a limit is a fact.
  it("says no longer idle time than can be saved", () => {
    const session = (maximum_duration: number) =>
      lint(route({ oauth: { ...oauth, maximum_duration, inactivity_timeout: 34_560_000 } })).map(
        (one) => one.reason,
      );
    expect(session(43_200)).toEqual(["Sessions end after 12 h, before 365 d of idle time."]);
    expect(session(31_536_000)).toEqual([]);
  });

  // Cause: http:// issuers and key URLs were taken without a word. Law: whoever sits on the way can forge every token.
  it("warns of every plain URL of a key or an issuer, and of no other", () => {
    const url = fc.record({ scheme: fc.constantFrom("http", "https", "HTTP"), host: fc.domain() });
    fc.assert(
      fc.property(fc.array(url, { minLength: 1 }), fc.boolean(), (urls, alone) => {
        const texts = urls.map(({ scheme, host }) => `${scheme}://${host}/http:`);
        const list = texts.map((value) => ({ value }));
        const jwt_validation = {
          issuer: { allow_list: alone ? list[0] : list },
          jws: { keys: { sources: { additional_jkus: texts } } },
        };
        const found = lint(route({ jwt_validation })).map(({ field }) => field);
        const isPlain = ({ scheme }: { scheme: string }) => scheme.toLowerCase() === "http";
        expect(found.includes("jws.keys.sources.additional_jkus")).toBe(urls.some(isPlain));
        expect(found.includes("issuer.allow_list")).toBe((alone ? urls.slice(0, 1) : urls).some(isPlain));
      }),
    );
  });

  it("takes anything a service may answer, and speaks only of modules that are there or the backend", () => {
    const anything = fc.dictionary(fc.constantFrom(...ROUTE_MODULES), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(anything, fc.jsonValue({ maxDepth: 3 }), (modules, edge) => {
        const target = route(modules, (typeof edge === "object" && edge !== null ? edge : {}) as JsonObject);
        for (const { module, of } of lint(target)) {
          expect(module === "backend" || of === "edge" || Object.hasOwn(modules, module)).toBe(true);
        }
      }),
    );
  });
});
