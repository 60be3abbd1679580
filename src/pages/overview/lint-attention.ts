import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import type { EdgeRow } from "#resources/edge-discovery.ts";
import type { Serving } from "#resources/edge-way.ts";
import { fieldHref } from "#resources/module-href.ts";
import { href } from "#resources/paths.ts";
import { FOUND, foundOn, type Found } from "#modules/lint/edge-findings.ts";
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

/** What the pages of edges and routes say of their modules, each by itself. */
export function lintAttention({ edges, serving, rules, policies }: Linted) {
  const ipRules = { rules, nameOf: (id: string) => policies.get(id) ?? id };
  const found = edges.flatMap((edge) => foundOn(edge, serving, ipRules));
  const linesOf = (severity: "error" | "warning"): Attention[] => {
    const having = found.filter(({ finding }) => finding.severity === severity);
    return folded(having.map(lineOf), ({ length }) => together(having.slice(-length), severity));
  };
  const [errors, warnings] = [linesOf("error"), linesOf("warning")];
  const shown = new Set(warnings.map(({ key }) => key));
  // These are told with what they open.
  const opening = found.flatMap((one) => (shown.has(keyOf(one)) ? (one.finding.opens ?? []) : []));
  return { errors, warnings, opening: new Set(opening.map(({ id }) => id)) };
}

const keyOf = ({ finding, place }: Found) => `lint ${place} ${finding.module} ${finding.title}`;

const lineOf = (found: Found): Attention => {
  const { finding, place, owner } = found;
  return {
    key: keyOf(found),
    tone: finding.severity === "error" ? "bad" : "warn",
    what: `${place}: ${finding.title}`,
    why: finding.reason,
    fix: { label: "Show setting", to: fieldHref(owner, finding) },
  };
};

/** A line for those that have none, which names where they are: of one place, what they are. */
function together(found: readonly Found[], severity: "error" | "warning"): Attention {
  const pages = new Map(found.map(({ page, place }) => [page, place]));
  const [[page, place] = ["", ""], ...others] = pages;
  const many = counted(found.length, `more ${severity}`);
  const isOne = others.length === 0;
  const listOf = [FOUND[severity], FOUND.both].map((one) => ["modules", one]);
  return {
    key: `lint ${severity}`,
    tone: severity === "error" ? "bad" : "warn",
    what: isOne ? `${place}: ${many}` : `${many} on edges and routes`,
    why: `${isOne ? found.map(({ finding }) => finding.title).join(". ") : listed([...pages.values()])}.`,
    fix: isOne
      ? { label: found[0]?.owner.owner === "route" ? "Show route" : "Show edge", to: page }
      : { label: "Show edges", to: href.edges(`?${new URLSearchParams(listOf)}`) },
  };
}
