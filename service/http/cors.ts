import type { MiddlewareHandler } from "hono";
import { OPERATIONS } from "#contract/operations/operations.ts";
import type { Env } from "./call.ts";
import { allowedMethods } from "./methods.ts";
import { OPERATION_HEADER } from "./request-log.ts";

/** What every answer of the API has beside what all have. */
export const API_HEADERS = { Vary: "Origin" };

/**
 * Lets a console that is hosted elsewhere use the API (protocol-facts.md#conventions): the origin is echoed and a
 * preflight answered without a key. The key travels in a header that no browser sends by itself, so any origin may ask;
 * what a browser sends by itself (cookies, client certificates) never is allowed to.
 */
export const cors: MiddlewareHandler<Env> = async (c, next) => {
  const origin = c.req.header("origin");
  const asked = c.req.header("access-control-request-method");
  if (origin !== undefined && asked !== undefined && c.req.method === "OPTIONS") {
    const methods = allowedMethods(OPERATIONS, c.req.path.slice("/api".length));
    c.header("Access-Control-Allow-Methods", (methods.length > 0 ? methods : ["GET"]).join(", "));
    const headers = c.req.header("access-control-request-headers");
    if (headers !== undefined) c.header("Access-Control-Allow-Headers", headers);
    c.header("Access-Control-Max-Age", "600");
    allow(c.header.bind(c), origin);
    return c.body(null, 204);
  }
  const headers = c.get("headers");
  if (origin !== undefined) {
    allow((name, value) => (headers[name] = value), origin);
    headers["Access-Control-Expose-Headers"] = `${OPERATION_HEADER}, Retry-After, ETag`;
  }
  Object.assign(headers, API_HEADERS);
  return next();
};

function allow(set: (name: string, value: string) => unknown, origin: string): void {
  set("Access-Control-Allow-Origin", origin);
}
