import type * as z from "zod/mini";
import { KNOWN_MODULES, moduleContract } from "#contract/modules/contracts.ts";
import { ApiKey, ApiKeyCreate, ApiKeyList, ApiKeyUpdate } from "../api-key.ts";
import { Ref } from "../common.ts";
import { Credential, CredentialCreate, CredentialList } from "../credential.ts";
import { HttpsEdge, HttpsEdgeList } from "../edge.ts";
import { HttpsEdgeCreate } from "../edge-request.ts";
import { Endpoint, EndpointList } from "../endpoint.ts";
import { ErrorBody } from "../error.ts";
import { Route } from "../route.ts";
import { RouteCreate, RouteUpdate } from "../route-request.ts";
import { TunnelSession, TunnelSessionList } from "../tunnel-session.ts";
import { Tunnel, TunnelList } from "../tunnel.ts";

/** `circuit_breaker` → `CircuitBreaker`. */
export function pascal(kind: string): string {
  return kind.replaceAll(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

/** The schemas that have a name of their own in the OpenAPI document. */
export const NAMED_SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = {
  ApiKey,
  ApiKeyCreate,
  ApiKeyList,
  ApiKeyUpdate,
  Credential,
  CredentialCreate,
  CredentialList,
  Endpoint,
  EndpointList,
  ErrorBody,
  HttpsEdge,
  HttpsEdgeCreate,
  HttpsEdgeList,
  Ref,
  Route,
  RouteCreate,
  RouteUpdate,
  Tunnel,
  TunnelList,
  TunnelSession,
  TunnelSessionList,
  ...Object.fromEntries(
    KNOWN_MODULES.flatMap((kind) => [
      [pascal(kind), moduleContract(kind).answer],
      [`${pascal(kind)}Request`, moduleContract(kind).request],
    ]),
  ),
};
