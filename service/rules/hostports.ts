import type { Issue } from "#contract/error.ts";
import type { HostportHolder } from "../store/sessions.ts";

/** The hostports of a request that somebody other than the edge `selfId` serves: who has each, at its place in the list. */
export function takenHostports(
  hostports: readonly string[],
  holders: readonly Pick<HostportHolder, "hostport" | "at" | "edge_id" | "tunnel_id">[],
  selfId: string,
): (Issue & { hostport: string })[] {
  return hostports.flatMap((hostport, i) => {
    const holder = holders.find((one) => one.hostport === hostport && one.edge_id !== selfId);
    if (!holder) return [];
    const name = holder.edge_id ? `edge ${holder.edge_id}` : `tunnel ${holder.tunnel_id}`;
    const what = holder.at === hostport ? "is" : `uses port ${hostport.split(":")[1]}, which is`;
    return [{ hostport, path: ["hostports", i], message: `${what} already served by ${name}` }];
  });
}

/** What must change for the endpoints of an edge to be those of its hostports. */
export function endpointChanges<T extends { hostport: string }>(
  endpoints: readonly T[],
  hostports: readonly string[],
): { gone: T[]; missing: string[] } {
  const wanted = new Set(hostports);
  const present = new Set(endpoints.map(({ hostport }) => hostport));
  return {
    gone: endpoints.filter(({ hostport }) => !wanted.has(hostport)),
    missing: hostports.filter((hostport) => !present.has(hostport)),
  };
}
