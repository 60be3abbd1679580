import type * as z from "zod/mini";
import { ApiKey, ApiKeyCreate, ApiKeyList, ApiKeyUpdate } from "../api-key.ts";
import {
  TunnelGroupBackend,
  TunnelGroupBackendCreate,
  TunnelGroupBackendList,
  TunnelGroupBackendUpdate,
} from "../backend.ts";
import {
  CertificateAuthority,
  CertificateAuthorityCreate,
  CertificateAuthorityList,
  CertificateAuthorityUpdate,
} from "../certificate-authority.ts";
import { EmptyBody, Ref } from "../common.ts";
import { Credential, CredentialCreate, CredentialList, CredentialUpdate } from "../credential.ts";
import { HttpsEdge, HttpsEdgeList, TcpEdge, TcpEdgeList, TlsEdge, TlsEdgeList } from "../edge.ts";
import {
  HttpsEdgeCreate,
  HttpsEdgeUpdate,
  TcpEdgeCreate,
  TcpEdgeUpdate,
  TlsEdgeCreate,
  TlsEdgeUpdate,
} from "../edge-request.ts";
import { Endpoint, EndpointList } from "../endpoint.ts";
import { ErrorBody } from "../error.ts";
import { Event, EventList } from "../event.ts";
import { IpPolicy, IpPolicyCreate, IpPolicyList, IpPolicyUpdate } from "../ip-policy.ts";
import { IpPolicyRule, IpPolicyRuleCreate, IpPolicyRuleList, IpPolicyRuleUpdate } from "../ip-policy-rule.ts";
import { ALL_CONTRACTS } from "#contract/modules/contracts.ts";
import { Route } from "../route.ts";
import { RouteCreate, RouteUpdate } from "../route-request.ts";
import { TunnelSession, TunnelSessionList } from "../tunnel-session.ts";
import { Tunnel, TunnelList } from "../tunnel.ts";
import { pascal } from "./pascal.ts";

/** The schemas that have a name of their own in the OpenAPI document. */
export const NAMED_SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = {
  ApiKey,
  ApiKeyCreate,
  ApiKeyList,
  ApiKeyUpdate,
  CertificateAuthority,
  CertificateAuthorityCreate,
  CertificateAuthorityList,
  CertificateAuthorityUpdate,
  Credential,
  CredentialCreate,
  CredentialList,
  CredentialUpdate,
  EmptyBody,
  Endpoint,
  EndpointList,
  ErrorBody,
  Event,
  EventList,
  HttpsEdge,
  HttpsEdgeCreate,
  HttpsEdgeList,
  HttpsEdgeUpdate,
  IpPolicy,
  IpPolicyCreate,
  IpPolicyList,
  IpPolicyRule,
  IpPolicyRuleCreate,
  IpPolicyRuleList,
  IpPolicyRuleUpdate,
  IpPolicyUpdate,
  Ref,
  Route,
  RouteCreate,
  RouteUpdate,
  TcpEdge,
  TcpEdgeCreate,
  TcpEdgeList,
  TcpEdgeUpdate,
  TlsEdge,
  TlsEdgeCreate,
  TlsEdgeList,
  TlsEdgeUpdate,
  Tunnel,
  TunnelGroupBackend,
  TunnelGroupBackendCreate,
  TunnelGroupBackendList,
  TunnelGroupBackendUpdate,
  TunnelList,
  TunnelSession,
  TunnelSessionList,
  ...Object.fromEntries(
    ALL_CONTRACTS.flatMap(({ name, request, answer }) => [
      [pascal(name), answer],
      [`${pascal(name)}Request`, request],
    ]),
  ),
};
