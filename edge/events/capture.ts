import { brotliDecompressSync, constants, gunzipSync, inflateSync } from "node:zlib";
import type { Nested } from "#contract/traffic/nested.ts";
import type { OWN_FIELDS } from "#contract/traffic/own-fields.ts";
import { type BodyKeeper, KEPT_BYTES } from "./body-keeper.ts";
import { type LeftOut, requestHeaders } from "./header-map.ts";
import { redactText } from "./redact-text.ts";
import type { SentHeaders, Trail } from "./trail.ts";

type Capture = NonNullable<Nested<typeof OWN_FIELDS>["capture"]>;

/** What was kept of both bodies, without secrets, and the request's headers as they were sent; null where nothing was. */
export function capture(
  { request, in: asked, out: answered, headers }: Trail,
  left: LeftOut,
): Capture | null {
  const sent = request && body("capture.request", asked, request.headers, left);
  if (!sent) return null;
  const sentHeaders = requestHeaders(request.rawHeaders, "capture.request.headers", left, true);
  return {
    request: { ...sent, headers: JSON.parse(sentHeaders) as Record<string, string[]> },
    response: body("capture.response", answered, headers, left) ?? {},
  };
}

type TypeHeaders = Partial<Record<"content-type" | "content-encoding", SentHeaders[string]>>;

function body(
  at: string,
  keeper: BodyKeeper,
  headers: TypeHeaders,
  left: LeftOut,
): Capture["response"] | null {
  const bytes = keeper.kept();
  if (!bytes) return null;
  const text = decoded(bytes, String(headers["content-encoding"] ?? "identity").toLowerCase());
  // What can't be read can't be looked through for secrets.
  if (!text) return { kept: 0, truncated: keeper.length > 0 };
  const told = (name: string): void => void (left.redacted ??= []).push(`${at}.content.${name}`);
  const content = redactText(text, String(headers["content-type"] ?? ""), told);
  const kept = content.subarray(0, KEPT_BYTES);
  const truncated = keeper.length > bytes.length || content.length > kept.length;
  return { content: kept.toString("base64"), kept: kept.length, truncated };
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
