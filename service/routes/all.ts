import type { Implementation } from "../implement.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { credentialRoutes } from "./credentials.ts";
import { httpsEdgeRouteRoutes } from "./https-edge-routes.ts";
import { httpsEdgeRoutes } from "./https-edges.ts";
import { routeModuleRoutes } from "./modules.ts";
import { tunnelSessionRoutes } from "./tunnel-sessions.ts";
import { tunnelRoutes } from "./tunnels.ts";

/** Every operation's implementation; openapi.test.ts proves that none is missing and none is extra. */
export const IMPLEMENTATIONS: readonly Implementation[] = [
  ...apiKeyRoutes,
  ...credentialRoutes,
  ...tunnelSessionRoutes,
  ...tunnelRoutes,
  ...httpsEdgeRoutes,
  ...httpsEdgeRouteRoutes,
  ...routeModuleRoutes,
];
