import { servedBy, type ServedKeys } from "#contract/rollouts/served.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { keysOf } from "../blast-radius.ts";

/** Who serves what, by keys. */
export function keysOfTunnels(tunnels: readonly Tunnel[]): ServedKeys {
  return servedBy(
    tunnels.flatMap((tunnel) => {
      const { id } = tunnel.tunnel_session ?? {};
      return id === undefined ? [] : keysOf(tunnel).map((key) => [id, key] as const);
    }),
  );
}
