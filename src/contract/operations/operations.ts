import { agentUpdateOperations } from "./agent-updates.ts";
import { apiKeyOperations, apiKeyUseOperations } from "./api-keys.ts";
import { backendOperations } from "./backends.ts";
import { certificateAuthorityOperations } from "./certificate-authorities.ts";
import { credentialOperations } from "./credentials.ts";
import { edgeRootOperations } from "./edge-root.ts";
import { httpsEdgeOperations, routeOperations, tcpEdgeOperations, tlsEdgeOperations } from "./edges.ts";
import { endedSessionOperations } from "./ended-sessions.ts";
import { eventDeliveryOperations, eventDestinationOperations } from "./event-destinations.ts";
import { eventSourceOperations, eventSubscriptionOperations } from "./event-subscriptions.ts";
import { eventOperations } from "./events.ts";
import { closedIpPolicyOperations, ipPolicyOperations, ipPolicyRuleOperations } from "./ip-policies.ts";
import { liveStateOperations } from "./live-state.ts";
import { moduleOperations, OWNED_MODULES } from "./modules.ts";
import { endpointOperations, sessionOperations, tunnelOperations } from "./online.ts";
import type { Operation } from "./operation.ts";
import { rolloutOperations } from "./rollouts.ts";
import { signInCodeOperations } from "./sign-in-codes.ts";
import { testRequestOperations } from "./test-requests.ts";
import { trafficCaptureOperations } from "./traffic-captures.ts";
import { trafficPreviewOperations } from "./traffic-previews.ts";
import { trafficOperations } from "./traffic.ts";
import { whoamiOperations } from "./whoami.ts";

/** The resources, with their operations. Their schemas in the OpenAPI document are called so. */
export const RESOURCES = {
  ApiKey: apiKeyOperations,
  Credential: credentialOperations,
  TunnelSession: sessionOperations,
  Tunnel: tunnelOperations,
  Endpoint: endpointOperations,
  HttpsEdge: httpsEdgeOperations,
  Route: routeOperations,
  TlsEdge: tlsEdgeOperations,
  TcpEdge: tcpEdgeOperations,
  TunnelGroupBackend: backendOperations,
  IpPolicy: ipPolicyOperations,
  IpPolicyRule: ipPolicyRuleOperations,
  CertificateAuthority: certificateAuthorityOperations,
  EventDestination: eventDestinationOperations,
  EventSubscription: eventSubscriptionOperations,
} as const;

/** Every operation of the management API. */
export const OPERATIONS: readonly Operation[] = [
  ...Object.values(RESOURCES),
  apiKeyUseOperations,
  agentUpdateOperations,
  endedSessionOperations,
  closedIpPolicyOperations,
  eventDeliveryOperations,
  eventSourceOperations,
  eventOperations,
  edgeRootOperations,
  trafficOperations,
  trafficCaptureOperations,
  liveStateOperations,
  rolloutOperations,
  testRequestOperations,
  trafficPreviewOperations,
  whoamiOperations,
  signInCodeOperations,
  ...OWNED_MODULES.map(moduleOperations),
].flatMap((group): Operation[] => Object.values(group));
