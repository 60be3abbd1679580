import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Context, MiddlewareHandler } from "hono";
import type { Env } from "./call.ts";
import { offeredEncodings } from "./encodings.ts";
import { isPage } from "./console-pages.ts";
import { builtPolicy } from "./page-policy.ts";

/** A file that may be served: nothing hidden, nothing outside the folder, compressed only where that is asked for. */
const FILE = /^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+(?<!\.br|\.gz)$/;
const NOT_BUILT = "The console is not built. Run npm run build, then load this page again.\n";
const nothing = () => Promise.resolve();

/**
 * Serves the built console: hashed files for a year, the page and the rest to be asked for again; compressed as the build
 * left them. A path that is no file and no page of the console is left to the next handler, unless a person asks.
 */
export function consoleFiles(dir: string): MiddlewareHandler<Env> {
  const files = serveStatic<Env>({ rewriteRequestPath: (path) => join(dir, path), precompressed: true });
  const index = serveStatic<Env>({ path: join(dir, "index.html"), precompressed: true });
  return async (c, next) => {
    if (c.req.method !== "GET" && c.req.method !== "HEAD") return next();
    const { path } = c.req;
    c.req.raw = forHono(c.req.raw);
    const file = FILE.test(path) ? await files(c, nothing) : undefined;
    // Vite writes a hash into the name of everything in assets/.
    if (file && !path.endsWith(".html"))
      return kept(file, path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
    const known = file !== undefined || (await isPage(dir, path));
    if (!known && !asksForPage(c)) return next();
    const page = await index(c, nothing);
    if (!page) return known ? c.text(NOT_BUILT, 503) : next();
    // A 304 keeps the policy of the page that it confirms.
    if (page.status !== 304) page.headers.set("Content-Security-Policy", await builtPolicy(dir));
    return kept(known ? page : new Response(page.body, { status: 404, headers: page.headers }), "no-cache");
  };
}

/** A person who mistyped an address, rather than a script: the console's own "not found" helps more than JSON. */
function asksForPage(c: Context<Env>): boolean {
  const first = c.req.path.split("/")[1];
  return first !== "api" && first !== "assets" && c.req.header("accept")?.includes("text/html") === true;
}

/**
 * A request as hono's files read it: `gzip;q=0.5, br;q=0` as `gzip`, since it compares whole elements, and no Range, since it
 * would send a part of a page with status 404 and an ETag of that part.
 */
function forHono(request: Request): Request {
  const accept = request.headers.get("accept-encoding");
  if (!accept?.includes(";") && !request.headers.has("range")) return request;
  const headers = new Headers(request.headers);
  headers.delete("range");
  headers.set("accept-encoding", offeredEncodings(accept ?? "").join(","));
  return new Request(request, { headers });
}

function kept(answer: Response, control: string): Response {
  answer.headers.set("Cache-Control", control);
  answer.headers.set("Vary", "Accept-Encoding");
  return answer;
}
