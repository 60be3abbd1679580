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
    about: "Address of the visitor",
    example: "203.0.113.7",
  },
  "conn.server_ip": {
    type: "string",
    filterable: true,
    about: "Address of the edge",
    example: "198.51.100.2",
  },
  "conn.server_name": {
    type: "string",
    filterable: true,
    about: "Name that was asked for",
    example: "shop.example.com",
  },
  "conn.server_port": { type: "int32", filterable: true, about: "Port of the edge", example: 443 },
  "conn.start_ts": { type: "timestamp", about: "When the connection began", example: TIME },
  "ip_policy.decision": {
    type: "string",
    values: GATE,
    about: "What the IP restriction decided",
    example: "allow",
  },
  "traffic_policy.logs": {
    type: "maps",
    about: "What Log actions of policies wrote",
    example: [{ tier: "free" }],
  },
} as const satisfies Record<string, FieldFacts>;

/** Of `http_request_complete.v0` (protocol-facts.md#events). */
export const HTTP_FIELDS = {
  "backend.connection_reused": {
    type: "bool",
    about: "Whether the connection to the app was kept from an earlier request",
    example: true,
  },
  "basic_auth.decision": {
    type: "string",
    values: GATE,
    about: "What basic authentication decided; no module sets it yet",
    example: "allow",
  },
  "basic_auth.username": {
    type: "string",
    about: "Name that was given to basic authentication; no module sets it yet",
    example: "ann",
  },
  "circuit_breaker.decision": {
    type: "string",
    values: [...GATE, "allow_while_open"],
    about: "What the circuit breaker decided",
    example: "allow",
  },
  "compression.algorithm": {
    type: "string",
    values: ["gzip", "deflate", "none"],
    about: "How the edge compressed the answer",
    example: "gzip",
  },
  "compression.bytes_saved": { type: "int64", about: "Bytes that compression saved", example: 2048 },
  ...CONN_FIELDS,
  "http.request.body_length": { type: "int64", about: "Bytes of the request’s body that came", example: 17 },
  "http.request.headers": {
    type: "headers",
    about: "Headers of the request: names capitalized, values in lower case",
    example: { "User-Agent": ["curl/8.5.0"] },
  },
  "http.request.method": { type: "string", about: "Method, in lower case", example: "post" },
  "http.request.url.host": {
    type: "string",
    about: "Host as the visitor wrote it, with its port",
    example: "shop.example.com",
  },
  "http.request.url.path": { type: "string", about: "Path", example: "/orders" },
  "http.request.url.query": { type: "string", about: "Query, without its question mark", example: "page=2" },
  "http.request.url.raw": {
    type: "string",
    about: "Scheme, host, path and query",
    example: "https://shop.example.com/orders?page=2",
  },
  "http.request.url.scheme": { type: "string", about: "http or https", example: "https" },
  "http.request.user_agent": { type: "string", about: "Program of the visitor", example: "curl/8.5.0" },
  "http.response.body_length": {
    type: "int64",
    about: "Bytes of the answer’s body that were sent",
    example: 512,
  },
  "http.response.headers": {
    type: "headers",
    about: "Headers of the answer: names capitalized, values in lower case",
    example: { "Content-Type": ["application/json"] },
  },
  "http.response.status_code": { type: "int32", about: "Status of the answer", example: 201 },
  "oauth.app_client_id": { type: "string", about: "Client ID of the login’s app", example: "shop" },
  "oauth.decision": { type: "string", values: GATE, about: "What the login decided", example: "allow" },
  "oauth.user.id": { type: "string", about: "ID of the user who is signed in", example: "ann@example.com" },
  "oauth.user.name": { type: "string", about: "Name of the user who is signed in", example: "Ann" },
  "tls.cipher_suite": {
    type: "string",
    about: "Cipher suite, by its IANA name",
    example: "TLS_AES_128_GCM_SHA256",
  },
  "tls.client_cert.serial_number": {
    type: "string",
    about: "Serial number of the visitor’s certificate",
    example: "0A1B2C",
  },
  "tls.client_cert.subject.cn": {
    type: "string",
    about: "Common name of the visitor’s certificate",
    example: "ann",
  },
  "tls.version": { type: "string", about: "Version of TLS", example: "TLSv1.3" },
  "user_agent_filter.decision": {
    type: "string",
    values: GATE,
    about: "What the user agent filter decided",
    example: "allow",
  },
  "webhook_verification.decision": {
    type: "string",
    values: GATE,
    about: "What webhook verification decided",
    example: "allow",
  },
} as const satisfies Record<string, FieldFacts>;

/** Of `tcp_connection_closed.v0` (protocol-facts.md#events): TCP addresses, and TLS that is no HTTP. */
export const TCP_FIELDS = {
  "conn.bytes_in": { type: "int64", about: "Bytes that came from the visitor", example: 1024 },
  "conn.bytes_out": { type: "int64", about: "Bytes that went to the visitor", example: 4096 },
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
