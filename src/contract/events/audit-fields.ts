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
    id: string("ID", `${prefix}_${TAIL}`),
    uri: string("URL in the API", `${BASE}/${path}/${prefix}_${TAIL}`),
    created_at: time("When it was created"),
    description: string("Name shown in lists, up to 255 bytes", "Shop, production"),
    metadata: string("Optional notes, up to 4,096 bytes", '{"team":"web"}'),
  }) satisfies Fields;

const token = (about: string) => string(`${about}; always null in events`, null);
const SSH_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample shop";
const keyType = choice("Key type", ["ed25519", "rsa", "ecdsa"]);
const USAGES = {
  key_usages: strings("Allowed uses of the key", "digital signature"),
  extended_key_usages: strings("Allowed uses of the certificate", "server auth"),
} satisfies Fields;
const VALIDITY = {
  not_before: time("Valid from"),
  not_after: time("Valid until", UNTIL),
} satisfies Fields;

const awsAuth = (kind: string) =>
  ({
    [`target.${kind}.auth.role.role_arn`]: string(
      "IAM role used for delivery",
      "arn:aws:iam::123456789012:role/events",
    ),
    [`target.${kind}.auth.creds.aws_access_key_id`]: string("Access key ID, if no role is used", null),
    [`target.${kind}.auth.creds.aws_secret_access_key`]: string(
      "Secret access key; always null in events",
      null,
    ),
  }) satisfies Fields;

const sshCertificate = (kind: "host" | "user", principals: AuditFieldFacts) =>
  ({
    ...base(`ssh_${kind}_certificates`, kind === "host" ? "shcrt" : "sucrt"),
    public_key: string("Public key in the certificate", SSH_KEY),
    key_type: keyType,
    ssh_certificate_authority_id: string("ID of the authority that signed it", `sshca_${TAIL}`),
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
    subject_common_name: string("Common name of the subject", "Shop CA"),
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
    cname_target: string("CNAME target of a custom domain; null for subdomains of the service", null),
    "certificate.id": string("Certificate ID", `cert_${TAIL}`),
    "certificate.uri": string("URL of the certificate in the API", `${BASE}/tls_certificates/cert_${TAIL}`),
    "certificate_management_policy.authority": string("ACME certificate authority", "letsencrypt"),
    "certificate_management_policy.private_key_type": choice("Key type of issued certificates", [
      "rsa",
      "ecdsa",
    ]),
    "certificate_management_status.renews_at": time("When the certificate renews", UNTIL),
    "certificate_management_status.provisioning_job.error_code": choice("Error code, after a failure", [
      "DNS_ERROR",
      "INTERNAL_ERROR",
    ]),
    "certificate_management_status.provisioning_job.msg": string("Message from the job", "Waiting for DNS"),
    "certificate_management_status.provisioning_job.started_at": time("When the job started"),
    "certificate_management_status.provisioning_job.retries_at": time("Time of the next attempt"),
    acme_challenge_cname_target: string(
      "CNAME target of _acme-challenge; required for custom wildcard domains",
      null,
    ),
  },
  event_destination: {
    ...base("event_destinations", "ed"),
    format: choice("Delivery format", ["json"]),
    ...awsAuth("firehose"),
    "target.firehose.delivery_stream_arn": string(
      "ARN of the delivery stream",
      "arn:aws:firehose:eu-west-1:123456789012:deliverystream/events",
    ),
    ...awsAuth("kinesis"),
    "target.kinesis.stream_arn": string("ARN of the data stream", null),
    ...awsAuth("cloudwatch_logs"),
    "target.cloudwatch_logs.log_group_arn": string("ARN of the log group", null),
    "target.webhook.url": string("URL that receives events", null),
    "target.file.name": string("Name of the file", null),
  },
  event_subscription: {
    ...base("event_subscriptions", "esb"),
    "sources[].type": string("Event type", "http_request_complete.v0"),
    "sources[].uri": string(
      "URL of the source in the API",
      `${BASE}/event_subscriptions/esb_${TAIL}/sources/http_request_complete.v0`,
    ),
    "sources[].fields": strings("Fields sent with traffic events; empty = all", "conn.client_ip"),
    "sources[].filter": string("Filter for traffic events; empty = all", "ev.conn.server_port == 443"),
    "sources[].sample": { type: "double", about: "Share of traffic events sent, from 0 to 1", example: 0.1 },
    "destinations[].id": string("Destination ID", `ed_${TAIL}`),
    "destinations[].uri": string(
      "URL of the destination in the API",
      `${BASE}/event_destinations/ed_${TAIL}`,
    ),
  },
  ip_policy: base("ip_policies", "ipp"),
  ip_policy_rule: {
    ...base("ip_policy_rules", "ipr"),
    cidr: string("IP range", "203.0.113.0/24"),
    ip_policy: { type: "ref", about: "IP policy of the rule", example: refTo("ip_policies", "ipp") },
    action: choice("Allow or deny", ["allow", "deny"]),
  },
  ip_restriction: {
    ...base("ip_restrictions", "ipx"),
    enforced: { type: "bool", about: "Whether it is enforced", example: true },
    type: choice("Kind of access it restricts", ["dashboard", "api", "agent", "endpoints"]),
    ip_policies: { type: "refs", about: "IP policies it applies", example: [refTo("ip_policies", "ipp")] },
  },
  ssh_certificate_authority: {
    ...base("ssh_certificate_authorities", "sshca"),
    public_key: string("Public key", SSH_KEY),
    key_type: keyType,
  },
  ssh_host_certificate: sshCertificate(
    "host",
    strings("Hosts the certificate is valid for", "shop.example.com"),
  ),
  ssh_public_key: {
    ...base("ssh_credentials", "sshcr"),
    public_key: string("Public key", SSH_KEY),
    acl: strings("Allowed binds; empty = all", "bind:*.example.com"),
  },
  ssh_user_certificate: {
    ...sshCertificate("user", strings("Users the certificate is valid for", "deploy")),
    critical_options: { type: "map", about: "Critical options", example: {} },
    extensions: { type: "map", about: "Extensions, such as permit-pty", example: { "permit-pty": "" } },
  },
  tcp_address: {
    ...base("reserved_addrs", "ra"),
    addr: string("Host and port", "1.tcp.example.com:20001"),
    region: string("Region", "eu"),
  },
  tls_certificate: {
    ...base("tls_certificates", "cert"),
    certificate_pem: string(
      "Certificate chain in PEM format, leaf first",
      "-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n",
    ),
    subject_common_name: string("Common name of the subject", "shop.example.com"),
    "subject_alternative_names.dns_names": strings(
      "DNS names the certificate is valid for",
      "shop.example.com",
    ),
    "subject_alternative_names.ips": strings("IP addresses the certificate is valid for"),
    issued_at: time("When it was issued; null if uploaded"),
    ...VALIDITY,
    ...USAGES,
    private_key_type: choice("Key type", ["rsa", "ecdsa", "ed25519"]),
    issuer_common_name: string("Common name of the issuer", "R3"),
    serial_number: string("Serial number", "04a1b2c3"),
    subject_organization: string("Organization of the subject", null),
    subject_organizational_unit: string("Organizational unit of the subject", null),
    subject_locality: string("City of the subject", null),
    subject_province: string("Province of the subject", null),
    subject_country: string("Country of the subject", null),
  },
  tunnel_credential: {
    ...base("credentials", "cr"),
    token: token("Authtoken"),
    acl: strings("Allowed binds; empty = all", "bind:*.example.com"),
  },
} as const satisfies Record<string, Fields>;
