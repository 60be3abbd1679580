import { createBrowserRouter, redirect, type RouteObject } from "react-router-dom";
import { paths } from "#components/paths.ts";
import { Shell } from "./shell.tsx";

/** Every route of this console. A page is its own chunk; its file exports `Component`. */
export const routes: RouteObject[] = [
  { path: paths.connect, lazy: () => import("#pages/connect/connect-page.tsx") },
  {
    Component: Shell,
    children: [
      { path: paths.home, loader: () => redirect(paths.sessions), Component: Nothing },
      { path: paths.sessions, lazy: () => import("#pages/sessions/sessions-page.tsx") },
      { path: paths.session, lazy: () => import("#pages/session/session-page.tsx") },
      { path: paths.keys, lazy: () => import("#pages/keys/keys-page.tsx") },
      { path: paths.keyNew, lazy: () => import("#pages/key-new/key-new-page.tsx") },
      { path: paths.key, lazy: () => import("#pages/key/key-page.tsx") },
      { path: paths.edges, lazy: () => import("#pages/edges/edges-page.tsx") },
      { path: paths.httpsEdge, lazy: () => import("#pages/https-edge/https-edge-page.tsx") },
      { path: paths.route, lazy: () => import("#pages/route/route-page.tsx") },
      { path: paths.routeModule, lazy: () => import("#pages/route-module/route-module-page.tsx") },
    ],
  },
];

function Nothing() {
  return null;
}

/** The browser router of the console. */
export function createConsoleRouter() {
  return createBrowserRouter(routes);
}
