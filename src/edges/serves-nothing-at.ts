import { servesNothing, wayOfEdge, type Serving } from "#resources/edge-way.ts";
import type { AnyEdge } from "#resources/edges.ts";

/** Whether an address of an edge serves nothing as it is. Each on its own: of the ports of a TCP edge some may not be open. */
export const servesNothingAt = (edge: AnyEdge, serving: Serving) => (hostport: string) =>
  servesNothing(wayOfEdge({ ...edge, hostports: [hostport] }, serving));
