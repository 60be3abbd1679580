import type { Implementation } from "../implement.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { backendRoutes } from "./backends.ts";
import { credentialRoutes } from "./credentials.ts";
import { certificateAuthorityRoutes } from "./certificate-authorities.ts";
import { allEdgeRoutes } from "./edges.ts";
import { eventRoutes } from "./events.ts";
import { httpsEdgeRouteRoutes } from "./https-edge-routes.ts";
import { ipPolicyRoutes } from "./ip-policies.ts";
import { ipPolicyRuleRoutes } from "./ip-policy-rules.ts";
import { moduleSubResources } from "./modules.ts";
import { tunnelSessionRoutes } from "./tunnel-sessions.ts";
import { tunnelRoutes } from "./tunnels.ts";

/** Every operation's implementation; openapi.test.ts proves that none is missing and none is extra. */
export const IMPLEMENTATIONS: readonly Implementation[] = [
  ...apiKeyRoutes,
  ...credentialRoutes,
  ...tunnelSessionRoutes,
  ...tunnelRoutes,
  ...allEdgeRoutes,
  ...httpsEdgeRouteRoutes,
  ...moduleSubResources,
  ...backendRoutes,
  ...ipPolicyRoutes,
  ...ipPolicyRuleRoutes,
  ...certificateAuthorityRoutes,
  ...eventRoutes,
];
