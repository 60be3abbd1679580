import type { KnownContract } from "#contract/modules/contracts.ts";
import type { MatchType } from "#contract/route.ts";
import type { EdgeKind } from "../store/edges.ts";
import {
  CUSTOMERS_TOKENS,
  FROM_STAFF,
  PARTNER_TOKENS,
  partnerLogin,
  RATE_LIMIT,
  SAFE_HEADERS,
  STAFF_LOGIN,
  STRICT,
  webhooksOf,
} from "./modules.ts";

/** The ids of what the modules of the demo name. */
export type Named = {
  backends: Record<"gateways" | "scanners" | "hooks" | "batch" | "queue" | "invoices", string>;
  policies: Record<"office" | "carriers" | "scanners" | "payments", string>;
  authority: string;
};

/** Requests by wire name. */
export type Modules = Readonly<Partial<Record<KnownContract["kind"], object>>>;

type Texts = { description: string; metadata?: object };
type DemoRoute = Texts & { match: string; type?: MatchType; modules: Modules };
export type DemoEdge = Texts & {
  kind?: EdgeKind;
  hosts: string[];
  daysOld: number;
  modules?: Modules;
  routes?: DemoRoute[];
};

/** The edges of Northwind Freight, oldest first. /v1/ reads its keys over plain http, and nobody serves /reports. */
export function demoEdges({ backends, policies, authority }: Named): readonly DemoEdge[] {
  const to = (backend: keyof Named["backends"]) => ({ backend: { backend_id: backends[backend] } });
  const from = (policy: keyof Named["policies"]) => ({
    ip_restriction: { ip_policy_ids: [policies[policy]] },
  });
  return [
    {
      hosts: ["www.northwind.example:443", "northwind.example:443"],
      description: "Public site",
      daysOld: 611,
      modules: { tls_termination: { min_version: "1.2" } },
      routes: [
        {
          match: "/",
          description: "Pages",
          modules: { ...to("gateways"), compression: {}, response_headers: SAFE_HEADERS },
        },
        {
          match: "/quote",
          description: "Quote form",
          modules: {
            ...to("gateways"),
            circuit_breaker: { ...STRICT, enabled: false },
            user_agent_filter: { allow: ["(?i)googlebot/\\d"], deny: ["(?i)bot", "^curl/"] },
          },
        },
      ],
    },
    {
      hosts: ["people.northwind.example:443"],
      description: "Time sheets and payroll",
      metadata: { team: "people" },
      daysOld: 520,
      routes: [
        {
          match: "/",
          description: "Staff, signed in by SAML",
          modules: {
            ...to("gateways"),
            saml: STAFF_LOGIN,
          },
        },
      ],
    },
    {
      hosts: ["api.northwind.example:443"],
      description: "Customer API",
      metadata: { team: "freight", tier: 1 },
      daysOld: 402,
      modules: { tls_termination: { min_version: "1.2" } },
      routes: [
        {
          match: "/v1/",
          description: "Version 1, until the last partner has moved",
          metadata: { sunset: "2027-03-31" },
          modules: {
            ...to("gateways"),
            ...from("carriers"),
            jwt_validation: PARTNER_TOKENS,
            response_headers: { add: { deprecation: "true", sunset: "Wed, 31 Mar 2027 00:00:00 GMT" } },
          },
        },
        {
          match: "/v2/",
          description: "Version 2",
          modules: {
            ...to("gateways"),
            circuit_breaker: { tripped_duration: 15, rolling_window: 60, num_buckets: 12 },
            jwt_validation: CUSTOMERS_TOKENS,
            request_headers: { add: { "x-client-ip": "${.ip}" }, remove: ["x-debug"] },
            policies: RATE_LIMIT,
          },
        },
        {
          match: "/v2/rates",
          description: "Rates, slow upstream",
          modules: {
            ...to("gateways"),
            circuit_breaker: { ...STRICT, volume_threshold: 100 },
            compression: {},
            jwt_validation: CUSTOMERS_TOKENS,
          },
        },
        {
          match: "/healthz",
          type: "exact_path",
          description: "Health, for the status page",
          modules: to("gateways"),
        },
      ],
    },
    {
      hosts: ["track.northwind.example:443", "*.track.northwind.example:443"],
      description: "Parcel tracking, one subdomain per customer",
      metadata: { team: "freight" },
      daysOld: 377,
      routes: [
        {
          match: "/",
          description: "Tracking pages",
          modules: {
            ...to("gateways"),
            ...from("scanners"),
            circuit_breaker: { error_threshold_percentage: 0.25 },
            compression: {},
          },
        },
      ],
    },
    {
      hosts: ["app.northwind.example:443"],
      description: "Planning app for staff",
      metadata: { team: "freight", tier: 1 },
      daysOld: 252,
      routes: [
        { match: "/", description: "App shell", modules: { ...to("gateways"), compression: {} } },
        {
          match: "/dispatch",
          description: "Dispatch board for drivers and planners",
          modules: { ...to("gateways"), circuit_breaker: STRICT },
        },
        { match: "/reports", description: "Monthly reports", modules: to("invoices") },
      ],
    },
    {
      kind: "tlsEdge",
      hosts: ["scanners.northwind.example:443"],
      description: "Handheld scanners, each with a certificate",
      metadata: { team: "warehouse" },
      daysOld: 118,
      modules: {
        ...to("scanners"),
        mutual_tls: { certificate_authority_ids: [authority] },
        tls_termination: { terminate_at: "edge", min_version: "1.3" },
      },
    },
    {
      hosts: ["hooks.northwind.example:443"],
      description: "Webhooks of carriers and payment",
      metadata: { team: "platform" },
      daysOld: 96,
      routes: [
        {
          match: "/carriers/",
          description: "Status changes of carriers",
          modules: { ...to("hooks"), webhook_verification: webhooksOf("aftership") },
        },
        {
          match: "/payments",
          type: "exact_path",
          description: "Payment events",
          modules: {
            ...to("hooks"),
            ...from("payments"),
            circuit_breaker: { rolling_window: 30 },
            webhook_verification: webhooksOf("stripe"),
          },
        },
      ],
    },
    {
      hosts: ["partners.northwind.example:443"],
      description: "Partner portal",
      metadata: { team: "freight" },
      daysOld: 88,
      routes: [
        {
          match: "/",
          description: "Partners, signed in by OpenID Connect",
          modules: {
            ...to("gateways"),
            oidc: partnerLogin(),
          },
        },
      ],
    },
    {
      kind: "tcpEdge",
      hosts: ["queue.northwind.example:20379"],
      description: "Job queue, for carriers that push files at night",
      metadata: { team: "data" },
      daysOld: 61,
      modules: { ...to("queue"), ...from("carriers") },
    },
    {
      hosts: ["ops.northwind.example:443"],
      description: "Dashboards and runbooks",
      metadata: { team: "platform" },
      daysOld: 41,
      routes: [
        {
          match: "/",
          description: "Platform team",
          modules: { ...to("gateways"), ...from("office"), oauth: FROM_STAFF },
        },
      ],
    },
    {
      hosts: ["docks.northwind.example:443"],
      description: "Dock doors, pilot in Hamburg",
      daysOld: 9,
      routes: [
        {
          match: "/",
          description: "Door panels",
          modules: { ...to("gateways"), websocket_tcp_converter: {} },
        },
      ],
    },
  ];
}
