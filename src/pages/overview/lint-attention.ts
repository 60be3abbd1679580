import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { protocolOf, type EdgeRow } from "#resources/edge-discovery.ts";
import { edgeName, routePlace } from "#resources/edge-names.ts";
import { leadOf, wayOfEdge, type Lead, type Serving } from "#resources/edge-way.ts";
import { fieldHref } from "#resources/module-href.ts";
import { ownerOfEdge, type OwnerAddress } from "#resources/module-owner.ts";
import { href } from "#resources/paths.ts";
import { refHref } from "#resources/ref-target.ts";
import type { Finding, LintTarget } from "#modules/lint/facts.ts";
import { lint } from "#modules/lint/lint.ts";
import { counted } from "#ui/format.ts";
import type { Attention } from "./agent-attention.ts";
import { folded, listed } from "./folded.ts";

export type Linted = {
  edges: readonly EdgeRow[];
  serving: Serving;
  rules: readonly IpPolicyRule[];
  /** Names of the policies, by id. */
  policies: ReadonlyMap<string, string>;
};
/** What the lint says of an edge or a route, where, and the page that says it too. */
type Found = { finding: Finding; place: string; page: string; owner: OwnerAddress };

/** What the pages of edges and routes say of their modules: errors by themselves, warnings in one line. */
export function lintAttention(of: Linted): { errors: Attention[]; warnings: Attention[] } {
  const found = of.edges.flatMap((edge) => foundOn(edge, of));
  const having = (severity: Finding["severity"]) =>
    found.filter(({ finding }) => finding.severity === severity);
  const errors = having("error");
  return {
    errors: folded(errors.map(lineOf), ({ length }) => together(errors.slice(-length), "more error")),
    warnings: oneLine(having("warning")),
  };
}

function foundOn(edge: EdgeRow, { serving, rules, policies }: Linted): Found[] {
  const protocol = protocolOf(edge);
  // Of one that is not read, the rest of it is not known.
  if (!protocol || edge.created_at === undefined) return [];
  const ipRules: LintTarget["ipRules"] = { rules, nameOf: (id) => policies.get(id) ?? id };
  const address = ownerOfEdge({ protocol, id: edge.id });
  const { owner } = address;
  const of = (target: Pick<LintTarget, "owner" | "id" | "modules" | "edge">, lead: Lead) =>
    lint({ ...target, ipRules }, serving).filter((one) => !isToldBy(lead, one));
  const ofEdge = of({ owner, id: edge.id, modules: edge }, wayOfEdge(edge, serving).lead);
  const isOfEdge = ({ title, module }: Finding) =>
    ofEdge.some((one) => one.title === title && one.module === module);
  return [
    ...ofEdge.map((finding) => ({
      finding,
      place: edgeName(edge),
      page: refHref(edge) ?? href.edges(),
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

/** Whether the line about requests that fail there says it. */
const isToldBy = (lead: Lead, { module, closing, seen }: Finding) =>
  module === "backend" || (closing ?? seen) === lead;

const lineOf = ({ finding, place, owner }: Found): Attention => ({
  key: `lint ${place} ${finding.module} ${finding.title}`,
  tone: finding.severity === "error" ? "bad" : "warn",
  what: `${place}: ${finding.title}`,
  why: finding.reason,
  fix: { label: "Show setting", to: fieldHref(owner, finding) },
});

function oneLine(found: readonly Found[]): Attention[] {
  const [first, ...more] = found;
  if (!first) return [];
  return [more.length === 0 ? lineOf(first) : together(found, "warning")];
}

/** A line for several, which names where they are: of one place, what they are. */
function together(found: readonly Found[], noun: string): Attention {
  const pages = new Map(found.map(({ page, place }) => [page, place]));
  const [[page, place] = ["", ""], ...others] = pages;
  const many = counted(found.length, noun);
  const isOne = others.length === 0;
  return {
    key: `lint ${noun}`,
    tone: found.some(({ finding }) => finding.severity === "error") ? "bad" : "warn",
    what: isOne ? `${place}: ${many}` : `${many} on edges and routes`,
    why: `${isOne ? found.map(({ finding }) => finding.title).join(". ") : listed([...pages.values()])}.`,
    fix: isOne
      ? { label: found[0]?.owner.owner === "route" ? "Show route" : "Show edge", to: page }
      : { label: "Show edges", to: href.edges() },
  };
}
