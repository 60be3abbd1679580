import type * as z from "zod/mini";
import { ID_PREFIXES, type IdKind } from "../common.ts";
import { auditEventType, auditPayload } from "../audit-event.ts";
import { ALL_CONTRACTS } from "#contract/modules/contracts.ts";
import { type FieldFacts, HTTP_FIELDS } from "#contract/traffic/fields.ts";
import { nest } from "#contract/traffic/nest.ts";
import { OWN_FIELDS } from "#contract/traffic/own-fields.ts";
import { kindsOf } from "#contract/modules/kinds.ts";
import { type ModuleOwner, refPath } from "#contract/modules/module-contract.ts";
import { agentReleases, agentUpdate } from "./agent-update-example.ts";
import { agentUpdateOperations } from "./agent-updates.ts";
import { apiKeyUseOperations } from "./api-keys.ts";
import { endedSessionOperations } from "./ended-sessions.ts";
import { closedIpPolicyOperations } from "./ip-policies.ts";
import { EVENT_COUNTS } from "./event-example.ts";
import { eventDeliveryExamples } from "./event-delivery-example.ts";
import { eventOperations } from "./events.ts";
import { LIVE_EDGE } from "./live-state-example.ts";
import { liveStateOperations } from "./live-state.ts";
import { onlineExamples } from "./online-example.ts";
import type { Operation } from "./operation.ts";
import { RESOURCES } from "./operations.ts";
import { ROLLOUT_EXAMPLES } from "./rollout-example.ts";
import { signInCodeOperations } from "./sign-in-codes.ts";
import { EDGE_ROOT } from "./edge-root-example.ts";
import { edgeRootOperations } from "./edge-root.ts";
import { PREVIEW, PREVIEW_DRAFT, TEST_REQUEST, TEST_RESPONSE } from "./test-request-example.ts";
import { testRequestOperations } from "./test-requests.ts";
import { trafficCaptureOperations } from "./traffic-captures.ts";
import { trafficPreviewOperations } from "./traffic-previews.ts";
import { trafficOperations } from "./traffic.ts";
import { trafficMetrics } from "./traffic-metrics-example.ts";
import { unreachableApps } from "./unreachable-apps-example.ts";
import { whoamiOperations } from "./whoami.ts";

type Json = Record<string, unknown>;
type Readable<Answer = unknown> = { get: { path: string; answer: Answer } };

const TAIL = "2mRZ3QmO0mKHlnYAcdpHhyZ2bQX";
const BASE = "https://gate.example.com/api";
const CODE = "example5".repeat(5);
const TIME = "2026-11-21T05:00:00Z";

export const exampleId = (kind: IdKind) => `${ID_PREFIXES[kind]}_${TAIL}`;
const tokenOf = (prefix: string) => `${prefix}_${TAIL}_${"example".repeat(6)}1`;

function refTo(kind: IdKind, { get }: Readable) {
  const id = exampleId(kind);
  const path = get.path.replace("{edge_id}", exampleId("httpsEdge")).replace("{id}", id);
  return { id, uri: `${BASE}${path}` };
}

/** A resource as it is read, no module set: what its fields hold besides. */
function example<Answer extends z.ZodMiniType>(
  kind: IdKind,
  operations: Readable<Answer>,
  fields: Partial<z.input<Answer>>,
): [z.ZodMiniType, Json] {
  const modules = kindsOf(kind as ModuleOwner).map((module) => [module, null]);
  return [operations.get.answer, { ...refTo(kind, operations), ...fields, ...Object.fromEntries(modules) }];
}

const user = exampleId("user");
const apiKey = refTo("apiKey", RESOURCES.ApiKey);
const texts = { description: "Shop, production", metadata: '{"team":"web"}' };
const made = { ...texts, created_at: TIME };
const principal = { id: user, subject: "admin", source: "API", credential: apiKey };
const edge = { ...made, hostports: ["shop.example.com:443"] };
const rule = { ...texts, cidr: "203.0.113.0/24", action: "allow" };
const { session, tunnel, endpoint, ended } = onlineExamples({
  session: refTo("session", RESOURCES.TunnelSession),
  tunnel: refTo("tunnel", RESOURCES.Tunnel),
  endpoint: refTo("endpoint", RESOURCES.Endpoint),
  credential: refTo("credential", RESOURCES.Credential),
});

function examplesOf(fields: Readonly<Record<string, FieldFacts>>): Json {
  return nest(Object.fromEntries(Object.entries(fields).map(([name, { example: one }]) => [name, one])));
}

const httpEvent = {
  event_id: exampleId("event"),
  event_type: "http_request_complete.v0",
  event_timestamp: TIME,
  account_id: exampleId("account"),
  object: examplesOf(HTTP_FIELDS),
  gatehouse: examplesOf(OWN_FIELDS),
};

/** The examples of the OpenAPI document by their schemas. Those of lists and most bodies follow from them. */
const EXAMPLES: ReadonlyMap<unknown, Json> = new Map([
  example("apiKey", RESOURCES.ApiKey, { ...made, token: tokenOf("gh2"), owner_id: user }),
  [
    apiKeyUseOperations.list.answer,
    { uri: `${BASE}/api_key_uses`, api_key_uses: [{ api_key: apiKey, used_at: TIME }] },
  ],
  example("credential", RESOURCES.Credential, {
    ...made,
    token: tokenOf("gha"),
    acl: ["bind:*.example.com"],
    owner_id: user,
  }),
  example("session", RESOURCES.TunnelSession, session),
  example("session", endedSessionOperations, {
    ...ended,
    succeeded_by: refTo("session", RESOURCES.TunnelSession),
  }),
  [
    endedSessionOperations.list.answer,
    {
      uri: `${BASE}/ended_sessions`,
      ended_sessions: [{ ...refTo("session", endedSessionOperations), ...ended }],
    },
  ],
  example("tunnel", RESOURCES.Tunnel, tunnel),
  example("endpoint", RESOURCES.Endpoint, endpoint),
  example("httpsEdge", RESOURCES.HttpsEdge, { ...edge, routes: [] }),
  example("tlsEdge", RESOURCES.TlsEdge, edge),
  example("tcpEdge", RESOURCES.TcpEdge, { ...edge, hostports: ["tcp.example.com:20001"] }),
  example("route", RESOURCES.Route, {
    ...made,
    edge_id: exampleId("httpsEdge"),
    match_type: "path_prefix",
    match: "/",
  }),
  example("tunnelGroupBackend", RESOURCES.TunnelGroupBackend, {
    ...made,
    labels: { app: "shop" },
    tunnels: [],
  }),
  example("ipPolicy", RESOURCES.IpPolicy, made),
  [
    closedIpPolicyOperations.list.answer,
    { uri: `${BASE}/closed_ip_policies`, closed_ip_policies: [refTo("ipPolicy", RESOURCES.IpPolicy)] },
  ],
  example("ipPolicyRule", RESOURCES.IpPolicyRule, {
    ...rule,
    created_at: TIME,
    ip_policy: refTo("ipPolicy", RESOURCES.IpPolicy),
  }),
  [RESOURCES.IpPolicyRule.create.body, { ...rule, ip_policy_id: exampleId("ipPolicy") }],
  example("certificateAuthority", RESOURCES.CertificateAuthority, {
    ...made,
    ca_pem: "-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n",
    subject_common_name: "Shop CA",
    not_before: TIME,
    not_after: "2036-11-21T05:00:00Z",
    key_usages: ["cert_sign"],
    extended_key_usages: [],
  }),
  ...eventDeliveryExamples({
    made,
    texts,
    destination: refTo("eventDestination", RESOURCES.EventDestination),
    subscription: refTo("eventSubscription", RESOURCES.EventSubscription),
    deliveryId: exampleId("eventDelivery"),
    eventId: exampleId("event"),
  }),
  [eventOperations.counts.answer, EVENT_COUNTS],
  [
    eventOperations.stream.answer,
    {
      event_id: exampleId("event"),
      event_type: auditEventType("api_key", "updated"),
      event_timestamp: TIME,
      account_id: exampleId("account"),
      principal,
      object: auditPayload("api_key", { ...apiKey, ...made }),
      gatehouse: { before: { description: "CI" } },
    },
  ],
  [trafficOperations.get.answer, httpEvent],
  [trafficPreviewOperations.create.body, PREVIEW_DRAFT],
  [
    trafficPreviewOperations.create.answer,
    { ...PREVIEW, changes: [{ event: httpEvent, ...PREVIEW.changes[0] }] },
  ],
  [testRequestOperations.create.body, TEST_REQUEST],
  [
    testRequestOperations.create.answer,
    { id: exampleId("event"), event: httpEvent, response: TEST_RESPONSE },
  ],
  [
    trafficCaptureOperations.get.answer,
    {
      id: exampleId("trafficCapture"),
      uri: `${BASE}/traffic_captures/${exampleId("trafficCapture")}`,
      target_id: exampleId("route"),
      created_at: TIME,
      expires_at: "2026-11-21T05:15:00Z",
    },
  ],
  [agentUpdateOperations.get.answer, agentUpdate(`${BASE}/tunnel_sessions/${exampleId("session")}`)],
  [agentUpdateOperations.releases.answer, agentReleases(BASE, exampleId("session"))],
  ...ROLLOUT_EXAMPLES,
  [
    liveStateOperations.get.answer,
    { uri: `${refTo("route", RESOURCES.Route).uri}/live_state`, edges: [LIVE_EDGE], silent: 0 },
  ],
  [liveStateOperations.reset.body, { module: "circuit_breaker" }],
  [trafficCaptureOperations.create.body, { target_id: exampleId("route"), seconds: 900 }],
  [trafficOperations.metrics.answer, trafficMetrics(BASE)],
  [trafficOperations.unreachable.answer, unreachableApps(BASE)],
  [signInCodeOperations.create.answer, { code: CODE }],
  [signInCodeOperations.exchange.body, { code: CODE }],
  [signInCodeOperations.exchange.answer, { api_key: tokenOf("gh2") }],
  [edgeRootOperations.get.answer, EDGE_ROOT],
  [
    whoamiOperations.get.answer,
    {
      principal,
      source_address: "203.0.113.7",
      admin: true,
      admin_key_id: exampleId("apiKey"),
      admin_ids: [user],
    },
  ],
  ...ALL_CONTRACTS.flatMap(({ request, answer, toAnswer, example: body }) => [
    [request, body],
    [answer, toAnswer(body, { uriOf: (kind, id) => `${BASE}${refPath(kind, id)}` })],
  ]),
] as [z.ZodMiniType, Json][]);

const shapeOf = (schema: unknown) => (schema as z.ZodMiniObject).shape;

/** An answer's example; only that of a creation has a token. A list has one resource. Throws where a resource has none. */
export function answerExample({ path, status, answer }: Pick<Operation, "path" | "status" | "answer">): Json {
  const example = EXAMPLES.get(answer);
  if (example) return "token" in example && status !== 201 ? { ...example, token: null } : example;
  const [[key, items]] = Object.entries(shapeOf(answer)) as [[string, z.ZodMiniArray<z.ZodMiniType>]];
  if (!EXAMPLES.has(items.def.element)) throw new Error(`What ${path} answers has no example here.`);
  const item = answerExample({ path, status, answer: items.def.element });
  // Of the list that may be asked what changed.
  const changes = "removed" in shapeOf(answer) ? { removed: [exampleId("session")], version: 8 } : {};
  return { [key]: [item], uri: `${BASE}${path}`, next_page_uri: null, ...changes };
}

/** A body's example: what it takes of the resource that is answered, without the ids of its path. A command's is empty. */
export function bodyExample({ body, answer }: Operation): unknown {
  if (!body) return {};
  if (EXAMPLES.has(body)) return EXAMPLES.get(body);
  const fields = Object.entries(EXAMPLES.get(answer) ?? {});
  const taken = fields.filter(
    ([field, value]) => field in shapeOf(body) && value !== null && field !== "id" && field !== "edge_id",
  );
  return Object.fromEntries(taken);
}
