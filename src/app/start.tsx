import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import { QueryClientProvider } from "@tanstack/react-query";
import { takeSignInLink } from "#api/sign-in-link.ts";
import { queryClient } from "#api/query-client.ts";
import { joinTabs } from "#api/tabs.ts";
import { ToastProvider } from "#ui/toast.tsx";
import { createConsoleRouter } from "./router.tsx";

/** Mounts the console. The static shell of index.html stays until the first page is ready, so nothing flashes. */
export function start(): void {
  takeSignInLink();
  joinTabs();
  window.addEventListener("popstate", takeSignInLink);
  // For zod, which comes with later pages: the policy of this one forbids to compile text (service/http/page-policy.ts).
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  const element = document.getElementById("root");
  if (!element) throw new Error("index.html has no #root");
  const router = createConsoleRouter();
  const root = createRoot(element);
  const render = () =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </QueryClientProvider>
      </StrictMode>,
    );
  if (router.state.initialized) render();
  else {
    const stop = router.subscribe((state) => {
      if (!state.initialized) return;
      stop();
      render();
    });
  }
}
