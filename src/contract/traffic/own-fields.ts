import type { FieldFacts } from "./fields.ts";

/** What this service says besides, under `gatehouse` (decisions/edge/traffic-events.md). In filters: `ev.gatehouse.…`. */
export const OWN_FIELDS = {
  endpoint_id: { type: "string", about: "Endpoint", example: "ep_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX" },
  edge_id: { type: "string", about: "Edge", example: "edghts_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX" },
  route_id: { type: "string", about: "Route", example: "edghtsrt_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX" },
  backend_id: { type: "string", about: "Backend", example: "bkdtg_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX" },
  tunnel_id: { type: "string", about: "Tunnel that carried it", example: "tn_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX" },
  session_id: {
    type: "string",
    about: "Session of the agent that carried it",
    example: "ts_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
  },
  operation_id: {
    type: "string",
    about: "What the visitor of a refusal was shown",
    example: "op_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
  },
  error_code: {
    type: "string",
    about: "Why the edge refused it",
    example: "ERR_GATEHOUSE_3210",
  },
  outcome: {
    type: "string",
    values: ["answered", "refused", "broken", "left"],
    about: "Answered by the app, refused by the edge, broken off on the way, or left by the visitor",
    example: "answered",
  },
  test: { type: "bool", about: "Sent by an operator as a test; it counts nowhere", example: true },
  http_version: {
    type: "string",
    values: ["1.0", "1.1", "2.0"],
    about: "Version of HTTP that the visitor spoke",
    example: "2.0",
  },
  upgrade: { type: "string", about: "Protocol that the app changed to, in lower case", example: "websocket" },
  start_ts: { type: "timestamp", about: "When the request began", example: "2026-11-21T05:00:00.250Z" },
  duration_ms: { type: "ms", about: "From its beginning to its end", example: 42.5 },
  bytes_in: {
    type: "int64",
    about: "Bytes of bodies and upgraded connections from the visitor",
    example: 17,
  },
  bytes_out: {
    type: "int64",
    about: "Bytes of bodies and upgraded connections to the visitor",
    example: 512,
  },
  "phases.tls": { type: "ms", about: "TLS handshake, at the first request of a connection", example: 4.2 },
  "phases.route": { type: "ms", about: "Finding where it goes, awaited agents included", example: 0.3 },
  "phases.modules": { type: "ms", about: "Modules of the edge and route", example: 0.1 },
  "phases.agent": {
    type: "ms",
    about: "Opening a connection to the app through the agent; next to nothing where one was kept",
    example: 1.5,
  },
  "phases.upstream": {
    type: "ms",
    about: "From sending it to the app to the first byte of the answer",
    example: 30,
  },
  "phases.body": { type: "ms", about: "From the first byte of the answer to its end", example: 6.4 },
  "saml.decision": {
    type: "string",
    values: ["allow", "block"],
    about: "What SAML decided; absent where the visitor was sent on",
    example: "allow",
  },
  "saml.subject": {
    type: "string",
    about: "Name ID of the user who is signed in with SAML",
    example: "ann@example.com",
  },
  decisions: { type: "decisions", about: "What each module decided, in their order", example: [] },
  redacted: {
    type: "names",
    about: "What was replaced by the word redacted before it was kept",
    example: ["http.request.headers.Authorization"],
  },
  truncated: {
    type: "names",
    about: "What was cut short, or not included, since it is long",
    example: ["http.request.headers.X-Trace"],
  },
  dropped: {
    type: "int64",
    about: "How many events before this one were lost since the edge was too busy",
    example: 0,
  },
  "capture.request.headers": {
    type: "headers",
    about: "Headers of the request with values as they were sent; only beside a captured body",
    example: { "Content-Type": ["text/plain; charset=UTF-8"] },
  },
  "capture.request.content": {
    type: "base64",
    about: "The request’s body as far as it was kept; only in the answer about one event",
    example: "eyJza3UiOiJhMSJ9",
  },
  "capture.request.kept": { type: "int64", about: "Bytes that were kept of the request’s body", example: 12 },
  "capture.request.truncated": { type: "bool", about: "Whether more came than was kept", example: false },
  "capture.response.content": {
    type: "base64",
    about: "The answer’s body as far as it was kept; only in the answer about one event",
    example: "e30=",
  },
  "capture.response.kept": { type: "int64", about: "Bytes that were kept of the answer’s body", example: 2 },
  "capture.response.truncated": {
    type: "bool",
    about: "Whether more was sent than was kept",
    example: false,
  },
} as const satisfies Record<string, FieldFacts>;
