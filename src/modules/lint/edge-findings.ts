import { protocolOf, type EdgeRow } from "#resources/edge-discovery.ts";
import { edgeName, routePlace } from "#resources/edge-names.ts";
import { leadOf, wayOfEdge, type Lead, type Serving } from "#resources/edge-way.ts";
import { ownerOfEdge, type OwnerAddress } from "#resources/module-owner.ts";
import { href } from "#resources/paths.ts";
import type { Finding, LintTarget } from "./facts.ts";
import { lint } from "./lint.ts";

/** What the lint says of an edge or a route, where, and the page that says it too. */
export type Found = { finding: Finding; place: string; page: string; owner: OwnerAddress };

/** How the filter of edges calls what is found on one. */
export const FOUND = {
  error: "Errors",
  both: "Errors and warnings",
  warning: "Warnings",
  none: "No warnings",
  unknown: "Unknown",
} as const;

/** The errors and warnings of an edge and its routes, but for what their status says; none of one that is not read. */
export function foundOn(edge: EdgeRow, serving: Serving, ipRules: LintTarget["ipRules"]): Found[] {
  const protocol = protocolOf(edge);
  if (!protocol || edge.created_at === undefined) return [];
  const address = ownerOfEdge({ protocol, id: edge.id });
  const { owner } = address;
  const of = (target: Pick<LintTarget, "owner" | "id" | "modules" | "edge">, lead: Lead) =>
    lint({ ...target, ipRules }, serving).filter((one) => one.severity !== "note" && !isToldBy(lead, one));
  const ofEdge = of({ owner, id: edge.id, modules: edge }, wayOfEdge(edge, serving).lead);
  const isOfEdge = ({ title, module }: Finding) =>
    ofEdge.some((one) => one.title === title && one.module === module);
  return [
    ...ofEdge.map((finding) => ({
      finding,
      place: edgeName(edge),
      page: href.edge(protocol, edge.id),
      owner: address,
    })),
    ...(edge.routes ?? []).flatMap((route) =>
      of({ owner: "route", id: route.id, modules: route, edge }, leadOf(route, serving, edge))
        .filter((finding) => !isOfEdge(finding))
        .map((finding) => ({
          finding,
          place: routePlace(edge, route.match),
          page: href.route(edge.id, route.id),
          owner: { owner: "route" as const, edgeId: edge.id, routeId: route.id },
        })),
    ),
  ];
}

/** Whether what is said of requests that fail there says it. */
const isToldBy = (lead: Lead, { module, closing, seen }: Finding) =>
  module === "backend" || (closing ?? seen) === lead;
