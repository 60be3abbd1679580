import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Tunnel } from "#contract/tunnel.ts";
import { backendsOf } from "./tunnel-names.ts";
import { tunnels } from "./tunnels.ts";

/** The online tunnels that serve each backend, by the id of the backend. */
export type LiveTunnels = ReadonlyMap<string, readonly Tunnel[]>;

export function liveTunnels(online: Iterable<Tunnel>): LiveTunnels {
  const live = new Map<string, Tunnel[]>();
  for (const tunnel of online) {
    for (const { id } of backendsOf(tunnel)) live.set(id, [...(live.get(id) ?? []), tunnel]);
  }
  return live;
}

const poll = tunnels.every(10_000);

/** The online tunnels by backend; undefined until they are read. */
export function useLiveTunnels(): LiveTunnels | undefined {
  const { data } = useQuery({ ...tunnels.query, refetchInterval: poll });
  return useMemo(() => data && liveTunnels(data), [data]);
}
