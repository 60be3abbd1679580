import { useEffect, useState } from "react";
import { isRouteErrorResponse, useLocation, useRouteError } from "react-router-dom";
import { isConsoleServed } from "#api/console-served.ts";
import { Page } from "#components/page.tsx";
import { href } from "#resources/paths.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { lazyPart } from "#ui/lazy-export.ts";

const NotFoundPage = lazyPart(() => import("./not-found-page.tsx"), "Component");

const CHUNK_LOST = /dynamically imported module|importing a module script|error loading dynamically/i;

/** What to show of whatever a page threw. */
export function describeFault(error: unknown): { what: string; details: string } {
  const message = error instanceof Error ? error.message : String(error);
  const details = error instanceof Error ? (error.stack ?? message) : message;
  if (CHUNK_LOST.test(message))
    return {
      what: "Part of the console could not be loaded. Reload the page.",
      details,
    };
  return { what: message, details };
}

/** Between two looks for a service that was away, in milliseconds. */
const LOOK_MS = 3000;

/**
 * A browser keeps a file that it could not load as lost, until the page is loaded anew: done once the service answers, for a reload
 * without it would end the console. Where that did not help, it is not done again. Answers whether the service is away.
 */
function useFreshStart(isLost: boolean): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (!isLost) return undefined;
    const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    let helps = entry?.type !== "reload";
    const look = async () => {
      const there = await isConsoleServed();
      setAway(!there);
      if (!there) helps = true;
      else if (helps) location.reload();
      else clearInterval(timer);
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    void look();
    return () => clearInterval(timer);
  }, [isLost]);
  return away;
}

/** Instead of a white page: what happened, reload, details to copy. The shell around it keeps working. */
export function ErrorPage() {
  const error = useRouteError();
  const away = useFreshStart(CHUNK_LOST.test(String(error)));
  const { pathname } = useLocation();
  const [time] = useState(() => new Date().toISOString());
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  const { what, details } = describeFault(error);
  const report = `${what}\n\nPage: ${pathname}\nTime: ${time}\nBrowser: ${navigator.userAgent}\n\n${details}`;
  return (
    <Page title={away ? "No connection" : "This page stopped working"} crumbs={[{ label: "Error" }]}>
      <div role="alert" className="flex max-w-2xl flex-col gap-4">
        <p className="wrap-anywhere">
          {away ? "The service doesn’t answer. This page loads once it does." : what}
        </p>
        <div className="flex flex-wrap gap-2">
          {away ? null : (
            <Button variant="primary" icon="refresh" onClick={() => window.location.reload()}>
              Reload
            </Button>
          )}
          <ButtonLink to={href.home()}>Overview</ButtonLink>
          <CopyButton text={report} label="Copy details" shown size="md" />
        </div>
        <details>
          <summary>Details</summary>
          <pre className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">{details}</pre>
        </details>
      </div>
    </Page>
  );
}
