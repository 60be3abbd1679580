import { brotliDecompressSync, constants, gunzipSync, inflateSync } from "node:zlib";
import type { EdgeRequest } from "../request-body.ts";
import { type BodyKeeper, KEPT_BYTES } from "./body-keeper.ts";
import { headerMap, type LeftOut } from "./header-map.ts";
import { redactText } from "./redact-text.ts";
import type { SentHeaders, Trail } from "./trail.ts";

/** What was kept of both bodies, without secrets, and the request's headers as they were sent; nothing where nothing was. */
export function captured(trail: Trail, request: EdgeRequest, left: LeftOut): Record<string, unknown> {
  const { in: asked, out: answered, headers } = trail;
  const sent = body("capture.request", asked, request.headers, left);
  if (!sent) return {};
  return {
    ...sent,
    "capture.request.headers": headerMap(request.rawHeaders, "capture.request.headers", left, true),
    ...body("capture.response", answered, headers, left),
  };
}

type TypeHeaders = Partial<Record<"content-type" | "content-encoding", SentHeaders[string]>>;

function body(
  at: string,
  keeper: BodyKeeper,
  headers: TypeHeaders,
  left: LeftOut,
): Record<string, unknown> | null {
  const bytes = keeper.kept();
  if (!bytes) return null;
  const text = decoded(bytes, String(headers["content-encoding"] ?? "identity").toLowerCase());
  // What can't be read can't be looked through for secrets.
  const content =
    text &&
    redactText(text, String(headers["content-type"] ?? ""), (name) =>
      left.redacted.push(`${at}.content.${name}`),
    );
  return {
    [`${at}.kept`]: content ? bytes.length : 0,
    [`${at}.truncated`]: keeper.length > (content ? bytes.length : 0),
    ...(content && { [`${at}.content`]: content.toString("base64") }),
  };
}

/** The bytes before they were compressed; null where they can't be known. */
function decoded(bytes: Buffer, encoding: string): Buffer | null {
  // Bytes that were cut off end without an end mark.
  const options = { maxOutputLength: KEPT_BYTES * 4, finishFlush: constants.Z_SYNC_FLUSH };
  try {
    if (encoding === "identity" || bytes.length === 0) return bytes;
    if (encoding === "gzip" || encoding === "x-gzip") return gunzipSync(bytes, options);
    if (encoding === "deflate") return inflateSync(bytes, options);
    if (encoding === "br")
      return brotliDecompressSync(bytes, { ...options, finishFlush: constants.BROTLI_OPERATION_FLUSH });
  } catch {
    // It is not what it says, or far more than it seems.
  }
  return null;
}
