/** A tunnel that is online, and whose it is. */
export type TunnelOfAgent = {
  id: string;
  public_url: string | null;
  labels: string | null;
  forwards_to: string;
  credential_id: string;
  ip: string;
  os: string;
  agent_metadata: string;
};

/**
 * What is the same of each tunnel once its agent has started again, by its id: the public URL, or the agent and its labels, and where
 * it forwards to. Of those that are alike in all of it, none is known again: each has its id.
 */
export function waysOf(tunnels: readonly TunnelOfAgent[]): Map<string, string> {
  const ways = new Map(tunnels.map((tunnel) => [tunnel.id, wayOf(tunnel)]));
  const [seen, alike] = [new Set<string>(), new Set<string>()];
  for (const way of ways.values()) (seen.has(way) ? alike : seen).add(way);
  for (const [id, way] of ways) if (alike.has(way)) ways.set(id, id);
  return ways;
}

const wayOf = ({ public_url: url, labels, forwards_to: to, ...of }: TunnelOfAgent): string =>
  url === null
    ? JSON.stringify([to, labels, of.credential_id, of.ip, of.os, of.agent_metadata])
    : `${to} ${url}`;
