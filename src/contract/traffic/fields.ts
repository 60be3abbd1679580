/**
 * What a traffic event says, field by field: schemas, documents, filters and the columns of the console follow from these
 * tables. A field is absent where the request did not use what it is about.
 */
export type FieldFacts = {
  type: FieldType;
  /** Event sources of the family may use it in their filters. Filters of this service's own list may use every field. */
  filterable?: true;
  /** All that it can be. */
  values?: readonly string[];
  /** What it is, with its unit; a sentence without its dot. */
  about: string;
  example: unknown;
};

/** int64 is a JSON number, exact up to 2^53. ms = milliseconds with fractions. base64 = bytes. */
export type FieldType =
  | "bool"
  | "int32"
  | "int64"
  | "ms"
  | "string"
  | "timestamp"
  | "headers"
  | "maps"
  | "names"
  | "decisions"
  | "base64";

const GATE = ["allow", "block"] as const;
const TIME = "2026-11-21T05:00:00.250Z";

/** Of the connection, whatever it carried. */
const CONN_FIELDS = {
  "conn.client_ip": {
    type: "string",
    filterable: true,
    about: "IP address of the client",
    example: "203.0.113.7",
  },
  "conn.server_ip": {
    type: "string",
    filterable: true,
    about: "IP address of the edge",
    example: "198.51.100.2",
  },
  "conn.server_name": {
    type: "string",
    filterable: true,
    about: "Hostname the client connected to",
    example: "shop.example.com",
  },
  "conn.server_port": {
    type: "int32",
    filterable: true,
    about: "Port the client connected to",
    example: 443,
  },
  "conn.start_ts": { type: "timestamp", about: "When the connection started", example: TIME },
  "ip_policy.decision": {
    type: "string",
    values: GATE,
    about: "IP restriction result",
    example: "allow",
  },
  "traffic_policy.logs": {
    type: "maps",
    about: "Metadata written by Log actions of traffic policies",
    example: [{ tier: "free" }],
  },
} as const satisfies Record<string, FieldFacts>;

/** Of `http_request_complete.v0` (protocol-facts.md#events). */
export const HTTP_FIELDS = {
  "backend.connection_reused": {
    type: "bool",
    about: "Whether the request reused a connection to the app",
    example: true,
  },
  "basic_auth.decision": {
    type: "string",
    values: GATE,
    about: "Basic auth result (not in use yet)",
    example: "allow",
  },
  "basic_auth.username": {
    type: "string",
    about: "Basic auth username (not in use yet)",
    example: "ann",
  },
  "circuit_breaker.decision": {
    type: "string",
    values: [...GATE, "allow_while_open"],
    about: "Circuit breaker result",
    example: "allow",
  },
  "compression.algorithm": {
    type: "string",
    values: ["gzip", "deflate", "none"],
    about: "Compression of the response",
    example: "gzip",
  },
  "compression.bytes_saved": { type: "int64", about: "Bytes saved by compression", example: 2048 },
  ...CONN_FIELDS,
  "http.request.body_length": { type: "int64", about: "Request body received, in bytes", example: 17 },
  "http.request.headers": {
    type: "headers",
    about: "Request headers; names capitalized, values in lowercase",
    example: { "User-Agent": ["curl/8.5.0"] },
  },
  "http.request.method": { type: "string", about: "Request method, in lowercase", example: "post" },
  "http.request.url.host": {
    type: "string",
    about: "Host in the request, with its port if given",
    example: "shop.example.com",
  },
  "http.request.url.path": { type: "string", about: "Path of the request", example: "/orders" },
  "http.request.url.query": {
    type: "string",
    about: "Query string, without the question mark",
    example: "page=2",
  },
  "http.request.url.raw": {
    type: "string",
    about: "Full URL: scheme, host, path and query",
    example: "https://shop.example.com/orders?page=2",
  },
  "http.request.url.scheme": { type: "string", about: "URL scheme: http or https", example: "https" },
  "http.request.user_agent": { type: "string", about: "User agent", example: "curl/8.5.0" },
  "http.response.body_length": {
    type: "int64",
    about: "Response body sent, in bytes",
    example: 512,
  },
  "http.response.headers": {
    type: "headers",
    about: "Response headers; names capitalized, values in lowercase",
    example: { "Content-Type": ["application/json"] },
  },
  "http.response.status_code": { type: "int32", about: "Response status code", example: 201 },
  "oauth.app_client_id": { type: "string", about: "Client ID of the OAuth app", example: "shop" },
  "oauth.decision": { type: "string", values: GATE, about: "OAuth result", example: "allow" },
  "oauth.user.id": { type: "string", about: "User ID from OAuth", example: "ann@example.com" },
  "oauth.user.name": { type: "string", about: "User name from OAuth", example: "Ann" },
  "tls.cipher_suite": {
    type: "string",
    about: "TLS cipher suite (IANA name)",
    example: "TLS_AES_128_GCM_SHA256",
  },
  "tls.client_cert.serial_number": {
    type: "string",
    about: "Serial number of the client certificate",
    example: "0A1B2C",
  },
  "tls.client_cert.subject.cn": {
    type: "string",
    about: "Common name of the client certificate",
    example: "ann",
  },
  "tls.version": { type: "string", about: "TLS version", example: "TLSv1.3" },
  "user_agent_filter.decision": {
    type: "string",
    values: GATE,
    about: "User agent filter result",
    example: "allow",
  },
  "webhook_verification.decision": {
    type: "string",
    values: GATE,
    about: "Webhook verification result",
    example: "allow",
  },
} as const satisfies Record<string, FieldFacts>;

/** Of `tcp_connection_closed.v0` (protocol-facts.md#events): TCP addresses, and TLS that is no HTTP. */
export const TCP_FIELDS = {
  "conn.bytes_in": { type: "int64", about: "Bytes received from the client", example: 1024 },
  "conn.bytes_out": { type: "int64", about: "Bytes sent to the client", example: 4096 },
  "conn.end_ts": {
    type: "timestamp",
    about: "When the connection ended",
    example: "2026-11-21T05:00:09.125Z",
  },
  ...CONN_FIELDS,
} as const satisfies Record<string, FieldFacts>;

/** The fields of each kind of traffic event, by their dotted names; none where they are not documented. */
export const TRAFFIC_KINDS: Readonly<Record<string, Readonly<Record<string, FieldFacts>>>> = {
  "http_request_complete.v0": HTTP_FIELDS,
  "tcp_connection_closed.v0": TCP_FIELDS,
  "log.v0": {},
};
