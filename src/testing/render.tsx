import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider, type RouteObject } from "react-router-dom";
import { keepFailures } from "#api/keep-failures.ts";
import { createQueryClient } from "#api/query-client.ts";
import { ToastProvider } from "#ui/toast.tsx";

type Options = { path?: string; routes?: RouteObject[]; client?: QueryClient };

/**
 * Renders inside what every page has: router, cache, toasts. `element` is shown at any path; give `routes` instead to
 * follow links between pages. Answers the user, the router and the cache beside testing-library's own.
 */
export function renderInApp(element: ReactNode, options: Options = {}) {
  const client = options.client ?? createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  keepFailures(client);
  const routes = options.routes ?? [{ path: "*", element }];
  const router = createMemoryRouter(routes, { initialEntries: [options.path ?? "/"] });
  const view = render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  return { ...view, user: userEvent.setup(), router, client };
}
