import type { Served as ServedByKeys } from "#contract/rollouts/served.ts";
import { blastRadius, exposureName, exposureUrl, keysOf, type Served } from "../blast-radius.ts";
import { keysOfTunnels } from "./tab-keys.ts";

/** Who serves what, with the URLs of each key. What is offline anyway has none. */
export function servedKeys(served: Served, sessions: ReadonlySet<string>): ServedByKeys {
  const names = new Map<string, Set<string>>();
  for (const exposure of blastRadius(sessions, served).dark)
    for (const key of exposure.tunnels.flatMap(keysOf))
      names.set(key, (names.get(key) ?? new Set()).add(exposureUrl(exposure) ?? exposureName(exposure)));
  const { sessionsOf: upOf } = keysOfTunnels(served.tunnels.filter(({ id }) => !served.unreached?.has(id)));
  return { ...keysOfTunnels(served.tunnels), namesOf: (key) => [...(names.get(key) ?? [])], upOf };
}
