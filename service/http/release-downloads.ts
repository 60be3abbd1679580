import type { FileHandle } from "node:fs/promises";
import { type Context, Hono } from "hono";
import { RELEASES_PATH } from "#contract/agent-release.ts";
import { ApiProblem } from "../errors.ts";
import type { Releases } from "../releases.ts";
import { Places } from "../places.ts";
import type { Db } from "../store/schema.ts";
import { credentialByHash } from "../store/sessions.ts";
import { hashToken } from "../store/tokens.ts";
import { bearerToken } from "./auth.ts";
import type { Env } from "./call.ts";
import { createRateLimit } from "./rate-limit.ts";

export type ReleaseDownloadsOptions = {
  db: Db;
  releases: Releases;
  /** Of an address that sent a wrong authtoken: what to answer instead of 401. */
  wrongToken: (c: Context<Env>) => ApiProblem | null;
};

/** Of one authtoken, in any minute: a whole fleet may update at once. */
const DOWNLOADS_MAX = 600;
const AT_ONCE_MAX = 200;

/** Bundles of agent releases, for agents: by version, with an authtoken as a Bearer token. */
export function releaseDownloads({ db, releases, wrongToken }: ReleaseDownloadsOptions): Hono<Env> {
  const places = new Places("This authtoken", "downloads at once", AT_ONCE_MAX);
  const count = createRateLimit(DOWNLOADS_MAX);

  async function credentialOf(c: Context<Env>): Promise<string> {
    const token = bearerToken(c.req.header("authorization") ?? null);
    if (token === null) throw refused("authMissing", "Send Authorization: Bearer <authtoken>.");
    const credential = await credentialByHash(db, hashToken(token));
    if (credential) return credential.id;
    throw wrongToken(c) ?? refused("keyUnknown", "No authtoken is like this one. It may have been deleted.");
  }

  return new Hono<Env>().get(`${RELEASES_PATH}/:version`, async (c) => {
    if (c.req.header("origin") !== undefined)
      throw new ApiProblem("originRefused", `${RELEASES_PATH} is for agents, not for web pages.`);
    const id = await credentialOf(c);
    count({ keyId: id, userId: `all of ${id}` });
    const opened = await releases.open(c.req.param("version"));
    if (!opened) throw new ApiProblem("resourceUnknown", "There is no such release.");
    const { release, bundle } = opened;
    const ETag = `"${release.sha256}"`;
    const headers = { ETag, "Content-Type": "text/javascript", "Cache-Control": "private, no-cache" };
    const matches = c.req.header("if-none-match") === ETag;
    if (matches || c.req.method === "HEAD") {
      await bundle.close();
      return c.body(null, matches ? 304 : 200, { ...headers });
    }
    let leave = (): void => undefined;
    const full = places.take(id, new Promise<void>((resolve) => (leave = resolve)));
    if (full !== null) {
      await bundle.close();
      throw new ApiProblem("rateLimited", `${full} Try again.`, { headers: { "Retry-After": "1" } });
    }
    const { size } = await bundle.stat();
    return new Response(streamOf(bundle, leave), {
      headers: { ...headers, "Content-Length": String(size) },
    });
  });
}

const CHUNK_BYTES = 64 * 1024;

/** A file, read as fast as it is taken; closed at its end, and when nobody takes it any more. */
function streamOf(file: FileHandle, closed: () => void): ReadableStream<Uint8Array> {
  const end = async () => {
    closed();
    await file.close();
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { bytesRead, buffer } = await file.read(new Uint8Array(CHUNK_BYTES));
        if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead));
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      await end();
    },
    cancel: end,
  });
}

function refused(problem: "authMissing" | "keyUnknown", msg: string): ApiProblem {
  return new ApiProblem(problem, msg, { headers: { "WWW-Authenticate": "Bearer" } });
}
