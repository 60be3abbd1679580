import type { MiddlewareHandler } from "hono";

/** The console's policy: its own files and its own service, nothing inline, nothing evaluated, no frames. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "manifest-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** What every answer tells a browser; what the API answers is kept by no cache: it may hold a token. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  // What is forwarded from another service may be a page: it is none of ours.
  const isPage =
    headers.get("content-type")?.startsWith("text/html") === true && !c.req.path.startsWith("/api/");
  // A 304 has no type, and what it carries replaces the cached page's headers: leave its policy alone.
  if (c.res.status !== 304) headers.set("Content-Security-Policy", isPage ? PAGE_POLICY : DATA_POLICY);
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "no-referrer");
  if (isPage) {
    headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
  }
  if (!headers.has("cache-control")) headers.set("Cache-Control", "no-store");
};
