import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context, MiddlewareHandler } from "hono";
import type { Env } from "./call.ts";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webmanifest": "application/manifest+json",
};
const PACKED = new Set([".png", ".ico"]);

/** First parts of the console's own paths (architecture.md#urls): these answer with its page, nothing else does. */
const PAGES = [
  "connect",
  "sessions",
  "tunnels",
  "endpoints",
  "keys",
  "ip-rules",
  "ip-policies",
  "backends",
  "certificate-authorities",
  "authtokens",
  "edges",
  "events",
  "activity",
  "rollouts",
];

const NOT_BUILT = "The console is not built. Run npm run build, then load this page again.\n";

type Encoding = "br" | "gzip" | "identity";
type File = {
  version: string;
  etag: string;
  type: string;
  plain: Buffer;
  packed: Map<Encoding, Promise<Buffer>>;
};

const compressors = {
  br: (data: Buffer) =>
    promisify(brotliCompress)(data, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: data.length },
    }),
  gzip: (data: Buffer) => promisify(gzip)(data, { level: 9 }),
};

/**
 * Serves the built console: hashed files for a year, the page and the rest to be asked for again with their ETag;
 * compressed once per file. A path that is no file and no page of the console is left to the next handler.
 */
export function consoleFiles(dir: string): MiddlewareHandler<Env> {
  const cache = new Map<string, File>();

  async function load(path: string): Promise<File | undefined> {
    const name = join(dir, path);
    const info = await stat(name).catch(() => undefined);
    if (!info?.isFile()) return undefined;
    const version = `${info.mtimeMs}:${info.size}`;
    const known = cache.get(path);
    if (known?.version === version) return known;
    const plain = await readFile(name);
    const etag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    const file: File = { version, etag, type, plain, packed: new Map() };
    cache.set(path, file);
    return file;
  }

  return async (c, next) => {
    if (c.req.method !== "GET" && c.req.method !== "HEAD") return next();
    const path = safePath(c.req.path);
    const file = path === undefined || path === "/" ? undefined : await load(path);
    if (file && path !== undefined) return send(c, file, isHashed(path));
    const known = c.req.path === "/" || PAGES.includes(c.req.path.split("/")[1] ?? "");
    if (!known && !asksForPage(c)) return next();
    const page = await load("/index.html");
    if (!page) return known ? c.text(NOT_BUILT, 503) : next();
    return send(c, page, false, known ? 200 : 404);
  };
}

/** A person who mistyped an address, rather than a script: the console's own "not found" helps more than JSON. */
function asksForPage(c: Context<Env>): boolean {
  const first = c.req.path.split("/")[1];
  return first !== "api" && first !== "assets" && c.req.header("accept")?.includes("text/html") === true;
}

/** The path of a file that may be served: nothing hidden, nothing outside the folder. */
function safePath(path: string): string | undefined {
  return /^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/.test(path) || path === "/" ? path : undefined;
}

/** Vite writes a hash into the name of everything in assets/. */
function isHashed(path: string): boolean {
  return path.startsWith("/assets/");
}

async function send(
  c: Context<Env>,
  file: File,
  forever: boolean,
  status: 200 | 404 = 200,
): Promise<Response> {
  c.status(status);
  c.header("Cache-Control", forever ? "public, max-age=31536000, immutable" : "no-cache");
  c.header("ETag", file.etag);
  c.header("Vary", "Accept-Encoding");
  const known = c.req.header("if-none-match")?.split(",") ?? [];
  if (status === 200 && known.some((tag) => tag.trim() === file.etag)) return c.body(null, 304);
  const encoding = PACKED.has(extname(c.req.path)) ? "identity" : accepted(c.req.header("accept-encoding"));
  c.header("Content-Type", file.type);
  if (encoding === "identity" || file.plain.length < 1024) return c.body(new Uint8Array(file.plain));
  c.header("Content-Encoding", encoding);
  const packed = file.packed.get(encoding) ?? compressors[encoding](file.plain);
  file.packed.set(encoding, packed);
  return c.body(new Uint8Array(await packed));
}

function accepted(header = ""): Encoding {
  const offered = header
    .toLowerCase()
    .split(",")
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
    .map((one) => one.split(";")[0]);
  if (offered.includes("br")) return "br";
  return offered.includes("gzip") ? "gzip" : "identity";
}
