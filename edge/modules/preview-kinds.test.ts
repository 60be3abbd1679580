// Law: whichever kinds of modules are saved and drafted, a preview says what the edge then does with the same requests, or that it can't
// be known; and never more often than where something was not kept (docs/decisions/edge/previews.md).
import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { PREVIEW_KINDS } from "#contract/traffic/preview.ts";
import { samlContract, samlMade } from "#contract/modules/saml.ts";
import { newId } from "#service/store/ids.ts";
import { samlCertificate } from "#service/store/signing-keys.ts";
import { setModule } from "../testing/add-edge.ts";
import { EDGE, moduleEdge } from "../testing/module-edge.ts";

const t = moduleEdge();
const [policy, authority] = [newId("ipPolicy"), newId("certificateAuthority")];
let certificate: string;
beforeAll(async () => {
  certificate = await samlCertificate(t.gateway.db);
  const made = { description: "", metadata: "", created_at: new Date().toISOString() };
  await t.gateway.db
    .insertInto("ip_policies")
    .values({ ...made, id: policy })
    .execute();
  await t.gateway.db
    .insertInto("ip_policy_rules")
    .values({
      ...made,
      id: newId("ipPolicyRule"),
      ip_policy_id: policy,
      action: "allow",
      cidr: "10.0.1.0/24",
    })
    .execute();
  const shown = { subject_common_name: "", key_usages: "[]", extended_key_usages: "[]" };
  await t.gateway.db
    .insertInto("certificate_authorities")
    .values({ ...made, ...shown, id: authority, ca_pem: t.authority.rootPem, not_before: "", not_after: "" })
    .execute();
});

/** Nobody answers there. */
const NOBODY = "http://127.0.0.1:9";
const key = (pem: string) =>
  `<KeyDescriptor><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${pem.replaceAll(/-----[A-Z ]+-----|\s/g, "")}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
const VALUES: Record<(typeof PREVIEW_KINDS)[number], () => object> = {
  tls_termination: () => ({ min_version: "1.3" }),
  mutual_tls: () => ({ certificate_authority_ids: [authority] }),
  ip_restriction: () => ({ ip_policy_ids: [policy] }),
  user_agent_filter: () => ({ deny: ["Bot"] }),
  oauth: () => ({ provider: { gitlab: { client_id: "a", client_secret: "s" } }, options_passthrough: true }),
  saml: () => ({
    idp_metadata: samlContract.example.idp_metadata.replace("<SingleSignOn", `${key(certificate)}$&`),
  }),
  oidc: () => ({ issuer: NOBODY, client_id: "a", client_secret: "s" }),
  webhook_verification: () => ({ provider: "github", secret: "s" }),
  jwt_validation: () => ({
    issuer: { allow_list: { value: "https://login.example" } },
    audience: { allow_list: { value: "shop" } },
    http: { tokens: { type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " } },
    jws: { allowed_algorithms: ["RS256"], keys: { sources: { additional_jkus: [`${NOBODY}/k`] } } },
  }),
  policies: () => ({ inbound: [{ expressions: ["req.method == 'POST'"], actions: [{ type: "deny" }] }] }),
  websocket_tcp_converter: () => ({}),
  circuit_breaker: () => ({ volume_threshold: 100 }),
};
const OF_EDGE = ["tls_termination", "mutual_tls"];
const ownerOf = (kind: string): string => (OF_EDGE.includes(kind) ? t.ids.edge : t.ids.route);

const visit = fc.record({
  clientIp: fc.constantFrom("10.0.1.7", "10.0.2.7"),
  method: fc.constantFrom("GET", "POST", "OPTIONS"),
  headers: fc.record(
    {
      "User-Agent": fc.constantFrom(["Bot/1"], ["Firefox"]),
      Authorization: fc.constantFrom(["Bearer a.b.c"], ["Basic YTpi"]),
      Cookie: fc.constantFrom(["service.gatehouse-session=x"], ["theme=dark"]),
      Accept: fc.constantFrom(["text/html"], ["*/*"]),
      "X-Hub-Signature-256": fc.constant(["sha256=00"]),
    },
    { requiredKeys: [] },
  ),
  body: fc.constantFrom("", "{}"),
});
/** Something of it is not kept. */
const isPartly = ({ headers, body }: { headers: object; body: string }): boolean =>
  body !== "" || ["Authorization", "Cookie", "X-Hub-Signature-256"].some((name) => name in headers);

test("of every kind it says what the edge then does", async () => {
  let known = 0;
  const kinds = fc.constantFrom(...PREVIEW_KINDS);
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(kinds, { maxLength: 3 }),
      kinds,
      fc.boolean(),
      fc.array(visit, { minLength: 1, maxLength: 4 }),
      async (saved, kind, enabled, visits) => {
        for (const one of PREVIEW_KINDS) {
          const value = saved.includes(one) ? VALUES[one]() : null;
          const made = one === "saml" ? samlMade("http://service.example/saml", certificate) : null;
          await setModule(t.gateway.db, ownerOf(one), one, value, made);
        }
        const module = { ownerId: ownerOf(kind), kind, request: { ...VALUES[kind](), enabled } };
        const send = async (draft: typeof module | null) => {
          const sent = [];
          for (const { body, headers, ...one } of visits) {
            const common = { id: newId("event"), proto: "https", host: EDGE, target: "/v1/" } as const;
            const lists = headers as Record<string, string[]>;
            sent.push(
              await t.edge.test({
                ...common,
                ...one,
                headers: lists,
                body: Buffer.from(body),
                module: draft,
              }),
            );
          }
          return sent.map(({ event, response }) => ({ event, passed: response?.status === 200 }));
        };
        const [before, after] = [await send(null), await send(module)];
        const { effects } = await t.edge.preview(
          { module },
          before.map(({ event }) => event).toReversed(),
          () => Promise.resolve(null),
        );
        const said = effects.toReversed().map((effect) => {
          if (typeof effect === "string") return effect === "maybe" ? "unknown" : effect;
          return effect.verdict === "still_blocked" ? "none" : effect.verdict;
        });
        const was = before.map(({ passed }, index) =>
          passed === after[index]?.passed ? "none" : passed ? "block" : "allow",
        );
        known += said.filter((one) => one === "block" || one === "allow").length;
        expect(
          said.map((one, index) => (one === "unknown" && isPartly(visits[index]!) ? was[index] : one)),
        ).toEqual(was);
      },
    ),
    { numRuns: 30 },
  );
  expect(known).toBeGreaterThan(0);
});

// Cause: with a circuit breaker beside it, a login that goes off let in one request, and of the others it was "unknown". Law: all
// that it sent to sign in or refused get past it, and those whom another module may block are told as that.
test.each(["oauth", "oidc", "saml", "jwt_validation"] as const)(
  "%s turned off lets in all that it kept from the app, or may",
  async (kind) => {
    const made = kind === "saml" ? samlMade("http://service.example/saml", certificate) : null;
    await setModule(t.gateway.db, t.ids.route, kind, VALUES[kind](), made);
    await setModule(t.gateway.db, t.ids.route, "circuit_breaker", { volume_threshold: 100 });
    const visits: Record<string, string[]>[] = [
      { Accept: ["text/html"] },
      { Accept: ["text/html"], Cookie: ["theme=dark"] },
      { Accept: ["*/*"], Cookie: ["theme=dark"] },
      { Authorization: ["Bearer a.b.c"] },
    ];
    const events = [];
    for (const headers of visits) {
      const common = {
        id: newId("event"),
        proto: "https",
        host: EDGE,
        target: "/v1/",
        method: "GET",
      } as const;
      const { event } = await t.edge.test({
        ...common,
        headers,
        body: Buffer.alloc(0),
        clientIp: "10.0.1.7",
        module: null,
      });
      events.unshift(event);
    }
    const module = { ownerId: t.ids.route, kind, request: { ...VALUES[kind](), enabled: false } };
    const { effects } = await t.edge.preview({ module }, events, async () => null);
    expect(effects.map((one) => (typeof one === "string" ? one : one.verdict))).toEqual([
      // What the breaker counts of those let in is not known.
      ...Array.from({ length: 3 }, () => "maybe"),
      "allow",
    ]);
  },
);
