/** What a field of an audit event's payload can be. A Ref is an object of id and uri; `strings` is a list. */
type AuditFieldType =
  | "bool"
  | "double"
  | "string"
  | "strings"
  | "timestamp"
  | "map"
  | "ref"
  | "refs"
  | "object";

/** A field of an audit event's payload; dots lead into objects. */
export type AuditFieldFacts = {
  type: AuditFieldType;
  /** What it is, with its bounds; a sentence without its dot. */
  about: string;
  example: unknown;
  values?: readonly string[];
};

type Fields = Readonly<Record<string, AuditFieldFacts>>;

const TAIL = "2mRZ3QmO0mKHlnYAcdpHhyZ2bQX";
const BASE = "https://gate.example.com/api";
const SINCE = "2026-11-21T05:00:00Z";
const UNTIL = "2027-11-21T05:00:00Z";

const string = (about: string, example: string | null): AuditFieldFacts => ({
  type: "string",
  about,
  example,
});
const choice = (about: string, values: readonly string[]): AuditFieldFacts => ({
  ...string(about, values[0] ?? null),
  values,
});
const time = (about: string, example: string | null = SINCE): AuditFieldFacts => ({
  type: "timestamp",
  about,
  example,
});
const strings = (about: string, ...example: string[]): AuditFieldFacts => ({
  type: "strings",
  about,
  example,
});
const refTo = (path: string, prefix: string) => ({
  id: `${prefix}_${TAIL}`,
  uri: `${BASE}/${path}/${prefix}_${TAIL}`,
});

/** What every object has. */
const base = (path: string, prefix: string) =>
  ({
    id: string("ID of the object", `${prefix}_${TAIL}`),
    uri: string("Address in the API", `${BASE}/${path}/${prefix}_${TAIL}`),
    created_at: time("When it was created"),
    description: string("What people call it, at most 255 bytes", "Shop, production"),
    metadata: string("Text of programs, at most 4096 bytes", '{"team":"web"}'),
  }) satisfies Fields;

const token = (about: string) => string(`${about}; always null in events`, null);
const SSH_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample shop";
const keyType = choice("Kind of key", ["ed25519", "rsa", "ecdsa"]);
const USAGES = {
  key_usages: strings("What its key may do", "digital signature"),
  extended_key_usages: strings("What the certificate is for", "server auth"),
} satisfies Fields;
const VALIDITY = {
  not_before: time("Valid from"),
  not_after: time("Valid until", UNTIL),
} satisfies Fields;

const awsAuth = (kind: string) =>
  ({
    [`target.${kind}.auth.role.role_arn`]: string(
      "Role that delivers",
      "arn:aws:iam::123456789012:role/events",
    ),
    [`target.${kind}.auth.creds.aws_access_key_id`]: string(
      "ID of the access key, if there is no role",
      null,
    ),
    [`target.${kind}.auth.creds.aws_secret_access_key`]: string("Never in an event", null),
  }) satisfies Fields;

const sshCertificate = (kind: "host" | "user", principals: AuditFieldFacts) =>
  ({
    ...base(`ssh_${kind}_certificates`, kind === "host" ? "shcrt" : "sucrt"),
    public_key: string("Key that is certified", SSH_KEY),
    key_type: keyType,
    ssh_certificate_authority_id: string("Authority that signed it", `sshca_${TAIL}`),
    principals,
    valid_after: time("Valid from"),
    valid_until: time("Valid until", UNTIL),
    certificate: string("Signed certificate", "ssh-ed25519-cert-v01@openssh.com AAAA…"),
  }) satisfies Fields;

/**
 * The payloads of the audit events that the family documents, field by field (protocol-facts.md#events). All three verbs
 * of a kind have the same fields. Kinds of this service alone are in audit-event.ts.
 */
export const AUDIT_FIELDS = {
  api_key: { ...base("api_keys", "ak"), token: token("Token") },
  certificate_authority: {
    ...base("certificate_authorities", "ca"),
    ca_pem: string(
      "Certificate in PEM format",
      "-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n",
    ),
    subject_common_name: string("Common name of its subject", "Shop CA"),
    ...VALIDITY,
    ...USAGES,
  },
  domain: {
    ...base("reserved_domains", "rd"),
    domain: string("Hostname", "shop.example.com"),
    region: {
      ...string("Deprecated; null by default", null),
      values: ["au", "eu", "ap", "us", "us-cal-1", "jp", "in", "sa"],
    },
    cname_target: string("DNS CNAME target of a custom hostname; null for a subdomain of the service", null),
    "certificate.id": string("Its certificate", `cert_${TAIL}`),
    "certificate.uri": string(
      "Address of the certificate in the API",
      `${BASE}/tls_certificates/cert_${TAIL}`,
    ),
    "certificate_management_policy.authority": string(
      "ACME authority that issues certificates",
      "letsencrypt",
    ),
    "certificate_management_policy.private_key_type": choice("Kind of key for them", ["rsa", "ecdsa"]),
    "certificate_management_status.renews_at": time("When the certificate is renewed", UNTIL),
    "certificate_management_status.provisioning_job.error_code": choice("Only after a failure", [
      "DNS_ERROR",
      "INTERNAL_ERROR",
    ]),
    "certificate_management_status.provisioning_job.msg": string("What the job says", "Waiting for DNS"),
    "certificate_management_status.provisioning_job.started_at": time("When the job began"),
    "certificate_management_status.provisioning_job.retries_at": time("When it tries again"),
    acme_challenge_cname_target: string(
      "DNS CNAME target of _acme-challenge; needed for wildcard domains that are not the service’s",
      null,
    ),
  },
  event_destination: {
    ...base("event_destinations", "ed"),
    format: choice("Format of what is delivered", ["json"]),
    ...awsAuth("firehose"),
    "target.firehose.delivery_stream_arn": string(
      "Delivery stream",
      "arn:aws:firehose:eu-west-1:123456789012:deliverystream/events",
    ),
    ...awsAuth("kinesis"),
    "target.kinesis.stream_arn": string("Data stream", null),
    ...awsAuth("cloudwatch_logs"),
    "target.cloudwatch_logs.log_group_arn": string("Log group", null),
    "target.webhook.url": string("URL that events are posted to", null),
    "target.file.name": string("File that events are written to", null),
  },
  event_subscription: {
    ...base("event_subscriptions", "esb"),
    "sources[].type": string("Kind of event", "http_request_complete.v0"),
    "sources[].uri": string(
      "Address of the source in the API",
      `${BASE}/event_subscriptions/esb_${TAIL}/sources/http_request_complete.v0`,
    ),
    "sources[].fields": strings("Fields that are sent of a traffic event; none = all", "conn.client_ip"),
    "sources[].filter": string("Filter of a traffic event; empty = all", "ev.conn.server_port == 443"),
    "sources[].sample": { type: "double", about: "Share of traffic events that is sent", example: 0.1 },
    "destinations[].id": string("Where events are sent", `ed_${TAIL}`),
    "destinations[].uri": string(
      "Address of the destination in the API",
      `${BASE}/event_destinations/ed_${TAIL}`,
    ),
  },
  ip_policy: base("ip_policies", "ipp"),
  ip_policy_rule: {
    ...base("ip_policy_rules", "ipr"),
    cidr: string("Range of addresses", "203.0.113.0/24"),
    ip_policy: { type: "ref", about: "Policy that it is of", example: refTo("ip_policies", "ipp") },
    action: choice("What it does", ["allow", "deny"]),
  },
  ip_restriction: {
    ...base("ip_restrictions", "ipx"),
    enforced: { type: "bool", about: "Whether it acts", example: true },
    type: choice("What it restricts", ["dashboard", "api", "agent", "endpoints"]),
    ip_policies: { type: "refs", about: "Policies that decide", example: [refTo("ip_policies", "ipp")] },
  },
  ssh_certificate_authority: {
    ...base("ssh_certificate_authorities", "sshca"),
    public_key: string("Its public key", SSH_KEY),
    key_type: keyType,
  },
  ssh_host_certificate: sshCertificate("host", strings("Hosts that it is for", "shop.example.com")),
  ssh_public_key: {
    ...base("ssh_credentials", "sshcr"),
    public_key: string("Public key", SSH_KEY),
    acl: strings("What the key may bind; empty permits everything", "bind:*.example.com"),
  },
  ssh_user_certificate: {
    ...sshCertificate("user", strings("Users that it is for", "deploy")),
    critical_options: { type: "map", about: "Options that must be understood", example: {} },
    extensions: { type: "map", about: "Further permissions", example: { "permit-pty": "" } },
  },
  tcp_address: {
    ...base("reserved_addrs", "ra"),
    addr: string("Host and port", "1.tcp.example.com:20001"),
    region: string("Where it is", "eu"),
  },
  tls_certificate: {
    ...base("tls_certificates", "cert"),
    certificate_pem: string(
      "Chain in PEM format, the leaf first",
      "-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n",
    ),
    subject_common_name: string("Common name of its subject", "shop.example.com"),
    "subject_alternative_names.dns_names": strings("Names that it is for", "shop.example.com"),
    "subject_alternative_names.ips": strings("Addresses that it is for"),
    issued_at: time("When it was issued; null of one that was uploaded"),
    ...VALIDITY,
    ...USAGES,
    private_key_type: choice("Kind of its key", ["rsa", "ecdsa", "ed25519"]),
    issuer_common_name: string("Who issued it", "R3"),
    serial_number: string("Serial number", "04a1b2c3"),
    subject_organization: string("Organization of its subject", null),
    subject_organizational_unit: string("Unit of the organization", null),
    subject_locality: string("City of its subject", null),
    subject_province: string("Province of its subject", null),
    subject_country: string("Country of its subject", null),
  },
  tunnel_credential: {
    ...base("credentials", "cr"),
    token: token("Authtoken"),
    acl: strings("What it may bind; empty permits everything", "bind:*.example.com"),
  },
} as const satisfies Record<string, Fields>;
