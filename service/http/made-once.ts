import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Context } from "hono";
import type { Env } from "./call.ts";
import { offeredEncodings } from "./encodings.ts";

/**
 * JSON that is the same for every caller as long as the process lives: made, compressed and named by a strong ETag when
 * it is first asked for. Answer it below hono's `etag()`, which turns a known ETag into a 304.
 */
export function madeOnce(make: () => unknown): (c: Context<Env>) => Response {
  let made: { plain: Buffer<ArrayBuffer>; gzip: Buffer<ArrayBuffer>; hash: string } | undefined;
  return (c) => {
    if (!made) {
      const plain = Buffer.from(JSON.stringify(make()));
      made = { plain, gzip: gzipSync(plain), hash: createHash("sha256").update(plain).digest("base64url") };
    }
    const { plain, gzip, hash } = made;
    const headers = {
      "Content-Type": "application/json",
      "Cache-Control": "no-cache",
      Vary: "Accept-Encoding",
    };
    if (!offeredEncodings(c.req.header("accept-encoding")).includes("gzip"))
      return c.body(plain, 200, { ...headers, ETag: `"${hash}"` });
    return c.body(gzip, 200, { ...headers, "Content-Encoding": "gzip", ETag: `"${hash}-gzip"` });
  };
}
