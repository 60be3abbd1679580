import type { MiddlewareHandler } from "hono";
import type { Env } from "./call.ts";
import { pagePolicy } from "./page-policy.ts";
import { OPERATION_HEADER } from "./request-log.ts";

/** What every answer tells a browser; what the API answers is kept by no cache: it may hold a token. */
const COMMON = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
};

const PAGE = {
  "Content-Security-Policy": pagePolicy(),
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/** The headers of every answer to a request, its operation id first. */
export const commonHeaders = (operationId: string): Record<string, string> => ({
  [OPERATION_HEADER]: operationId,
  ...COMMON,
});

/**
 * Gives each answer the headers that every one has. They are there before it is made (`answer.ts`), so that the API's own
 * have them from the start; only those of others (files, streams, another service) are changed.
 */
export function answerHeaders(stopping: () => boolean): MiddlewareHandler<Env> {
  return async (c, next) => {
    const common = commonHeaders(c.get("operationId"));
    c.set("headers", common);
    await next();
    if (c.get("made") !== c.res) complete(c.res, common, !c.req.path.startsWith("/api/"));
    if (stopping()) c.res.headers.set("Connection", "close");
  };
}

/** `mayBePage`: what is forwarded from another service may look like one, and is none of ours. */
function complete({ headers, status }: Response, common: Record<string, string>, mayBePage: boolean): void {
  const isPage = mayBePage && headers.get("content-type")?.startsWith("text/html") === true;
  for (const [name, value] of Object.entries({ ...common, ...(isPage && PAGE) })) {
    if (name === "Vary") headers.append(name, value);
    // A 304 has no type, and what it carries replaces the cached page's headers: leave its policy alone.
    else if (
      name === "Content-Security-Policy"
        ? status !== 304 && !(isPage && headers.has(name))
        : name !== "Cache-Control" || !headers.has(name)
    )
      headers.set(name, value);
  }
}
