import type { Ref } from "#contract/answer.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Tunnel } from "#contract/tunnel.ts";

/** Labels as "app=hooks, site=fra", in order of name. Empty without labels. */
export function labelText(labels: Tunnel["labels"]): string {
  return Object.entries(labels ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join(", ");
}

/** The name of a tunnel: its public URL, its labels where it serves backends, else its id. */
export function tunnelName({
  id,
  public_url: url,
  labels,
}: Pick<Tunnel, "id" | "public_url" | "labels">): string {
  return url || labelText(labels) || id;
}

/** The name of an endpoint: its public URL, else its hostport, else its id. */
export function endpointName({
  id,
  public_url: url,
  hostport,
}: Pick<Endpoint, "id" | "public_url" | "hostport">): string {
  return url || hostport || id;
}

/** Where visitors connect: the port of the URL where it has one, which an edge for trying out has. */
export function addressOf({
  public_url: url,
  hostport,
}: Pick<Endpoint, "public_url" | "hostport">): string | null | undefined {
  const { port } = URL.canParse(url ?? "") ? new URL(url ?? "") : { port: "" };
  // The name as it is: a URL would write the * of a wildcard as %2A.
  return port === "" ? hostport : `${(hostport ?? "").replace(/:\d+$/, "")}:${port}`;
}

/** The tunnel group backends a tunnel serves: one Ref or a list of them (decisions/contract/one-or-list.md). */
export function backendsOf({ backends }: Tunnel): Ref[] {
  if (!backends) return [];
  return Array.isArray(backends) ? backends : [backends];
}
