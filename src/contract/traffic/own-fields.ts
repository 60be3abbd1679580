import type { FieldFacts } from "./fields.ts";

/** What this service says besides, under `gatehouse` (decisions/edge/traffic-events.md). In filters: `ev.gatehouse.…`. */
export const OWN_FIELDS = {
  endpoint_id: { type: "string", about: "Endpoint ID", example: "ep_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX" },
  edge_id: { type: "string", about: "Edge ID", example: "edghts_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX" },
  route_id: { type: "string", about: "Route ID", example: "edghtsrt_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX" },
  backend_id: { type: "string", about: "Backend ID", example: "bkdtg_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX" },
  tunnel_id: { type: "string", about: "Tunnel ID", example: "tn_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX" },
  session_id: {
    type: "string",
    about: "ID of the agent session",
    example: "ts_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
  },
  operation_id: {
    type: "string",
    about: "Operation ID shown on the error page",
    example: "op_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
  },
  error_code: {
    type: "string",
    about: "Error code, if the edge answered it itself",
    example: "ERR_GATEHOUSE_3210",
  },
  error_reason: {
    type: "string",
    about: "Why the app was not reached, as far as that is known",
    example: "Nothing listens at the app’s address",
  },
  outcome: {
    type: "string",
    values: ["answered", "refused", "failed", "broken", "left"],
    about:
      "Answered by the app, refused by the edge, not served because something failed, interrupted, or canceled by the client",
    example: "answered",
  },
  test: { type: "bool", about: "Test request from the console; not counted in metrics", example: true },
  http_version: {
    type: "string",
    values: ["1.0", "1.1", "2.0"],
    about: "HTTP version of the client",
    example: "2.0",
  },
  upgrade: {
    type: "string",
    about: "Protocol of an upgraded connection, in lowercase",
    example: "websocket",
  },
  start_ts: { type: "timestamp", about: "When the request started", example: "2026-11-21T05:00:00.250Z" },
  duration_ms: { type: "ms", about: "Total duration", example: 42.5 },
  bytes_in: {
    type: "int64",
    about: "Bytes received from the client: bodies and upgraded connections",
    example: 17,
  },
  bytes_out: {
    type: "int64",
    about: "Bytes sent to the client: bodies and upgraded connections",
    example: 512,
  },
  "phases.tls": {
    type: "ms",
    about: "TLS handshake; only on the first request of a connection",
    example: 4.2,
  },
  "phases.route": { type: "ms", about: "Routing, including waiting for an agent", example: 0.3 },
  "phases.modules": { type: "ms", about: "Time in modules of the edge and route", example: 0.1 },
  "phases.agent": {
    type: "ms",
    about: "Connecting to the app through the agent; near zero if a connection was reused",
    example: 1.5,
  },
  "phases.upstream": {
    type: "ms",
    about: "From sending the request to the first byte of the response",
    example: 30,
  },
  "phases.body": { type: "ms", about: "From the first to the last byte of the response", example: 6.4 },
  "saml.decision": {
    type: "string",
    values: ["allow", "block"],
    about: "SAML result; not set during sign-in redirects",
    example: "allow",
  },
  "saml.subject": {
    type: "string",
    about: "User ID from SAML (name ID)",
    example: "ann@example.com",
  },
  decisions: { type: "decisions", about: "Result of each module, in order", example: [] },
  redacted: {
    type: "names",
    about: "Fields replaced with “redacted” before storage",
    example: ["http.request.headers.Authorization"],
  },
  truncated: {
    type: "names",
    about: "Fields shortened or skipped because they are too long",
    example: ["http.request.headers.X-Trace"],
  },
  dropped: {
    type: "int64",
    about: "Events lost before this one because the edge was overloaded",
    example: 0,
  },
  "capture.request.headers": {
    type: "headers",
    about: "Request headers exactly as sent; only with a captured body",
    example: { "Content-Type": ["text/plain; charset=UTF-8"] },
  },
  "capture.request.content": {
    type: "base64",
    about: "Captured request body; only when you get a single event",
    example: "eyJza3UiOiJhMSJ9",
  },
  "capture.request.kept": {
    type: "int64",
    about: "Captured part of the request body, in bytes",
    example: 12,
  },
  "capture.request.truncated": {
    type: "bool",
    about: "Whether the captured request body is incomplete",
    example: false,
  },
  "capture.response.content": {
    type: "base64",
    about: "Captured response body; only when you get a single event",
    example: "e30=",
  },
  "capture.response.kept": {
    type: "int64",
    about: "Captured part of the response body, in bytes",
    example: 2,
  },
  "capture.response.truncated": {
    type: "bool",
    about: "Whether the captured response body is incomplete",
    example: false,
  },
} as const satisfies Record<string, FieldFacts>;
