import type { Transform } from "node:stream";
import { constants, createDeflate, createGzip } from "node:zlib";
import { compressionContract } from "#contract/modules/compression.ts";
import type { Trail } from "../events/trail.ts";
import type { Headers } from "../headers.ts";
import { compiled } from "./compiled.ts";

type Algorithm = "gzip" | "deflate";

export const readCompression = compiled(compressionContract, (request) => request);

/** Text in all its forms; pictures, films and archives are compressed already. */
const COMPRESSIBLE =
  /^(text\/|application\/([\w.-]+\+)?(json|xml)\b|application\/(javascript|ecmascript|x-ndjson|wasm|graphql|x-www-form-urlencoded)\b|image\/(svg\+xml|bmp)\b|font\/(ttf|otf)\b)/i;
/** A checksum of the bytes, which would be others. */
const CHECKSUMS = ["content-digest", "repr-digest", "digest", "content-md5"];
/** Less than this, in bytes, gets no smaller. */
const LEAST = 256;

/** The headers of an answer, and what compresses its body where that is wanted. */
export function withCompression(
  status: number,
  headers: Headers,
  trail: Trail,
): { headers: Headers; encoder: Transform | null } {
  const { place, request } = trail;
  if (!request || !place?.route?.modules["compression"]) return { headers, encoder: null };
  const begun = performance.now();
  const told = (algorithm: Algorithm | "none", reason?: string): void => {
    (trail.facts ??= {})["compression.algorithm"] = algorithm;
    trail.decided("compression", { verdict: algorithm, ...(reason && { reason }) }, begun);
  };
  const unfit = unfitFor(status, headers);
  if (unfit !== null || /\bno-transform\b/i.test(request.headers["cache-control"] ?? "")) {
    told("none", unfit ?? "Visitor asked for no changes");
    return { headers, encoder: null };
  }
  const varied: Headers = { ...headers, vary: varyOf(headers["vary"]) };
  const algorithm = accepted(request.headers["accept-encoding"] ?? "");
  if (!algorithm) {
    told("none", "Visitor accepts neither gzip nor deflate");
    return { headers: varied, encoder: null };
  }
  const { "content-length": length, "accept-ranges": _ranges, etag, ...others } = varied;
  const changed: Headers = { ...others, ...(status !== 304 && { "content-encoding": algorithm }) };
  if (etag !== undefined) changed["etag"] = String(etag).replace(/^(?!W\/)/, "W/");
  if (request.method === "HEAD" || status === 304) {
    told("none", "No body");
    return { headers: changed, encoder: null };
  }
  told(algorithm);
  // What has no length yet may be a stream of events: each part leaves as it comes.
  const options = length === undefined ? { flush: constants.Z_SYNC_FLUSH } : {};
  const encoder = algorithm === "gzip" ? createGzip(options) : createDeflate(options);
  let bytes = 0;
  encoder.on("data", (chunk: Buffer) => (bytes += chunk.length));
  encoder.once("end", () => {
    (trail.facts ??= {})["compression.bytes_saved"] = encoder.bytesWritten - bytes;
  });
  return { headers: changed, encoder };
}

/** Why an answer is left as it is; null where it may be compressed. */
function unfitFor(status: number, headers: Headers): string | null {
  const encoding = String(headers["content-encoding"] ?? "identity");
  const length = headers["content-length"];
  if (status === 204 || status === 205) return "No body";
  if (encoding.toLowerCase() !== "identity") return `App sent ${encoding}`;
  if (status === 206 || headers["content-range"] !== undefined) return "Partial content";
  if (/\bno-transform\b/i.test(String(headers["cache-control"] ?? ""))) return "App asked for no changes";
  if (CHECKSUMS.some((name) => headers[name] !== undefined)) return "App sent a checksum";
  const type = headers["content-type"];
  // 304 says what would have come of the same request (RFC 9110 §15.4.5), but not its type.
  if (status === 304) return type === undefined || COMPRESSIBLE.test(String(type)) ? null : "No body";
  if (!COMPRESSIBLE.test(String(type ?? ""))) return "This type doesn’t compress well";
  if (length !== undefined && Number(length) < LEAST) return `Less than ${LEAST} bytes`;
  return null;
}

function varyOf(given: Headers[string] | undefined): string {
  const vary = [given ?? []].flat().join(", ");
  return /(^|,)\s*(\*|accept-encoding)\s*(,|$)/i.test(vary)
    ? vary
    : [vary, "Accept-Encoding"].filter(Boolean).join(", ");
}

/** The one of both that the visitor likes best, gzip where it likes both alike (RFC 9110 §12.5.3); null where it takes none. */
export function accepted(acceptEncoding: string): Algorithm | null {
  const weights = new Map(
    acceptEncoding.split(",").map((entry) => {
      const [name = "", ...parameters] = entry.toLowerCase().split(";");
      const q = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
      return [name.trim().replace(/^x-gzip$/, "gzip"), Number(q ?? 1)];
    }),
  );
  const weight = (name: string): number => weights.get(name) ?? weights.get("*") ?? 0;
  const best = weight("gzip") >= weight("deflate") ? "gzip" : "deflate";
  return weight(best) > 0 && weight(best) >= (weights.get("identity") ?? 0) ? best : null;
}
