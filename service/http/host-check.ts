import { isIP } from "node:net";
import { hostname } from "node:os";
import type { MiddlewareHandler } from "hono";
import type { Config } from "../config.ts";
import { ApiProblem } from "../errors.ts";

export type HostCheckOptions = Pick<Config, "allowHost">;

/** Whose name it is: `gate.example` of `Gate.example:443`, `::1` of `[::1]:4180`. */
function nameOf(host: string): string {
  const bracketed = /^\[(.*)\](?::\d*)?$/.exec(host)?.[1];
  return (bracketed ?? host.replace(/:\d*$/, "")).toLowerCase().replace(/\.$/, "");
}

/**
 * Refuses a request for a host name that is not this service's: a page of another site can let its own name resolve to
 * this machine and then read answers as if they were its own (DNS rebinding). Always taken are addresses, `localhost`,
 * names without a dot, which nobody can register, and this machine's name; else what `allowHost` names. Also behind
 * a proxy: who reaches this machine itself goes past it.
 *
 * @throws ApiProblem 421, which names the flag.
 */
export function hostCheck({ allowHost }: HostCheckOptions): MiddlewareHandler {
  const names = new Set([...allowHost.map(nameOf), hostname().toLowerCase()]);
  const ours = (name: string) =>
    isIP(name) > 0 || !name.includes(".") || name.endsWith(".localhost") || names.has(name);
  return async (c, next) => {
    const host = c.req.header("host");
    if (host !== undefined && !ours(nameOf(host))) {
      throw new ApiProblem(
        "hostUnknown",
        `This service does not answer for ${nameOf(host).slice(0, 253)}. If it should, start it with --allow-host ${nameOf(host).slice(0, 253)}.`,
      );
    }
    await next();
  };
}
