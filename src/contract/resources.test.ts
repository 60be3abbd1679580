import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { TunnelGroupBackendCreate, TunnelGroupBackendUpdate } from "./backend.ts";
import { CertificateAuthorityCreate, CertificateAuthorityUpdate } from "./certificate-authority.ts";
import { CredentialUpdate } from "./credential.ts";
import {
  HttpsEdgeCreate,
  HttpsEdgeUpdate,
  TcpEdgeCreate,
  TcpEdgeUpdate,
  TlsEdgeCreate,
  TlsEdgeUpdate,
} from "./edge-request.ts";
import {
  AUDIT_EVENT_TYPES,
  AUDIT_PAYLOADS,
  type AuditKind,
  auditPayload,
  fieldsBefore,
  EventQuery,
} from "./audit-event.ts";
import { IpPolicyCreate, IpPolicyUpdate } from "./ip-policy.ts";
import { IpPolicyRuleCreate, IpPolicyRuleUpdate } from "./ip-policy-rule.ts";
import { parse } from "./issues.ts";
import { modulesOf } from "./modules/contracts.ts";
import { RouteCreate, RouteUpdate } from "./route-request.ts";

const SCHEMAS = {
  TunnelGroupBackendCreate,
  TunnelGroupBackendUpdate,
  CertificateAuthorityCreate,
  CertificateAuthorityUpdate,
  CredentialUpdate,
  HttpsEdgeCreate,
  HttpsEdgeUpdate,
  TcpEdgeCreate,
  TcpEdgeUpdate,
  TlsEdgeCreate,
  TlsEdgeUpdate,
  IpPolicyCreate,
  IpPolicyUpdate,
  IpPolicyRuleCreate,
  IpPolicyRuleUpdate,
  EventQuery,
  RouteCreate,
  RouteUpdate,
};
type Name = keyof typeof SCHEMAS;

const rule = { cidr: "10.0.0.0/8", ip_policy_id: "ipp_1", action: "allow" };
const pem = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
const route = { match_type: "exact_path", match: "/" };
const { example: tls } = modulesOf("tlsEdge").tls_termination;
const hosts = (count: number) => Array.from({ length: count }, (_, i) => `h${i}.example:443`);
const labels = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`l${i}`, "x"]));

test.each<[Name, unknown]>([
  ["IpPolicyCreate", {}],
  ["IpPolicyUpdate", { metadata: "", id: "ipp_1" }],
  ["IpPolicyRuleCreate", rule],
  ["IpPolicyRuleCreate", { ...rule, cidr: "2001:db8::/32", action: "deny", description: "d".repeat(255) }],
  ["IpPolicyRuleUpdate", { cidr: "10.0.0.0/9" }],
  ["CredentialUpdate", { acl: [] }],
  ["TunnelGroupBackendCreate", { labels: labels(100) }],
  ["TunnelGroupBackendUpdate", {}],
  ["CertificateAuthorityCreate", { ca_pem: pem, metadata: "m".repeat(4096) }],
  ["CertificateAuthorityUpdate", { description: "x" }],
  ["HttpsEdgeCreate", { hostports: hosts(100), mutual_tls: null, tls_termination: { min_version: "1.2" } }],
  ["HttpsEdgeUpdate", { id: "edghts_1", hostports: null }],
  ["TlsEdgeCreate", { hostports: ["*.a.example:443"], tls_termination: tls, policies: {} }],
  ["TlsEdgeUpdate", {}],
  [
    "TcpEdgeCreate",
    { hostports: ["tcp.example:1", "tcp.example:65535"], backend: { backend_id: "bkdtg_1" } },
  ],
  ["TcpEdgeUpdate", { ip_restriction: { ip_policy_ids: ["ipp_1"] } }],
  ["RouteCreate", { ...route, oauth: { enabled: false, provider: { github: {} } }, oidc: null }],
  ["RouteUpdate", { id: "edghtsrt_1", edge_id: "edghts_1" }],
  ["EventQuery", { since: "2024-02-29T00:00:00Z", until: "2026-12-31T23:59:60.5+05:00" }],
  ["IpPolicyCreate", { description: null, metadata: null }],
  ["CredentialUpdate", { description: null, acl: [] }],
  ["IpPolicyRuleUpdate", { description: null, cidr: "10.0.0.0/9" }],
  ["RouteUpdate", { match_type: null, match: null, description: null, metadata: null }],
  ["EventQuery", { type: "ip_policy_created.v0", limit: "100", since: "2026-11-21T00:00:00Z" }],
])("%s takes %j", (name, body) => expect(parse<unknown>(SCHEMAS[name], body).issues).toBeUndefined());

test.each<[Name, unknown, (string | number)[], string]>([
  ["IpPolicyCreate", { action: "allow" }, ["action"], "each of its rules"],
  ["IpPolicyUpdate", {}, [], "at least one of description, metadata"],
  ["IpPolicyUpdate", { id: "ipp_1" }, [], "at least one of"],
  ["IpPolicyRuleCreate", { ...rule, cidr: "10.0.0.1/8" }, ["cidr"], "Use 10.0.0.0/8"],
  ["IpPolicyRuleCreate", { ...rule, cidr: "10.0.0.1" }, ["cidr"], "Use 10.0.0.1/32"],
  ["IpPolicyRuleCreate", { ...rule, action: "block" }, ["action"], "allow, deny"],
  ["IpPolicyRuleCreate", { ...rule, ip_policy_id: "x" }, ["ip_policy_id"], "ipp_"],
  ["IpPolicyRuleCreate", { ...rule, description: "d".repeat(256) }, ["description"], "256 of 255 bytes"],
  ["IpPolicyRuleCreate", { ...rule, metadata: `${"é".repeat(2048)}x` }, ["metadata"], "4,097 of 4,096 bytes"],
  ["IpPolicyRuleUpdate", { cidr: "10.0.0.0/8", action: "deny" }, ["action"], "Create a new rule"],
  ["IpPolicyRuleUpdate", { description: "", ip_policy_id: "ipp_1" }, ["ip_policy_id"], "Create a new rule"],
  ["IpPolicyRuleUpdate", {}, [], "description, metadata, cidr"],
  ["CredentialUpdate", {}, [], "acl"],
  ["CredentialUpdate", { acl: ["x"] }, ["acl", 0], "bind:"],
  ["CredentialUpdate", { description: "", owner_id: "usr_1" }, ["owner_id"], "can’t be changed"],
  ["TunnelGroupBackendCreate", {}, ["labels"], "is required"],
  ["TunnelGroupBackendCreate", { labels: {} }, ["labels"], "at least one label"],
  ["TunnelGroupBackendCreate", { labels: labels(101) }, ["labels"], "at most 100"],
  ["TunnelGroupBackendCreate", { labels: { a: "" } }, ["labels", "a"], "empty"],
  ["CertificateAuthorityCreate", {}, ["ca_pem"], "is required. Paste the certificate"],
  ["CertificateAuthorityCreate", { ca_pem: "AAAA" }, ["ca_pem"], "in PEM"],
  [
    "CertificateAuthorityCreate",
    { ca_pem: `${pem}-----BEGIN EC PRIVATE KEY-----` },
    ["ca_pem"],
    "contains a private key",
  ],
  ["CertificateAuthorityCreate", { ca_pem: pem.repeat(2000) }, ["ca_pem"], "65,536 bytes"],
  ["CertificateAuthorityUpdate", { ca_pem: pem }, ["ca_pem"], "can’t be changed"],
  ["HttpsEdgeCreate", { hostports: hosts(101) }, ["hostports"], "at most 100"],
  [
    "HttpsEdgeCreate",
    { hostports: ["a.example:443", "a.example:443"] },
    ["hostports", 1],
    "is the same as entry 1",
  ],
  ["HttpsEdgeCreate", { hostports: ["a.example:80"] }, ["hostports", 0], "must have port 443, not 80"],
  [
    "HttpsEdgeCreate",
    { tls_termination: { terminate_at: "edge" } },
    ["tls_termination", "terminate_at"],
    "can’t be set",
  ],
  ["HttpsEdgeUpdate", { routes: [] }, ["routes"], "is not a known field"],
  [
    "TlsEdgeCreate",
    { tls_termination: { terminate_at: "upstream", min_version: "1.2" } },
    ["tls_termination", "min_version"],
    "can’t be set",
  ],
  ["TcpEdgeCreate", { hostports: ["tcp.example:65536"] }, ["hostports", 0], "1 to 65535"],
  ["TcpEdgeCreate", { hostports: ["tcp.example:0"] }, ["hostports", 0], "1 to 65535"],
  ["TcpEdgeCreate", { mutual_tls: null }, ["mutual_tls"], "is not a known field"],
  ["RouteCreate", { match_type: "regex", match: "/" }, ["match_type"], "exact_path, path_prefix"],
  ["RouteCreate", { ...route, match: "a" }, ["match"], "must start with /. Example: /api"],
  ["RouteCreate", { ...route, oauth: { provider: {} } }, ["oauth", "provider"], "one provider"],
  [
    "RouteCreate",
    { ...route, oauth: { provider: { github: {} } }, saml: { idp_metadata: "<a/>" } },
    ["saml"],
    "OAuth is on",
  ],
  ["EventQuery", { type: "x" }, ["type"], "event type"],
  ["EventQuery", { since: "yesterday" }, ["since"], "RFC 3339"],
  ["EventQuery", { since: "2026-02-30T00:00:00Z" }, ["since"], "its month has"],
  ["EventQuery", { until: "2025-02-29T23:59:60+01:00" }, ["until"], "its month has"],
  ["EventQuery", { limit: "005" }, ["limit"], "1 to 100"],
  ["IpPolicyUpdate", { description: null, metadata: null }, [], "at least one of"],
  ["EventQuery", { limit: "101" }, ["limit"], "1 to 100"],
  ["EventQuery", { offset: "1" }, ["offset"], "The fields are before_id"],
])("%s refuses %j", (name, body, path, words) => {
  const { issues } = parse<unknown>(SCHEMAS[name], body);
  expect(issues).toEqual([{ path, message: expect.stringContaining(words) as string }]);
});

test.each(Object.keys(SCHEMAS) as Name[])("%s can be described as JSON Schema and never crashes", (name) => {
  expect(z.toJSONSchema(SCHEMAS[name], { io: "input" })).toHaveProperty("type", "object");
  fc.assert(fc.property(fc.jsonValue(), (value) => void parse<unknown>(SCHEMAS[name], value)));
});

describe("audit events", () => {
  // Cause: a rollout that is deleted and a capture that changes were listed, which no operation does. Law: a kind of event is
  // listed if something can cause it (service/events/every-write.test.ts causes each).
  test("there is one for each verb that each kind has", () => {
    expect(AUDIT_EVENT_TYPES).toHaveLength(46);
    expect(AUDIT_EVENT_TYPES).not.toContain("rollout_deleted.v0");
    expect(AUDIT_EVENT_TYPES).toContain("tunnel_credential_deleted.v0");
    expect(AUDIT_EVENT_TYPES).toContain("https_edge_route_updated.v0");
  });

  test("a payload has exactly the documented fields and never a token", () => {
    const kinds = Object.keys(AUDIT_PAYLOADS) as AuditKind[];
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.dictionary(fc.string(), fc.jsonValue()), (kind, more) => {
        const payload = auditPayload(kind, { ...more, id: "x_1", token: "gh2_secret", hash: "ff" });
        expect(Object.keys(payload)).toEqual([...AUDIT_PAYLOADS[kind]]);
        expect(JSON.stringify(payload)).not.toContain("gh2_secret");
        expect(payload["id"]).toBe("x_1");
      }),
    );
  });

  test("the fields of an update, with those before it in their place, are the resource as it was", () => {
    const backend = fc.record({ id: fc.constant("bkdtg_1"), description: fc.string(), labels: fc.object() });
    fc.assert(
      fc.property(backend, backend, (was, is) => {
        const now = auditPayload("tunnel_group_backend", is);
        const before = fieldsBefore("tunnel_group_backend", now, { resource: was });
        expect({ ...now, ...before }).toEqual(auditPayload("tunnel_group_backend", was));
      }),
    );
  });
});
