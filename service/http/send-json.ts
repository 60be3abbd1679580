import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** Answers in JSON with its length: by it a short answer is sent as it is, which costs less than packing it. */
export function sendJson(c: Context, value: unknown, status: ContentfulStatusCode): Response {
  const text = JSON.stringify(value);
  return c.body(text, status, {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(text)),
  });
}
