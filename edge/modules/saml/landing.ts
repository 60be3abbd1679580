import type { Endpoint, Route, Snapshot } from "../../account.ts";
import { endpointOf } from "../../routing/find.ts";

/** Where a visitor goes on: at an address of the route's edge, `returnTo` = path and query of what he wanted. */
export type Landing = { origin: string; returnTo: string };

/**
 * Where RelayState leads, if that is an address of the route's edge, else the first of those: never anybody else's. Its port is
 * anybody's choice, as it is in `Host`: cookies know no ports. Null where the edge has no address.
 *
 * `httpsPort` = where edges listen for HTTPS, null = at 443.
 */
export function landing(
  snapshot: Snapshot,
  route: Route,
  relayState: string,
  httpsPort: number | null,
): Landing | null {
  const leadsTo = ({ serves }: Endpoint): boolean =>
    "edge" in serves && serves.edge.routes.some(({ id }) => id === route.id);
  const wanted = webUrl(relayState);
  const endpoint = wanted && endpointOf(snapshot, wanted.hostname);
  if (wanted && endpoint && leadsTo(endpoint))
    return { origin: wanted.origin, returnTo: wanted.pathname + wanted.search };
  const first = [...snapshot.hosts.values()].find((one) => !one.hostport.startsWith("*") && leadsTo(one));
  if (!first) return null;
  const port = httpsPort === null || httpsPort === 443 ? "" : `:${httpsPort}`;
  return { origin: `https://${first.hostport.replace(/:\d+$/, "")}${port}`, returnTo: route.match };
}

/** Null for what is no address of the web, or has a name and password. */
function webUrl(text: string): URL | null {
  return /^https?:\/\/[^/?#@\\]+([/?#]|$)/i.test(text) && URL.canParse(text) ? new URL(text) : null;
}
