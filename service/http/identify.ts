import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { ApiProblem } from "../errors.ts";
import { principalByHash } from "../store/api-keys.ts";
import type { VersionsNow } from "../store/versions.ts";
import { authenticate } from "./auth.ts";
import type { Env, Principal, Services } from "./call.ts";
import { sourceAddress } from "./source-address.ts";

/** So many keys are remembered. */
const KEYS_MAX = 10_000;

type IdentifyOptions = Pick<Services, "db" | "versions" | "config"> & {
  keyGuard: (address: string | null) => ApiProblem | null;
};

/** Who sends a request, and what the tables were at when their key was seen to be there. */
export type Identified = { principal: Principal; now: VersionsNow };

/**
 * Who sends a request, by its key; an address that keeps sending wrong keys has to wait. A key that was found is remembered
 * as long as no key and no user changed, in any process. Throws as `authenticate`.
 */
export function createIdentify({
  db,
  versions,
  config,
  keyGuard,
}: IdentifyOptions): (c: Context<Env>, source?: () => string | null) => Promise<Identified> {
  const known = new Map<string, Identified>();

  async function find(hash: string): Promise<Identified | null> {
    const now = await versions.now();
    const before = known.get(hash);
    if (before?.now.api_keys === now.api_keys && before.now.users === now.users)
      return { principal: before.principal, now };
    const principal = await principalByHash(db, hash);
    if (principal === null) {
      known.delete(hash);
      return null;
    }
    if (known.size >= KEYS_MAX) known.clear();
    known.set(hash, { principal, now });
    return { principal, now };
  }

  return async (c, source = sourceOf(c, config)) => {
    const caller = await authenticate(find, c.req.header("authorization"), () => keyGuard(source()));
    c.set("principal", caller.principal);
    return caller;
  };
}

/** Where a request comes from, found out when it is asked. */
export function sourceOf(c: Context<Env>, { trustForwarded }: Services["config"]): () => string | null {
  return () => sourceAddress(c.req.raw, socketAddress(c), trustForwarded);
}

/** None where a test asks the app without a socket. */
function socketAddress(c: Context<Env>): string | undefined {
  return (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress;
}
