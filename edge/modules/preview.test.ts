// Cause: what a change does to visitors was seen by them, and only two kinds of modules could be tried. Law: what a preview says of
// a request is what the edge does with it, for any draft, and where that can't be known it says so (docs/decisions/edge/previews.md).
import * as fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import { PREVIEW_KINDS } from "#contract/traffic/preview.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { newId } from "#service/store/ids.ts";
import { EDGE, moduleEdge } from "../testing/module-edge.ts";
import type { Draft, DraftModule } from "./draft.ts";
import { IN_ORDER, UNKNOWN_KIND } from "./guards.ts";

const t = moduleEdge();
const POLICY = newId("ipPolicy");
const STILL = { verdict: "still_blocked", sign_in: false, was_sign_in: false };
const made = { description: "", metadata: "", created_at: new Date().toISOString() };
const rule = (action: string, cidr: string) => ({
  ...made,
  id: newId("ipPolicyRule"),
  ip_policy_id: POLICY,
  action,
  cidr,
});
beforeAll(async () => {
  await t.gateway.db
    .insertInto("ip_policies")
    .values({ ...made, id: POLICY })
    .execute();
});

const JWT = {
  issuer: { allow_list: [{ value: "https://login.example.com" }] },
  audience: { allow_list: [{ value: "shop" }] },
  http: { tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
  jws: {
    allowed_algorithms: ["RS256"],
    keys: { sources: { additional_jkus: ["https://login.example.com/k"] } },
  },
};
type Sent = { event: TrafficEvent; passed: boolean };
type Asked = { method?: string; target?: string; headers?: Record<string, string[]>; body?: string };
const send = async (
  clientIp: string,
  agent: string | null,
  module: DraftModule | null,
  asked: Asked = {},
): Promise<Sent> => {
  const { method = "GET", target = "/v1/", headers: given = {}, body = "" } = asked;
  const headers = agent === null ? given : { ...given, "User-Agent": [agent] };
  const common = { id: newId("event"), proto: "https", host: EDGE, target, method } as const;
  const sent = await t.edge.test({ ...common, headers, body: Buffer.from(body), clientIp, module });
  return { event: sent.event, passed: sent.response?.status === 200 };
};
const preview = (draft: Draft, events: readonly TrafficEvent[]) =>
  t.edge.preview(draft, events, async ({ gatehouse }) =>
    Buffer.from(gatehouse?.capture?.request?.content ?? "", "base64"),
  );
/** What the preview says of requests in the order in which they were sent. */
const told = async (module: DraftModule, sent: readonly Sent[]) => {
  const { effects } = await preview({ module }, sent.map(({ event }) => event).toReversed());
  return effects.toReversed().map((effect) => {
    if (typeof effect === "string") return effect === "maybe" ? "unknown" : effect;
    return effect.verdict === "still_blocked" ? "none" : effect.verdict;
  });
};
/** What is said, and what happened where it says that it does not know, and may. */
const orUnknown = (said: readonly string[], was: readonly string[], mayBe: readonly boolean[]) =>
  said.map((one, index) => (one === "unknown" && mayBe[index] ? was[index] : one));
const happened = (before: readonly Sent[], after: readonly Sent[]) =>
  before.map(({ passed }, index) => {
    const now = after[index]?.passed;
    return passed === now ? "none" : now ? "allow" : "block";
  });
const ip = fc.tuple(fc.constantFrom(1, 2), fc.constantFrom(0, 128, 255)).map(([a, b]) => `10.0.${a}.${b}`);
const agent = fc.option(fc.constantFrom("curl/8", "Wget", "Bot"), { nil: null });
const patterns = fc.subarray(["curl", "(?i)bot", "^$", "W"]);
const filter = fc.record({ enabled: fc.boolean(), allow: patterns, deny: patterns });
const cidr = fc.constantFrom("10.0.0.0/16", "10.0.1.0/24", "10.0.1.128/25", "10.0.2.0/32", "0.0.0.0/0");
const rules = fc.uniqueArray(fc.tuple(fc.constantFrom("allow", "deny"), cidr), {
  maxLength: 4,
  selector: ([, range]) => range,
});

test("it says what the edge then does, whatever is saved, drafted and asked", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ rules, saved: filter, draft: filter, restricted: fc.boolean(), drafted: fc.boolean() }),
      fc.array(fc.tuple(ip, agent), { minLength: 1, maxLength: 4 }),
      async (given, visitors) => {
        await t.gateway.db.deleteFrom("ip_policy_rules").execute();
        for (const one of given.rules)
          await t.gateway.db
            .insertInto("ip_policy_rules")
            .values(rule(...one))
            .execute();
        await t.set("user_agent_filter", given.saved);
        await t.set("ip_restriction", { enabled: given.restricted, ip_policy_ids: [POLICY] });
        const module: DraftModule = given.drafted
          ? { ownerId: t.ids.route, kind: "user_agent_filter", request: given.draft }
          : {
              ownerId: t.ids.route,
              kind: "ip_restriction",
              request: { enabled: !given.restricted, ip_policy_ids: [POLICY] },
            };
        const before = await Promise.all(visitors.map((visitor) => send(...visitor, null)));
        const after = await Promise.all(visitors.map((visitor) => send(...visitor, module)));
        expect(await told(module, before)).toEqual(happened(before, after));
      },
    ),
    { numRuns: 40 },
  );
});

const KEPT = [
  "req.method == 'POST'",
  "req.url.path.startsWith('/v1/a')",
  "hasQueryParam('page') && getQueryParam('page') == ['2']",
  "inCidrRange(conn.client_ip, '10.0.1.0/24')",
  "req.user_agent.contains('Bot')",
  "hasReqHeader('x-tag')",
  "'x-number' in req.headers && req.headers['x-number'][0] == '7'",
  "conn.tls.version == '' && req.content_length == 0",
  // It fails where the header is not there: nobody gets in.
  "getReqHeader('x-number')[0] == '7'",
];
const NOT_KEPT = [
  "'Big' in getReqHeader('x-tag')",
  "getReqCookie('c').Value == '3'",
  "req.url.query == 'sig=1'",
];
const action = fc.constantFrom(
  { type: "deny" },
  { type: "custom-response", config: { status_code: 201, content: "${req.url.path}" } },
  { type: "log", config: { metadata: { tag: "${getReqHeader('x-tag')[0]}" } } },
  { type: "remove-headers", config: { headers: ["x-number", "x-tag"] } },
  { type: "add-headers", config: { headers: { "x-number": "${.conn.server_name}7" } } },
  { type: "url-rewrite", config: { from: "^/v1/b", to: "/v1/a" } },
);
const rulesOf = (expressions: readonly string[]) =>
  fc.array(
    fc.record({
      expressions: fc.subarray([...expressions], { minLength: 1, maxLength: 2 }),
      actions: fc.tuple(action),
    }),
    { maxLength: 4 },
  );
const visit = fc.record({
  method: fc.constantFrom("GET", "POST"),
  target: fc.constantFrom("/v1/", "/v1/a?page=2", "/v1/b", "/v1/b?", "/v1/b?sig=1"),
  headers: fc
    .record(
      {
        "x-tag": fc.constantFrom(["Big"], ["7"]),
        "x-number": fc.constantFrom(["7"], ["8"]),
        cookie: fc.constant(["c=3"]),
      },
      { requiredKeys: [] },
    )
    .map((headers) => headers as unknown as Record<string, string[]>),
});

test("rules of policies do as the edge then does, or it says that what they read was not kept", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean().chain((all) => fc.tuple(rulesOf(KEPT), rulesOf(all ? [...KEPT, ...NOT_KEPT] : KEPT))),
      fc.array(fc.tuple(ip, agent, visit), { minLength: 1, maxLength: 4 }),
      async ([saved, draft], visitors) => {
        await t.set("policies", { enabled: true, inbound: saved });
        const module = { ownerId: t.ids.route, kind: "policies", request: { inbound: draft } };
        const [before, after] = [[] as Sent[], [] as Sent[]];
        for (const [from, by, asked] of visitors) {
          before.push(await send(from, by, null, asked));
          after.push(await send(from, by, module, asked));
        }
        const [said, was] = [await told(module, before), happened(before, after)];
        const readsMore = NOT_KEPT.some((text) => JSON.stringify(draft).includes(text.slice(1, 20)));
        const mayBe = visitors.map(([, , { target }]) => readsMore || target === "/v1/b?sig=1");
        expect(orUnknown(said, was, mayBe)).toEqual(was);
      },
    ),
    { numRuns: 15 },
  );
});
test("the rules of a policy, and what can't be told", async () => {
  await t.gateway.db.deleteFrom("ip_policy_rules").execute();
  await t.gateway.db.insertInto("ip_policy_rules").values(rule("allow", "10.0.1.0/24")).execute();
  await t.set("ip_restriction", { ip_policy_ids: [POLICY] });
  const events = [
    (await send("10.0.1.1", null, null)).event,
    (await send("10.0.2.1", null, null, { headers: { authorization: ["Bearer a.b.c"] } })).event,
  ];
  const drafted = async (of: readonly TrafficEvent[] = events) =>
    (
      await preview(
        {
          ipPolicy: {
            id: POLICY,
            description: "Office",
            rules: [{ id: "0", action: "allow", cidr: "10.0.2.0/24" }],
          },
        },
        of,
      )
    ).effects;
  const [blocked, allowed] = [
    { verdict: "block", reason: "No rule allows 10.0.1.1" },
    { verdict: "allow", reason: "10.0.2.1 matches allow 10.0.2.0/24 of Office" },
  ];
  expect(await drafted()).toEqual([blocked, allowed]);
  // Without a token it is blocked anyway. Whether a token would do is not kept.
  await t.set("jwt_validation", JWT);
  expect(await drafted()).toEqual([{ ...STILL, kind: "ip_restriction" }, "maybe"]);
  const gone = { ...events[1]!, gatehouse: { ...events[1]!.gatehouse, route_id: "edghtsrt_0" } };
  expect(await drafted([gone])).toEqual(["unknown"]);
});

const LOGIN = {
  issuer: "https://login.example.com",
  client_id: "shop",
  client_secret: "none",
  scopes: ["openid"],
};
const UNSIGNED = { verdict: "block", reason: expect.stringContaining("No signature") };
const SIGNED = { headers: { "x-hub-signature-256": ["sha256=00"] } };
const HOOK = { provider: "github", secret: "s" };
const TOKEN = { authorization: ["Bearer a.b.c"] };

// Cause: who would be sent to sign in instead of being refused by address was told "nothing changes". Law: what blocks instead is
// said, where that is known.
test("who is still blocked, but by another module, is told by which", async () => {
  await t.gateway.db.deleteFrom("ip_policy_rules").execute();
  await t.set("jwt_validation", null);
  await t.set("ip_restriction", { ip_policy_ids: [POLICY] });
  const events = [
    (await send("10.0.1.1", null, null)).event,
    (await send("10.0.2.1", null, null, { headers: { cookie: ["session=1"] } })).event,
    (await send("10.0.9.1", null, null)).event,
  ];
  await t.set("oidc", LOGIN);
  const rules = [
    { id: "0", action: "allow", cidr: "10.0.1.0/24" },
    { id: "1", action: "allow", cidr: "10.0.2.0/24" },
  ];
  const { effects } = await preview({ ipPolicy: { id: POLICY, description: "Office", rules } }, events);
  expect(effects).toEqual([{ ...STILL, kind: "oidc", sign_in: true }, "maybe", "none"]);
  await t.set("oidc", null);
  await t.set("ip_restriction", null);
});

// Cause: of visitors whom a login that can't be applied blocked it was said that they had been asked to sign in. Law: as above, of why.
test("who can sign in with a draft of the login that blocked everyone is told apart", async () => {
  const provider = { client_id: "shop", client_secret: "none", organizations: ["acme"] };
  await t.set("oauth", { provider: { github: {} } });
  const { event } = await send("10.0.1.1", null, null);
  const module = { ownerId: t.ids.route, kind: "oauth", request: { provider: { github: provider } } };
  const { effects } = await preview({ module }, [event]);
  expect(effects).toEqual([{ ...STILL, kind: "oauth", sign_in: true }]);
  await t.set("oauth", null);
});

test("it takes drafts of every kind that decides", () => {
  expect([UNKNOWN_KIND, ...PREVIEW_KINDS]).toEqual(IN_ORDER.map(({ kind }) => kind));
});

test.each<[kind: string, asked: Asked, draft: object, expected: object | string]>([
  ["jwt_validation", { headers: TOKEN }, JWT, "unknown"],
  ["jwt_validation", {}, JWT, { verdict: "block", reason: expect.stringMatching(/^No token in/) }],
  ["oidc", { headers: { cookie: ["session=1"] } }, LOGIN, "unknown"],
  ["oidc", { headers: { accept: ["text/html"] } }, LOGIN, { verdict: "block", reason: "No session" }],
  ["oidc", {}, LOGIN, { verdict: "block", reason: "No session" }],
  ["oidc", { target: "/oauth2/logout" }, LOGIN, { verdict: "block", reason: "Signed out" }],
  ["webhook_verification", {}, HOOK, UNSIGNED],
  ["webhook_verification", { method: "POST", body: "{}" }, HOOK, UNSIGNED],
  ["webhook_verification", { ...SIGNED, method: "POST", body: "{}" }, HOOK, "unknown"],
  ["user_agent_filter", { headers: { "user-agent": ["Bot?token=abc"] } }, { deny: ["abc"] }, "unknown"],
  ["websocket_tcp_converter", {}, {}, { verdict: "block", reason: "Not a WebSocket request" }],
])("a draft of %s asks nobody, and says what it knows of %j", async (kind, asked, request, expected) => {
  const { event } = await send("10.0.1.1", null, null, { ...asked, target: "/v1/" });
  const { target = "/v1/" } = asked;
  const at = JSON.parse(JSON.stringify(event).replaceAll("/v1/", target)) as TrafficEvent;
  const module = { ownerId: t.ids.route, kind, request: { ...request } };
  expect((await preview({ module }, [at])).effects).toEqual([expected]);
});

test("who was refused a token is let in without one; versions of TLS can be judged, certificates can't", async () => {
  await t.set("jwt_validation", JWT);
  const sent = [await send("10.0.1.1", null, null, { headers: TOKEN })];
  const drafted = (request: object) => ({
    ownerId: t.ids.route,
    kind: "jwt_validation",
    request: { ...request },
  });
  expect(await told(drafted({ ...JWT, enabled: false }), sent)).toEqual(["allow"]);
  const others = { audience: { allow_list: [{ value: "other" }] } };
  expect(await told(drafted({ ...JWT, ...others }), sent)).toEqual(["unknown"]);
  await t.set("jwt_validation", null);
  const id = newId("certificateAuthority");
  const shown = { subject_common_name: "", key_usages: "[]", extended_key_usages: "[]" };
  await t.gateway.db
    .insertInto("certificate_authorities")
    .values({ ...made, ...shown, id, ca_pem: "", not_before: "", not_after: "" })
    .execute();
  const { event, passed } = await send("10.0.1.1", null, null);
  const tls = { version: "TLSv1.2", cipher_suite: "TLS_AES_128_GCM_SHA256" };
  const secure = { ...event, object: { ...event.object, tls } } as TrafficEvent;
  const ofEdge = (kind: string, request: DraftModule["request"]) =>
    told({ ownerId: t.ids.edge, kind, request }, [{ event: secure, passed }]);
  expect(await ofEdge("mutual_tls", { certificate_authority_ids: [id] })).toEqual(["unknown"]);
  expect(await ofEdge("tls_termination", { min_version: "1.3" })).toEqual(["block"]);
});

type Breaker = { volume_threshold: number; error_threshold_percentage: number };
type Limit = { capacity: number; bucket_key: string[] };
type Counting = { breaker: Breaker | null; limit: Limit | null };
const breaker: fc.Arbitrary<Breaker> = fc.record({
  volume_threshold: fc.integer({ min: 1, max: 4 }),
  error_threshold_percentage: fc.constantFrom(0.3, 0.5, 1),
});
const BY_KEY = ["getReqHeader('x-key')"];
const limit: fc.Arbitrary<Limit> = fc.record({
  capacity: fc.integer({ min: 1, max: 4 }),
  bucket_key: fc.constantFrom<string[]>([], BY_KEY),
});
const rarely = <T>(one: fc.Arbitrary<T>) => fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, one);
/** What the app answers, and to whom. */
const visits = fc.array(fc.constantFrom("200 1", "500 1", "200 2", "500 2"), { minLength: 1, maxLength: 8 });
const NONE = { breaker: null, limit: null };
/** Each blocks somebody who passed. */
const EXAMPLES: [saved: Counting, draft: Partial<Counting>, visits: string[]][] = [
  [NONE, { breaker: { volume_threshold: 2, error_threshold_percentage: 0.5 } }, ["200 1", "500 1", "200 2"]],
  [NONE, { limit: { capacity: 1, bucket_key: [] } }, ["200 1", "200 2"]],
  [NONE, { limit: { capacity: 1, bucket_key: BY_KEY } }, ["200 1", "200 2", "200 1"]],
];
let runs = 0;

test("rate limits and circuit breakers count as the edge then does, from zero", async () => {
  t.answer((asked, response) => response.writeHead(Number(asked.headers["x-status"] ?? 200)).end());
  /** Other settings, which count anew. */
  const breakerOf = (given: object | null) =>
    given && { ...given, rolling_window: 60, tripped_duration: 60 + (runs += 1) };
  const limitOf = (given: object | null) => {
    if (!given) return null;
    const config = { name: `Limit ${(runs += 1)}`, algorithm: "sliding_window", rate: "60s", ...given };
    return { inbound: [{ actions: [{ type: "rate-limit", config }] }] };
  };
  const sendAll = async (all: readonly string[]): Promise<Sent[]> => {
    t.events.length = 0;
    for (const one of all) {
      const [status = "", key = ""] = one.split(" ");
      await t.call("/v1/x", { headers: { host: EDGE, "x-status": status, "x-key": key } });
    }
    await vi.waitUntil(() => t.events.length === all.length, { interval: 5 });
    return t.events.map((event) => ({ event, passed: event.gatehouse?.error_code === undefined }));
  };
  let exact = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.record({ breaker: rarely(breaker), limit: rarely(limit) }),
      fc.oneof<fc.Arbitrary<Partial<Counting>>[]>(fc.record({ breaker }), fc.record({ limit })),
      visits,
      async (saved, draft, all) => {
        await t.set("circuit_breaker", breakerOf(saved.breaker));
        await t.set("policies", limitOf(saved.limit));
        const before = await sendAll(all);
        const kind = draft.breaker ? "circuit_breaker" : "policies";
        const request = draft.breaker ? breakerOf(draft.breaker) : limitOf(draft.limit ?? null);
        const module = { ownerId: t.ids.route, kind, request: { ...request } };
        const said = await told(module, before);
        await t.set("circuit_breaker", breakerOf(saved.breaker));
        await t.set("policies", limitOf(saved.limit));
        await t.set(kind, request);
        const was = happened(before, await sendAll(all));
        // Nobody knows what the app would have answered to what was blocked.
        const mayBe = before.map(() => before.some(({ passed }) => !passed));
        if (!mayBe[0] && was.includes("block")) exact += 1;
        expect(orUnknown(said, was, mayBe)).toEqual(was);
      },
    ),
    { numRuns: 8, examples: EXAMPLES },
  );
  expect(exact).toBeGreaterThanOrEqual(EXAMPLES.length);
});

test("counts are known as far as all before is, and nothing of them stays", async () => {
  const by = (agent: string) => send("10.0.1.1", agent, null, { headers: TOKEN });
  const [first, bot, last] = [await by("curl"), await by("Bot"), await by("curl")];
  const config = { name: "One", algorithm: "sliding_window", capacity: 1, rate: "60s", bucket_key: [] };
  await t.set("policies", { inbound: [{ actions: [{ type: "rate-limit", config }] }] });
  const module = { ownerId: t.ids.route, kind: "user_agent_filter", request: { deny: ["Bot"] } };
  // The first was counted, and all others are over the limit.
  expect(await told(module, [first, bot, last])).toEqual(["none", "none", "none"]);
  expect(await told(module, [bot, last])).toEqual(["block", "allow"]);
  expect((await t.call("/v1/x", { headers: { host: EDGE } })).status).toBe(200);
  // Whether the token of the first would have done is not known, nor whether it was counted.
  await t.set("jwt_validation", JWT);
  const accepted = ({ event, passed }: Sent): Sent => {
    const decisions = [{ module: "jwt_validation", verdict: "allow", took_ms: 0 }];
    return { event: { ...event, gatehouse: { ...event.gatehouse, decisions } }, passed };
  };
  expect(await told(module, [first, accepted(bot), accepted(last)])).toEqual(["none", "unknown", "unknown"]);
});
