import { createBrowserRouter, redirect, type RouteObject } from "react-router-dom";
import { getConnection } from "#api/connection.ts";
import { href, paths } from "#resources/paths.ts";
import { ErrorPage } from "./error-page.tsx";
import { firstRows } from "./first-rows.ts";
import { enter, leave } from "./leaving.ts";
import { Shell } from "./shell.tsx";

async function requireConnection({ request }: { request: Request }) {
  if (getConnection() ?? (await takeFromTabs())) return enter();
  const { pathname, search } = new URL(request.url);
  return redirect(`${href.connect()}?${new URLSearchParams({ next: pathname + search })}`);
}

/** Another tab may be signed in. */
function takeFromTabs(): Promise<boolean> {
  return import("#api/ask-tabs.ts").then(
    (tabs) => tabs.takeFromTabs(),
    () => false,
  );
}

function Nothing() {
  return null;
}

/** Every route of this console. A page is its own chunk; its file exports `Component`. */
export const routes: RouteObject[] = [
  {
    path: paths.connect,
    lazy: () => import("#pages/connect/connect-page.tsx"),
    // Leaves when the page is there, so that the one before never shows without its data; `lazy` reports a failure.
    loader: () => import("#pages/connect/connect-page.tsx").then(leave, leave),
    ErrorBoundary: ErrorPage,
    HydrateFallback: Nothing,
  },
  {
    Component: Shell,
    loader: requireConnection,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Nothing,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          { path: paths.home, lazy: () => import("#pages/overview/overview-page.tsx") },
          {
            path: paths.sessions,
            lazy: () => import("#pages/sessions/sessions-page.tsx"),
            loader: firstRows,
            shouldRevalidate: () => false,
          },
          { path: paths.session, lazy: () => import("#pages/session/session-page.tsx") },
          ...[paths.rollouts, paths.rollout].map((path) => ({
            path,
            lazy: () => import("#pages/rollouts/rollouts-page.tsx"),
          })),
          { path: paths.tunnels, lazy: () => import("#pages/tunnels/tunnels-page.tsx") },
          { path: paths.tunnel, lazy: () => import("#pages/tunnel/tunnel-page.tsx") },
          { path: paths.endpoints, lazy: () => import("#pages/endpoints/endpoints-page.tsx") },
          { path: paths.endpoint, lazy: () => import("#pages/endpoint/endpoint-page.tsx") },
          { path: paths.traffic, lazy: () => import("#pages/traffic/traffic-page.tsx") },
          { path: paths.trafficEvent, lazy: () => import("#pages/traffic-event/traffic-event-page.tsx") },
          {
            path: paths.keys,
            lazy: () => import("#pages/keys/keys-page.tsx"),
            children: [{ path: paths.keyNew, lazy: () => import("#pages/key-new/key-new-page.tsx") }],
          },
          { path: paths.key, lazy: () => import("#pages/key/key-page.tsx") },
          { path: paths.keyRotate, lazy: () => import("#pages/key-rotate/key-rotate-page.tsx") },
          {
            path: paths.authtokens,
            lazy: () => import("#pages/authtokens/authtokens-page.tsx"),
            children: [
              { path: paths.authtokenNew, lazy: () => import("#pages/authtoken-new/authtoken-new-page.tsx") },
            ],
          },
          {
            path: paths.ipRules,
            lazy: () => import("#pages/ip-rules/ip-rules-page.tsx"),
            children: [
              { path: paths.ipRuleNew, lazy: () => import("#pages/ip-rule-new/ip-rule-new-page.tsx") },
            ],
          },
          { path: paths.ipRulesLab, loader: () => redirect(href.ipRules("#lab")), Component: Nothing },
          ...[paths.ipRulesPaste, paths.ipPolicyPaste].map((path) => ({
            path,
            lazy: () => import("#pages/ip-rules-paste/ip-rules-paste-page.tsx"),
          })),
          { path: paths.ipRule, lazy: () => import("#pages/ip-rule/ip-rule-page.tsx") },
          {
            path: paths.ipPolicies,
            lazy: () => import("#pages/ip-policies/ip-policies-page.tsx"),
            children: [
              { path: paths.ipPolicyNew, lazy: () => import("#pages/ip-policy-new/ip-policy-new-page.tsx") },
            ],
          },
          { path: paths.ipPolicy, lazy: () => import("#pages/ip-policy/ip-policy-page.tsx") },
          {
            path: paths.backends,
            lazy: () => import("#pages/backends/backends-page.tsx"),
            children: [
              { path: paths.backendNew, lazy: () => import("#pages/backend-new/backend-new-page.tsx") },
            ],
          },
          {
            path: paths.certificateAuthorities,
            lazy: () => import("#pages/certificate-authorities/certificate-authorities-page.tsx"),
            children: [
              {
                path: paths.certificateAuthorityNew,
                lazy: () => import("#pages/certificate-authority-new/certificate-authority-new-page.tsx"),
              },
            ],
          },
          { path: paths.edges, lazy: () => import("#pages/edges/edges-page.tsx") },
          { path: paths.edgeNew, lazy: () => import("#pages/edge-form/edge-new-page.tsx") },
          ...[paths.httpsEdge, paths.tlsEdge, paths.tcpEdge].map((path) => ({
            path,
            lazy: () => import("#pages/edge/edge-page.tsx"),
          })),
          ...[paths.httpsEdgeEdit, paths.tlsEdgeEdit, paths.tcpEdgeEdit].map((path) => ({
            path,
            lazy: () => import("#pages/edge-form/edge-edit-page.tsx"),
          })),
          ...[paths.httpsEdgeModule, paths.tlsEdgeModule, paths.tcpEdgeModule].map((path) => ({
            path,
            lazy: () => import("#pages/edge-module/edge-module-page.tsx"),
          })),
          { path: paths.routeNew, lazy: () => import("#pages/route-form/route-new-page.tsx") },
          { path: paths.routeEdit, lazy: () => import("#pages/route-form/route-edit-page.tsx") },
          { path: paths.route, lazy: () => import("#pages/route/route-page.tsx") },
          { path: paths.routeModule, lazy: () => import("#pages/route-module/route-module-page.tsx") },
          { path: "*", lazy: () => import("./not-found-page.tsx") },
        ],
      },
    ],
  },
];

/** The browser router of the console. */
export function createConsoleRouter() {
  return createBrowserRouter(routes);
}
