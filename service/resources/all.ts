import type { Implementation } from "../implement.ts";
import { agentCommands } from "./agent-commands.ts";
import { agentUpdates } from "./agent-updates.ts";
import { apiKeyUses } from "./api-key-uses.ts";
import { apiKeys } from "./api-keys.ts";
import { backends } from "./backends.ts";
import { certificateAuthorities } from "./certificate-authorities.ts";
import { credentials } from "./credentials.ts";
import { edgeRoot } from "./edge-root.ts";
import { edgeImplementations } from "./edges.ts";
import { endedSessions } from "./ended-sessions.ts";
import { eventDeliveries } from "./event-deliveries.ts";
import { eventDestinations } from "./event-destinations.ts";
import { eventSubscriptions } from "./event-subscriptions.ts";
import { eventRoutes } from "./events.ts";
import { httpsEdgeRouteRoutes } from "./https-edge-routes.ts";
import { closedIpPolicies, ipPolicies } from "./ip-policies.ts";
import { ipPolicyRules } from "./ip-policy-rules.ts";
import { liveState } from "./live-state.ts";
import { moduleSubResources } from "./modules.ts";
import { endpoints, sessions, tunnels } from "./online.ts";
import { rollouts } from "./rollouts.ts";
import { signInCodes } from "./sign-in-codes.ts";
import { testRequests } from "./test-requests.ts";
import { trafficCaptures } from "./traffic-captures.ts";
import { trafficPreviews } from "./traffic-previews.ts";
import { trafficRoutes } from "./traffic.ts";
import { whoami } from "./whoami.ts";

/** Every operation's implementation; openapi.test.ts proves that none is missing and none is extra. */
export const IMPLEMENTATIONS: readonly Implementation[] = [
  ...apiKeys,
  apiKeyUses,
  ...credentials,
  ...sessions,
  ...agentCommands,
  ...agentUpdates,
  ...endedSessions,
  ...tunnels,
  ...endpoints,
  ...edgeImplementations,
  ...httpsEdgeRouteRoutes,
  ...moduleSubResources,
  ...backends,
  ...ipPolicies,
  closedIpPolicies,
  ...ipPolicyRules,
  ...certificateAuthorities,
  ...eventDestinations,
  ...eventDeliveries,
  ...eventSubscriptions,
  ...eventRoutes,
  ...trafficRoutes,
  ...trafficCaptures,
  ...liveState,
  ...rollouts,
  ...testRequests,
  ...trafficPreviews,
  ...edgeRoot,
  ...whoami,
  ...signInCodes,
];
