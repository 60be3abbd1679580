import { createBrowserRouter, redirect, type RouteObject } from "react-router-dom";
import { getConnection } from "#api/connection.ts";
import { href, paths } from "#resources/paths.ts";
import { ErrorPage } from "./error-page.tsx";
import type { laterPages } from "./later-pages.ts";
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

/** A page whose code is found by a file of its own. */
const later = (name: keyof typeof laterPages) => () =>
  import("./later-pages.ts").then((part) => part.laterPages[name]());

const connectPage = () => import("#pages/connect/connect-page.tsx");

/** Every route of this console. A page is its own chunk; its file exports `Component`. */
export const routes: RouteObject[] = [
  {
    path: paths.connect,
    lazy: connectPage,
    // Leaves when the page is there, so that the one before never shows without its data; `lazy` reports a failure.
    loader: () => connectPage().then(leave, leave),
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
            lazy: later("rollouts"),
          })),
          { path: paths.tunnels, lazy: later("tunnels") },
          { path: paths.tunnel, lazy: later("tunnel") },
          { path: paths.endpoints, lazy: later("endpoints") },
          { path: paths.endpoint, lazy: later("endpoint") },
          { path: paths.traffic, lazy: later("traffic") },
          { path: paths.trafficEvent, lazy: later("trafficEvent") },
          { path: paths.activity, lazy: later("activity") },
          { path: paths.events, lazy: later("events") },
          { path: paths.eventFilters, lazy: later("eventFilters") },
          { path: paths.event, lazy: later("event") },
          ...(
            [
              ["eventSubscriptions", "eventSubscriptionNew", "eventSubscriptionEdit"],
              ["eventDestinations", "eventDestinationNew", "eventDestinationEdit"],
              ["authtokens", "authtokenNew", "authtokenEdit"],
              ["backends", "backendNew", "backendEdit"],
              ["certificateAuthorities", "certificateAuthorityNew", "certificateAuthorityEdit"],
              ["keys", "keyNew", "key"],
              ["ipRules", "ipRuleNew", "ipRule"],
              ["ipPolicies", "ipPolicyNew", "ipPolicy"],
            ] as const
          ).flatMap(([list, made, one]) => [
            { path: paths[list], lazy: later(list), children: [{ path: paths[made], lazy: later(made) }] },
            { path: paths[one], lazy: later(one) },
          ]),
          { path: paths.keyRotate, lazy: later("keyRotate") },
          { path: paths.ipRulesLab, loader: () => redirect(href.ipRules("#lab")), Component: Nothing },
          ...[paths.ipRulesPaste, paths.ipPolicyPaste].map((path) => ({
            path,
            lazy: later("ipRulesPaste"),
          })),
          { path: paths.edges, lazy: later("edges") },
          { path: paths.edgeNew, lazy: later("edgeNew") },
          ...[paths.httpsEdge, paths.tlsEdge, paths.tcpEdge].map((path) => ({
            path,
            lazy: later("edge"),
          })),
          ...[paths.httpsEdgeEdit, paths.tlsEdgeEdit, paths.tcpEdgeEdit].map((path) => ({
            path,
            lazy: later("edgeEdit"),
          })),
          ...[paths.httpsEdgeModule, paths.tlsEdgeModule, paths.tcpEdgeModule].map((path) => ({
            path,
            lazy: later("edgeModule"),
          })),
          { path: paths.routeNew, lazy: later("routeNew") },
          { path: paths.routeEdit, lazy: later("routeEdit") },
          { path: paths.route, lazy: later("route") },
          { path: paths.routeModule, lazy: later("routeModule") },
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
