import type { Context } from "hono";
import type { ApiProblem } from "../errors.ts";
import { principalByHash } from "../store/api-keys.ts";
import type { VersionsNow } from "../store/versions.ts";
import { authenticate } from "./auth.ts";
import { type Env, type Principal, type Services, socketOf } from "./call.ts";
import { sourceAddress } from "./source-address.ts";

/** So many keys are remembered. */
const KEYS_MAX = 10_000;

type IdentifyOptions = Pick<Services, "db" | "versions" | "config"> & {
  keyGuard: (address: string | null) => ApiProblem | null;
};

/** Who sends a request, and what the tables were at when their key was seen to be there. */
type Identified = { principal: Principal; now: VersionsNow };

/** Finds out who sends requests. */
export type Identify = {
  /** Who sends a request, by its key; an address that keeps sending wrong keys has to wait. Throws as `authenticate`. */
  identify: (c: Context<Env>, source?: () => string | null) => Promise<Identified>;
  /** Who has the key of this hash, if that is remembered and still so by the versions of `now`. */
  recall: (hash: string, now: VersionsNow) => Principal | null;
};

/** A key that was found is remembered as long as no key and no user changed, in any process. */
export function createIdentify({ db, versions, config, keyGuard }: IdentifyOptions): Identify {
  const known = new Map<string, Identified>();

  function recall(hash: string, now: VersionsNow): Principal | null {
    const before = known.get(hash);
    const isSame = before?.now.api_keys === now.api_keys && before.now.users === now.users;
    return isSame ? before.principal : null;
  }

  async function find(hash: string): Promise<Identified | null> {
    const now = await versions.now();
    const before = recall(hash, now);
    if (before) return { principal: before, now };
    const principal = await principalByHash(db, hash);
    if (principal === null) {
      known.delete(hash);
      return null;
    }
    if (known.size >= KEYS_MAX) known.clear();
    known.set(hash, { principal, now });
    return { principal, now };
  }

  return {
    identify: async (c, source = sourceOf(c, config)) => {
      const caller = await authenticate(find, c.req.header("authorization"), () => keyGuard(source()));
      c.set("principal", caller.principal);
      return caller;
    },
    recall,
  };
}

/** Where a request comes from, found out when it is asked. */
export function sourceOf(c: Context<Env>, { trustForwarded }: Services["config"]): () => string | null {
  return () => sourceAddress(c.req.raw, socketOf(c).incoming?.socket.remoteAddress, trustForwarded);
}
